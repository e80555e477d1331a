package ordinal.app;

import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import ordinal.projections.message.EventMessage;
import ordinal.servers.TestServers;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Keeps the messages of an order from what wallets, points and coupons do about it: one that tells
 * of an event that is not in the journal is tried again later, and all behind it wait. The node's
 * last {@code retry-after} must be longer than the test.
 */
final class StuckMessages {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  private static final String PARKED =
      " FROM parked_message WHERE consumer_group = 'ordinal-assets' AND biz_key = '%s'";

  private final TestNode node;
  private final String orderNo;

  private StuckMessages(TestNode node, String orderNo) {
    this.node = node;
    this.orderNo = orderNo;
  }

  /** From now on nothing that happens to the order reaches its assets. */
  static StuckMessages of(TestNode node, String orderNo) throws Exception {
    var message =
        """
        {"eventId":"stuck-%s","eventType":"OrderCompleted","bizKey":"%s","sequenceNr":1000,
         "payload":{}}"""
            .formatted(orderNo, orderNo);
    var stuck = new StuckMessages(node, orderNo);
    stuck.send(message);
    await().atMost(LIMIT).until(() -> stuck.count() == 1);
    return stuck;
  }

  private long count() throws SQLException {
    return node.number("SELECT COUNT(*)" + PARKED.formatted(orderNo));
  }

  /** Also one that was lost, and turns up again. */
  void send(String message) throws Exception {
    Map<String, Object> config =
        Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, TestServers.kafka().bootstrapServers());
    try (var producer =
        new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
      producer.send(new ProducerRecord<>(EventMessage.ORDER_EVENTS, orderNo, message)).get();
    }
  }

  /** Until so many messages of the order wait; then they are lost. Returns the last. */
  String lose(int expected) throws Exception {
    await().atMost(LIMIT).until(() -> count() == expected + 1);
    var last =
        node.query("SELECT payload" + PARKED.formatted(orderNo) + " ORDER BY offset_no DESC");
    try (var db = node.database.connect();
        var statement = db.createStatement()) {
      statement.executeUpdate("DELETE" + PARKED.formatted(orderNo));
    }
    return last.get(0).get(0);
  }
}
