package ordinal.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import ordinal.order.OrderNumber;
import ordinal.servers.TestServers;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Stock events to a whole node, and how they are looked after on its management port. */
class ConsumersTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  static TestNode node;
  static KafkaProducer<String, byte[]> producer;

  @BeforeAll
  static void start() throws Exception {
    node =
        TestNode.start(
            "consumers",
            "ordinal.bridge { retry-after = [100ms], look-every = 50ms, poll = 50ms }");
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", TestServers.kafka().bootstrapServers()),
            new StringSerializer(),
            new ByteArraySerializer());
  }

  @AfterAll
  static void stop() {
    producer.close();
    node.close();
  }

  private static void stock(String orderNo, String eventId, String type) throws Exception {
    var body =
        "{\"eventId\":\"%s\",\"eventType\":\"%s\",\"bizKey\":\"%s\",\"payload\":{}}"
            .formatted(eventId, type, orderNo);
    producer
        .send(new ProducerRecord<>("stock-events", orderNo, body.getBytes(UTF_8)))
        .get(60, TimeUnit.SECONDS);
  }

  private static JsonNode managed(String path) {
    return RunningOrdinal.data(node.managed(path));
  }

  private static JsonNode letters(String orderNo) {
    return managed("/admin/dead-letters?source=CONSUMER&bizKey=" + orderNo).path("items");
  }

  @Test
  void aStockEventReachesItsOrderAndIsInTheLog() throws Exception {
    var orderNo = RunningOrdinal.data(node.create("stocked")).path("orderNo").asText();

    stock(orderNo, "app-1", "StockReserved");

    await()
        .atMost(LIMIT)
        .until(
            () -> node.data("/orders/" + orderNo).path("status").asText().equals("STOCK_RESERVED"));
    await()
        .atMost(LIMIT)
        .until(() -> managed("/admin/consume-log?key=" + orderNo).at("/items/0").has("status"));
    var entry = managed("/admin/consume-log?key=" + orderNo).at("/items/0");
    assertThat(entry.path("status").asText()).isEqualTo("SUCCESS");
    assertThat(entry.path("group").asText()).isEqualTo("ordinal-orders");
    var groups = managed("/admin/consumers");
    assertThat(groups).extracting(one -> one.path("group").asText()).contains("ordinal-assets");
    var group =
        StreamSupport.stream(groups.spliterator(), false)
            .filter(one -> one.path("topic").asText().equals("stock-events"))
            .findAny()
            .orElseThrow();
    assertThat(group.path("partitions")).hasSize(16);
  }

  @Test
  void aDeadMessageIsReplayedFromTheManagementPort() throws Exception {
    var request = "late-" + System.nanoTime();
    var created = RunningOrdinal.data(node.create("to-see-its-user"));
    var orderNo = OrderNumber.of("default", created.path("userId").asText(), request);
    stock(orderNo, "app-2", "StockReserved");
    await().atMost(LIMIT).until(() -> letters(orderNo).size() == 1);
    var letter = letters(orderNo).get(0);
    assertThat(letter.path("status").asText()).isEqualTo("DEAD");
    assertThat(letter.path("reason").asText()).contains("unknown order");
    assertThat(managed("/admin/outbox").path("dead").asLong()).isZero();

    assertThat(RunningOrdinal.data(node.create(request)).path("orderNo").asText())
        .isEqualTo(orderNo);
    var replayed =
        node.managed("POST", "/admin/dead-letters/" + letter.path("id").asText() + "/replay", "");

    assertThat(RunningOrdinal.data(replayed).path("replaying").asInt()).isEqualTo(1);
    await()
        .atMost(LIMIT)
        .until(() -> letters(orderNo).get(0).path("status").asText().equals("HANDLED"));
    assertThat(node.data("/orders/" + orderNo).path("status").asText()).isEqualTo("STOCK_RESERVED");
  }
}
