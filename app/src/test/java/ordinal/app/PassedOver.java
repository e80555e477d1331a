package ordinal.app;

import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import ordinal.servers.TestServers;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Makes a node's publisher pass over the next event: says on Kafka, in the publisher's own name,
 * that it is out already. The publisher finds itself fenced, reads the position, and goes on behind
 * an event that nobody has sent.
 */
final class PassedOver {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final TestNode node;

  PassedOver(TestNode node) {
    this.node = node;
  }

  /** What is stored next is lost on its way to Kafka. Returns its place in the journal. */
  long next() throws Exception {
    awaitQuiet();
    var journalId =
        node.query("SELECT value FROM fixed_setting WHERE name = 'journal-id'").get(0).get(0);
    long next =
        node.number(
            "SELECT AUTO_INCREMENT FROM information_schema.tables"
                + " WHERE table_schema = DATABASE() AND table_name = 'event_journal'");
    var publisher = "0-" + (node.settings.slices() - 1);
    Map<String, Object> config =
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            TestServers.kafka().bootstrapServers(),
            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            "ordinal-" + journalId + "-" + publisher);
    var position = "{\"ordering\":" + next + "}";
    try (var producer =
        new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer())) {
      producer.initTransactions();
      producer.beginTransaction();
      var at =
          new ProducerRecord<>(
              "ordinal-offsets",
              0,
              journalId + "/" + publisher,
              position.getBytes(StandardCharsets.UTF_8));
      producer.send(at);
      producer.commitTransaction();
    }
    return next;
  }

  /** Everything that follows from anything has been stored. */
  private void awaitQuiet() {
    var last = new AtomicLong(-1);
    await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofSeconds(2))
        .until(
            () -> {
              long now = node.number("SELECT MAX(ordering) FROM event_journal");
              return last.getAndSet(now) == now;
            });
  }
}
