package ordinal.bench;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SynchronizedHistogram;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * A consumer of committed records that notes how old each is when it sees it, on a thread of its
 * own.
 *
 * <p>An event's age counts from when the order made it, which is before it was committed: so a
 * figure holds the write too, and is never too low. Both clocks are this machine's, and have a
 * resolution of a millisecond.
 */
public final class PublishLatency implements AutoCloseable {

  /** Where Ordinal publishes. */
  public static final String ORDER_EVENTS = "order-events";

  private static final long MAX_MILLIS = TimeUnit.MINUTES.toMillis(10);

  private final KafkaConsumer<String, byte[]> consumer;
  private final Histogram ages = new SynchronizedHistogram(1, MAX_MILLIS, 3);
  private final Thread thread = new Thread(this::run, "read-committed");
  private volatile boolean counting;
  private volatile boolean stopped;
  private final AtomicLong seen = new AtomicLong();

  /** Returns when the consumer stands at the end of every partition. */
  public PublishLatency(String bootstrap, String topic) {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            bootstrap,
            "isolation.level",
            "read_committed",
            "fetch.min.bytes",
            1,
            "fetch.max.wait.ms",
            500);
    consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer());
    var partitions =
        consumer.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(topic, info.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToEnd(partitions);
    partitions.forEach(consumer::position);
    thread.setDaemon(true);
    thread.start();
  }

  /** From now on, what is seen counts. */
  public void count() {
    counting = true;
  }

  /** From now on, nothing counts, and what counted so far is forgotten. */
  public void reset() {
    counting = false;
    ages.reset();
  }

  public double millisAt(double percentile) {
    return (double) ages.getValueAtPercentile(percentile);
  }

  public long seen() {
    return seen.get();
  }

  private void run() {
    while (!stopped) {
      for (var record : consumer.poll(Duration.ofMillis(100))) {
        seen.incrementAndGet();
        if (counting) ages.recordValue(age(record));
      }
    }
    consumer.close();
  }

  private static long age(ConsumerRecord<String, byte[]> record) {
    var made = new String(record.headers().lastHeader("ce_time").value(), StandardCharsets.UTF_8);
    long millis = System.currentTimeMillis() - Instant.parse(made).toEpochMilli();
    return Math.max(1, Math.min(MAX_MILLIS, millis));
  }

  String report() {
    var report = new StringBuilder();
    LoadResult.line(
        report,
        "publish ms",
        "p50 %d  p99 %d  p99.9 %d  max %d  (made -> seen by a read_committed consumer, %d events)",
        ages.getValueAtPercentile(50),
        ages.getValueAtPercentile(99),
        ages.getValueAtPercentile(99.9),
        ages.getMaxValue(),
        ages.getTotalCount());
    return report.toString();
  }

  @Override
  public void close() {
    stopped = true;
    try {
      thread.join(TimeUnit.SECONDS.toMillis(5));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
