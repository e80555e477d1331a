package ordinal.projections.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Finds a slice's last committed position on Kafka. Read from the partition's end backwards, in
 * steps that double: the last one is nearly always among the last few records.
 */
final class PositionReader {

  private static final long FIRST_STEP = 64;
  private static final Duration POLL = Duration.ofMillis(200);

  private final KafkaSettings settings;

  PositionReader(KafkaSettings settings) {
    this.settings = settings;
  }

  /** Must be asked after {@code initTransactions}: only then nobody else can still commit one. */
  SlicePosition last(String key, int partition) {
    var at = new TopicPartition(Topics.OFFSETS, partition);
    try (var consumer =
        new KafkaConsumer<>(config(), new StringDeserializer(), new ByteArrayDeserializer())) {
      consumer.assign(List.of(at));
      long begin = consumer.beginningOffsets(List.of(at)).getOrDefault(at, 0L);
      long end = consumer.endOffsets(List.of(at)).getOrDefault(at, 0L);
      long known = end;
      for (long step = FIRST_STEP; known > begin; step *= 2) {
        long from = Math.max(begin, known - step);
        var found = lastBetween(consumer, at, from, known, key);
        if (found != null) return found;
        known = from;
      }
      return SlicePosition.NONE;
    }
  }

  /**
   * As long as an attempt to publish may take: a broker that went away meanwhile is not waited for.
   */
  private Duration limit() {
    return settings.requestTimeout().multipliedBy(2);
  }

  private @Nullable SlicePosition lastBetween(
      KafkaConsumer<String, byte[]> consumer, TopicPartition at, long from, long to, String key) {
    consumer.seek(at, from);
    SlicePosition found = null;
    long deadline = System.nanoTime() + limit().toNanos();
    while (consumer.position(at) < to) {
      for (var record : consumer.poll(POLL).records(at)) {
        if (record.offset() < to && record.key().equals(key)) {
          found = SlicePosition.of(record.value());
        }
      }
      if (System.nanoTime() > deadline) {
        throw new org.apache.kafka.common.errors.TimeoutException(
            "the position of " + key + " could not be read in time");
      }
    }
    return found;
  }

  private Map<String, Object> config() {
    return Map.of(
        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
        settings.bootstrap(),
        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
        "read_committed",
        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
        "none",
        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
        false,
        ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG,
        (int) settings.requestTimeout().toMillis(),
        ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
        (int) limit().toMillis());
  }
}
