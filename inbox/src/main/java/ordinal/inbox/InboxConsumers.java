package ordinal.inbox;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Makes the consumer of an inbox: of committed records, whose offsets are not Kafka's affair. */
final class InboxConsumers {

  private InboxConsumers() {}

  static Consumer<byte[], byte[]> open(InboxSettings settings) {
    Map<String, Object> config = new HashMap<>();
    config.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrapServers());
    config.put(ConsumerConfig.GROUP_ID_CONFIG, settings.group());
    config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    // Positions are ours; one that Kafka does not have is to be seen, not mended.
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    // Those that stay need not stop for those that move.
    config.put(
        ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
        CooperativeStickyAssignor.class.getName());
    config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, settings.maxRecords());
    config.put(
        ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG,
        Math.toIntExact(settings.longestBatch().toMillis()));
    // Shorter than Kafka's 45 s, so that another one takes over soon after a crash.
    config.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 15_000);
    // Shorter than Kafka's minute, so that a broker that is away is noticed.
    config.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 10_000);
    config.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, 10_000);
    config.putAll(settings.kafka());
    return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }
}
