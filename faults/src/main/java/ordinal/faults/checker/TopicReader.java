package ordinal.faults.checker;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/** Reads all committed records of a topic, from its beginning to its end now. */
final class TopicReader {

  private static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration CALL_LIMIT = Duration.ofSeconds(20);

  private TopicReader() {}

  /**
   * In the order of each partition, one partition behind the other.
   *
   * @param journalId records that name another journal in their header are not ours; empty takes
   *     all
   */
  static List<SentRecord> read(String bootstrap, String topic, String journalId) {
    try (var consumer = consumer(bootstrap)) {
      var partitions =
          consumer.partitionsFor(topic, CALL_LIMIT).stream()
              .map(p -> new TopicPartition(topic, p.partition()))
              .toList();
      if (partitions.isEmpty()) throw new CheckFailure("Kafka has no topic " + topic);
      consumer.assign(partitions);
      requireAll(consumer, partitions);
      var byPartition = read(consumer, partitions, journalId);
      return byPartition.stream().flatMap(List::stream).toList();
    } catch (KafkaException e) {
      throw new CheckFailure("cannot read Kafka at " + bootstrap + ": " + e.getMessage(), e);
    }
  }

  private static KafkaConsumer<String, byte[]> consumer(String bootstrap) {
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
            false);
    return new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer());
  }

  /** What Kafka has let go of cannot be compared, and would look lost. */
  private static void requireAll(
      KafkaConsumer<String, byte[]> consumer, List<TopicPartition> partitions) {
    consumer
        .beginningOffsets(partitions, CALL_LIMIT)
        .forEach(
            (partition, first) -> {
              if (first > 0) {
                throw new CheckFailure(
                    "%s begins at offset %d: Kafka has let go of older records, so they cannot be compared"
                        .formatted(partition, first));
              }
            });
  }

  private static List<List<SentRecord>> read(
      KafkaConsumer<String, byte[]> consumer, List<TopicPartition> partitions, String journalId) {
    var records = new ArrayList<List<SentRecord>>();
    for (int i = 0; i < partitions.size(); i++) records.add(new ArrayList<>());
    consumer.seekToBeginning(partitions);
    var ends = consumer.endOffsets(partitions, CALL_LIMIT);
    long lastProgress = System.nanoTime();
    while (ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
      var polled = consumer.poll(POLL);
      if (!polled.isEmpty()) lastProgress = System.nanoTime();
      if (System.nanoTime() - lastProgress > STALL_NANOS) {
        throw new CheckFailure("Kafka stopped giving records before the topic's end");
      }
      for (var record : polled) {
        if (isOurs(record, journalId)) records.get(record.partition()).add(sent(record));
      }
    }
    return records;
  }

  private static boolean isOurs(ConsumerRecord<String, byte[]> record, String journalId) {
    var of = header(record, "ordinal-journal");
    return journalId.isEmpty() || of == null || of.equals(journalId);
  }

  private static SentRecord sent(ConsumerRecord<String, byte[]> record) {
    return new SentRecord(
        record.partition(),
        record.offset(),
        record.key(),
        header(record, "ce_id"),
        header(record, "X-Trace-Id"),
        header(record, "ordinal-ordering"),
        record.value() == null ? "" : new String(record.value(), StandardCharsets.UTF_8));
  }

  private static @Nullable String header(ConsumerRecord<String, byte[]> record, String name) {
    var header = record.headers().lastHeader(name);
    return header == null ? null : new String(header.value(), StandardCharsets.UTF_8);
  }
}
