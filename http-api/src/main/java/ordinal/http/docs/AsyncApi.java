package ordinal.http.docs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import ordinal.http.schema.Definitions;
import ordinal.http.schema.ObjectSchema;
import ordinal.http.serving.Answer;
import ordinal.http.serving.Endpoint;
import org.apache.pekko.http.javadsl.model.ContentTypes;
import org.apache.pekko.util.ByteString;

/**
 * Writes the AsyncAPI 3.0 document of what we send to Kafka, from the same kind of schemas that
 * describe the calls.
 *
 * <p>It says exactly what this release sends: nothing else, and what it calls required is always
 * there. A later release may send more, so readers are told to pass over what they do not know.
 */
public final class AsyncApi {

  private static final String BINDING_VERSION = "0.5.0";

  private static final String DESCRIPTION =
      """
What happened to orders, to stock and to what users own, on Kafka. Every event that Ordinal stored is sent exactly once for \
readers of committed records (`isolation.level=read_committed`), and in order for each key. \
`eventId` is the same on every path, `sequenceNr` counts the events of an order, a sku, an \
account or a coupon from 1 without a hole.

`GET /events` sends the same bodies of the events of orders, accounts and coupons over HTTP. A field that is not required may be absent, and \
is never null. A later release may add fields and message types: pass over what you do not \
know.
""";

  private final Definitions definitions = new Definitions();

  private AsyncApi() {}

  /** The document as JSON text. */
  public static String describe(List<Topic> topics) {
    try {
      return new JsonMapper().writeValueAsString(new AsyncApi().document(topics));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the description could not be written", e);
    }
  }

  /** The call that answers it. */
  public static Endpoint endpoint(List<Topic> topics) {
    var bytes = ByteString.fromString(describe(topics), StandardCharsets.UTF_8);
    Answer page = new Answer.Page(ContentTypes.APPLICATION_JSON, bytes, List.of());
    return Endpoint.get("/asyncapi.json", "getAsyncApi", "What is sent to Kafka, for programs")
        .by(call -> CompletableFuture.completedFuture(page));
  }

  private ObjectNode document(List<Topic> topics) {
    var document = object();
    document.put("asyncapi", "3.0.0");
    document
        .putObject("info")
        .put("title", "Ordinal events")
        .put("version", "1.0")
        .put("description", DESCRIPTION);
    document.put("defaultContentType", "application/json");
    var channels = document.putObject("channels");
    var operations = document.putObject("operations");
    var messages = object();
    for (var topic : topics) {
      channels.set(topic.name(), channel(topic));
      operations.set("send-" + topic.name(), operation(topic));
      topic.messages().forEach(message -> messages.set(message.name(), message(topic, message)));
    }
    var components = document.putObject("components");
    components.set("messages", messages);
    components.set("schemas", definitions.all());
    return document;
  }

  private static ObjectNode channel(Topic topic) {
    var channel = object();
    channel.put("address", topic.name());
    channel.put("description", topic.description());
    var messages = channel.putObject("messages");
    for (var message : topic.messages()) {
      messages.set(message.name(), reference("#/components/messages/" + message.name()));
    }
    kafka(channel).put("topic", topic.name()).put("partitions", topic.partitions());
    return channel;
  }

  /** Without a list of messages it is about all of its channel's. */
  private static ObjectNode operation(Topic topic) {
    var operation = object();
    operation.put("action", "send");
    operation.set("channel", reference("#/channels/" + topic.name()));
    return operation.put("summary", "Ordinal sends to " + topic.name() + ".");
  }

  private ObjectNode message(Topic topic, Topic.Message message) {
    var node = object();
    node.put("name", message.name());
    node.put("title", message.name());
    node.put("summary", message.summary());
    node.put("contentType", "application/json");
    node.set("headers", topic.headers().describe(definitions));
    node.set("payload", message.body().describe(definitions));
    node.putObject("correlationId").put("location", "$message.header#/X-Trace-Id");
    kafka(node).set("key", topic.key().describe(definitions));
    var example = node.putArray("examples").addObject();
    example.put("name", message.name());
    example.set("headers", example(topic.headers()));
    example.set("payload", example(message.body()));
    return node;
  }

  private static ObjectNode kafka(ObjectNode node) {
    return node.putObject("bindings").putObject("kafka").put("bindingVersion", BINDING_VERSION);
  }

  private static ObjectNode example(ObjectSchema schema) {
    return new JsonMapper().valueToTree(schema.example(true));
  }

  private static ObjectNode reference(String to) {
    return object().put("$ref", to);
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }
}
