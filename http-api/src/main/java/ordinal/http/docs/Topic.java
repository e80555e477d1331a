package ordinal.http.docs;

import java.util.List;
import ordinal.http.schema.ObjectSchema;
import ordinal.http.schema.Schema;

/**
 * A topic on Kafka and all that is sent to it.
 *
 * @param key what the key of a record is
 * @param headers what every record carries beside its body, each as text
 */
public record Topic(
    String name,
    int partitions,
    String description,
    Schema<String> key,
    ObjectSchema headers,
    List<Message> messages) {
  public Topic {
    messages = List.copyOf(messages);
  }

  /** One kind of record. */
  public record Message(String name, String summary, ObjectSchema body) {}
}
