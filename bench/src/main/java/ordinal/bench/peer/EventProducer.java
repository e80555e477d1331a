package ordinal.bench.peer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Sends messages, each with its order's number as its key, its trace and its time. All in-sync
 * replicas acknowledge, and the producer neither doubles nor reorders what it sends again.
 */
final class EventProducer implements AutoCloseable {

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);

  private final KafkaProducer<String, byte[]> producer;
  private final String topic;

  EventProducer(String bootstrap, String topic, int lingerMillis) {
    this.topic = topic;
    Map<String, Object> settings =
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrap,
            ProducerConfig.ACKS_CONFIG,
            "all",
            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
            true,
            ProducerConfig.LINGER_MS_CONFIG,
            lingerMillis,
            ProducerConfig.BATCH_SIZE_CONFIG,
            128 << 10,
            ProducerConfig.BUFFER_MEMORY_CONFIG,
            32L << 20,
            ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
            5_000,
            ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
            10_000,
            ProducerConfig.MAX_BLOCK_MS_CONFIG,
            10_000);
    producer = new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
  }

  Future<RecordMetadata> send(String key, String message, String traceId, Instant at) {
    var record = new ProducerRecord<>(topic, key, message.getBytes(UTF_8));
    record.headers().add("X-Trace-Id", traceId.getBytes(UTF_8));
    record.headers().add("ce_time", at.toString().getBytes(UTF_8));
    return producer.send(record);
  }

  @Override
  public void close() {
    producer.close(CLOSE_LIMIT);
  }
}
