package ordinal.projections.deliveries;

import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Makes consumers for {@link DeliveryRecorder}: of committed records only, and in no group. */
public final class DeliveryConsumers {

  private DeliveryConsumers() {}

  public static Supplier<Consumer<byte[], byte[]>> of(
      String bootstrapServers, DeliverySettings settings) {
    var config =
        Map.<String, Object>ofEntries(
            Map.entry(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers),
            Map.entry(ConsumerConfig.CLIENT_ID_CONFIG, "ordinal-deliveries"),
            Map.entry(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed"),
            Map.entry(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false),
            Map.entry(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false),
            // Positions are ours; one that Kafka does not have is to be seen, not mended.
            Map.entry(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none"),
            Map.entry(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, settings.fetchMinBytes()),
            Map.entry(
                ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
                Math.toIntExact(settings.poll().toMillis())),
            Map.entry(
                ConsumerConfig.METADATA_MAX_AGE_CONFIG, settings.partitionsEvery().toMillis()),
            // Shorter than Kafka's minute, so that a broker that is away is noticed.
            Map.entry(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 10_000),
            Map.entry(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, 10_000),
            // Bounds the memory: a record may be 1 MB, and there are 16 partitions.
            Map.entry(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, 8 << 20),
            Map.entry(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, settings.maxRecords()));
    return () ->
        new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }
}
