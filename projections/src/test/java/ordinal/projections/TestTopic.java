package ordinal.projections;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** A topic as a consumer of committed records sees it, from its beginning to its end now. */
public record TestTopic(String bootstrap, String topic) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** All records of one journal, partition by partition, in the order of their offsets. */
  public List<ConsumerRecord<String, byte[]>> records(String journalId) {
    return all().stream()
        .filter(record -> journalId.equals(header(record, "ordinal-journal")))
        .toList();
  }

  private List<ConsumerRecord<String, byte[]>> all() {
    // What is there is read, and not waited for; Kafka's own is half a second for each reading.
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            bootstrap,
            "isolation.level",
            "read_committed",
            "fetch.max.wait.ms",
            20);
    try (var consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer())) {
      var partitions =
          consumer.partitionsFor(topic).stream()
              .map(p -> new TopicPartition(topic, p.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      var ends = consumer.endOffsets(partitions);
      var found = new ArrayList<ConsumerRecord<String, byte[]>>();
      while (ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
        consumer.poll(Duration.ofMillis(100)).forEach(found::add);
      }
      found.sort(
          java.util.Comparator.<ConsumerRecord<String, byte[]>>comparingInt(r -> r.partition())
              .thenComparingLong(r -> r.offset()));
      return found;
    }
  }

  /** "key#sequenceNr" of every record of a journal. */
  public List<String> events(String journalId) {
    return records(journalId).stream()
        .map(r -> r.key() + "#" + json(r).path("sequenceNr").asLong())
        .toList();
  }

  public static JsonNode json(ConsumerRecord<String, byte[]> record) {
    try {
      return JSON.readTree(record.value());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static String header(ConsumerRecord<String, byte[]> record, String name) {
    var header = record.headers().lastHeader(name);
    return header == null ? null : new String(header.value(), UTF_8);
  }

  /** Changes a setting of the topic; an empty value takes the change back. */
  public void set(String name, String value) throws Exception {
    try (var admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
      var op = value.isEmpty() ? AlterConfigOp.OpType.DELETE : AlterConfigOp.OpType.SET;
      admin
          .incrementalAlterConfigs(
              Map.of(
                  new ConfigResource(ConfigResource.Type.TOPIC, topic),
                  List.of(new AlterConfigOp(new ConfigEntry(name, value), op))))
          .all()
          .get();
    }
  }
}
