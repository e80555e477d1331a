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
public final class EventProducer implements AutoCloseable {

  public static final String TRACE_HEADER = "X-Trace-Id";
  public static final String TIME_HEADER = "ce_time";

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);

  private final KafkaProducer<String, byte[]> producer;
  private final String topic;

  EventProducer(String bootstrap, String topic, int lingerMillis) {
    this.topic = topic;
    producer =
        new KafkaProducer<>(
            settings(bootstrap, lingerMillis), new StringSerializer(), new ByteArraySerializer());
  }

  /** All but the serializers, which are a key's as a text and a message's as its bytes. */
  public static Map<String, Object> settings(String bootstrap, int lingerMillis) {
    return Map.of(
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
  }

  Future<RecordMetadata> send(String key, String message, String traceId, Instant at) {
    var record = new ProducerRecord<>(topic, key, message.getBytes(UTF_8));
    record.headers().add(TRACE_HEADER, traceId.getBytes(UTF_8));
    record.headers().add(TIME_HEADER, at.toString().getBytes(UTF_8));
    return producer.send(record);
  }

  @Override
  public void close() {
    producer.close(CLOSE_LIMIT);
  }
}
