package ordinal.bridge;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topic beside a topic for the messages of it that died: {@code stock-events.dlq}. A record
 * there is what it was, with headers that say why it is there.
 *
 * <p>Sent before the transaction that buries the message. A crash in between sends it again, with
 * the same {@code ordinal-dlq-id}; a replay does not.
 */
final class DeadTopic implements AutoCloseable {

  static final String SUFFIX = ".dlq";

  private static final Logger LOG = LoggerFactory.getLogger(DeadTopic.class);

  /** What Kafka allows a message of its own, and our headers. */
  static final int LARGEST_RECORD = 16 << 20;

  private final String group;
  private final Duration limit;
  private final Producer<byte[], byte[]> producer;

  DeadTopic(String bootstrap, String group, Duration limit) {
    this.group = group;
    this.limit = limit;
    this.producer =
        new KafkaProducer<>(
            Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrap,
                ProducerConfig.CLIENT_ID_CONFIG,
                group + "-dlq",
                ProducerConfig.ACKS_CONFIG,
                "all",
                ProducerConfig.LINGER_MS_CONFIG,
                0,
                ProducerConfig.MAX_BLOCK_MS_CONFIG,
                limit.toMillis(),
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                LARGEST_RECORD),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /** Returns when Kafka has them all. */
  void send(List<Handled> dead, Instant now)
      throws ExecutionException, InterruptedException, TimeoutException {
    var sent = new ArrayList<Future<RecordMetadata>>(dead.size());
    for (var one : dead) sent.add(producer.send(record(one, now)));
    long until = System.nanoTime() + limit.toNanos();
    for (int i = 0; i < sent.size(); i++) {
      try {
        sent.get(i).get(Math.max(1, until - System.nanoTime()), TimeUnit.NANOSECONDS);
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof RecordTooLargeException)) throw e;
        // It stays in the table, bytes and all.
        LOG.error(
            "[Consumer] [ALERT] {} is too large for its {} topic: it is only in dead_letter",
            dead.get(i).received().place(),
            SUFFIX);
      }
    }
  }

  private ProducerRecord<byte[], byte[]> record(Handled dead, Instant now) {
    var received = dead.received();
    var headers = new RecordHeaders(received.headers().toArray());
    var from = received.partition();
    add(headers, "id", dead.letterId(group));
    add(headers, "reason", dead.reasonOrNone());
    add(headers, "attempts", Integer.toString(dead.attempts()));
    add(headers, "group", group);
    add(headers, "topic", from.topic());
    add(headers, "partition", Integer.toString(from.partition()));
    add(headers, "offset", Long.toString(received.offset()));
    add(headers, "time", now.toString());
    return new ProducerRecord<>(
        from.topic() + SUFFIX, null, received.key(), received.value(), headers);
  }

  private static void add(RecordHeaders headers, String name, String value) {
    headers.add("ordinal-dlq-" + name, value.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(5));
  }
}
