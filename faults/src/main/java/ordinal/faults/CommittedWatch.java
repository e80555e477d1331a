package ordinal.faults;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Follows the committed records of a topic as they come, and counts them. */
final class CommittedWatch implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration CALL_LIMIT = Duration.ofSeconds(5);
  private static final long RETRY_MILLIS = 250;

  private final String topic;
  private final Recoveries recoveries;
  private final KafkaConsumer<String, byte[]> consumer;
  private final Thread thread = new Thread(this::follow, "committed-watch");
  private final AtomicLong records = new AtomicLong();
  private volatile boolean closing;

  CommittedWatch(String bootstrap, String topic, Recoveries recoveries) {
    this.topic = topic;
    this.recoveries = recoveries;
    Map<String, Object> settings =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrap,
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            "read_committed",
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            "earliest",
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            false,
            ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
            false,
            ConsumerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG,
            200);
    consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer());
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  long records() {
    return records.get();
  }

  private void follow() {
    try (consumer) {
      boolean assigned = false;
      while (!closing) {
        try {
          assigned = assigned || assign();
          if (assigned) read();
        } catch (KafkaException e) {
          // The broker is away; that is what this is for.
          TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The topic may not be there yet. */
  private boolean assign() throws InterruptedException {
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic, CALL_LIMIT).stream()
            .map(p -> new TopicPartition(topic, p.partition()))
            .toList();
    if (partitions.isEmpty()) {
      TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
      return false;
    }
    consumer.assign(partitions);
    return true;
  }

  private void read() {
    for (var record : consumer.poll(POLL)) {
      records.incrementAndGet();
      recoveries.published(String.valueOf(record.key()));
    }
  }

  @Override
  public void close() {
    closing = true;
    try {
      thread.join(CALL_LIMIT.multipliedBy(2).toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
