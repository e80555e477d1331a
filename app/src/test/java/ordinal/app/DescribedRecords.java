package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import ordinal.servers.TestServers;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Committed records of a topic, held against the description that a node serves. */
final class DescribedRecords {

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();
  private static final JsonSchemaFactory SCHEMAS =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7);

  private final JsonNode description;

  DescribedRecords(TestNode node) throws IOException {
    this.description = JSON.readTree(node.get("/asyncapi.json").body());
  }

  private static KafkaConsumer<String, String> consumer() {
    Map<String, Object> settings =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            TestServers.kafka().bootstrapServers(),
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            "read_committed",
            ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
            20);
    return new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer());
  }

  /** All that are ours; other tests of this run write to the same topic. */
  static List<ConsumerRecord<String, String>> read(String topic, Predicate<String> isOurs) {
    var ours = new ArrayList<ConsumerRecord<String, String>>();
    try (var consumer = consumer()) {
      var partitions =
          consumer.partitionsFor(topic).stream()
              .map(p -> new TopicPartition(p.topic(), p.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      var ends = consumer.endOffsets(partitions);
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
        for (var one : consumer.poll(Duration.ofMillis(200))) {
          if (isOurs.test(one.key())) ours.add(one);
        }
      }
    }
    return ours;
  }

  static Set<String> types(List<ConsumerRecord<String, String>> records) {
    return records.stream().map(one -> header(one, "ce_type")).collect(Collectors.toSet());
  }

  private static String header(ConsumerRecord<?, ?> sent, String name) {
    return new String(sent.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }

  void assertAllFit(List<ConsumerRecord<String, String>> records) throws IOException {
    assertThat(records).isNotEmpty();
    for (var one : records) {
      assertFits("payload", one, JSON.readTree(one.value()));
      assertFits("bindings/kafka/key", one, TextNode.valueOf(one.key()));
      var headers = JSON.createObjectNode();
      one.headers().forEach(header -> headers.put(header.key(), header(one, header.key())));
      assertFits("headers", one, headers);
    }
  }

  private void assertFits(String part, ConsumerRecord<String, String> sent, JsonNode value) {
    var root = (ObjectNode) description.deepCopy();
    root.put("$ref", "#/components/messages/" + header(sent, "ce_type") + "/" + part);

    assertThat(SCHEMAS.getSchema(root).validate(value)).as(part + " " + value).isEmpty();
  }

  void assertPartitions(String topic) {
    int described = description.at("/channels/" + topic + "/bindings/kafka/partitions").asInt();
    try (var consumer = consumer()) {
      assertThat(consumer.partitionsFor(topic)).hasSize(described);
    }
  }
}
