package ordinal.projections.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import ordinal.projections.tail.SliceRange;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * A publisher's transactional producer, for as long as nothing goes wrong: after any failure it is
 * thrown away, and the next one begins at the beginning.
 *
 * <p>Its transactional id is its slices, so that opening one fences the one before it, wherever
 * that lives: a zombie's transaction can no longer commit. Only then the position is read, and it
 * cannot be out of date.
 */
final class SliceProducer implements AutoCloseable {

  /** What cannot be sent, whoever tries however often. */
  static final class Unsendable extends Exception {
    private static final long serialVersionUID = 1L;

    private final int index;

    Unsendable(int index, Throwable cause) {
      super(cause.getMessage(), cause);
      this.index = index;
    }

    /** Which one of those that were to be sent. */
    int index() {
      return index;
    }
  }

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);

  private final KafkaProducer<String, byte[]> producer;
  private final String key;
  private final int offsetsPartition;
  private SlicePosition position;

  /** Fences the one before, and finds out how far it came. */
  SliceProducer(KafkaSettings settings, String journalId, SliceRange range) {
    this.key = journalId + "/" + range.key();
    this.offsetsPartition = range.first() % settings.partitions();
    this.producer =
        new KafkaProducer<>(
            config(settings, "ordinal-" + journalId + "-" + range.key()),
            new StringSerializer(),
            new ByteArraySerializer());
    try {
      producer.initTransactions();
      this.position = new PositionReader(settings).last(key, offsetsPartition);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private static Map<String, Object> config(KafkaSettings settings, String transactionalId) {
    int request = (int) settings.requestTimeout().toMillis();
    Map<String, Object> config = new HashMap<>();
    config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, settings.bootstrap());
    config.put(ProducerConfig.CLIENT_ID_CONFIG, transactionalId);
    config.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
    config.put(
        ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, (int) settings.transactionTimeout().toMillis());
    config.put(ProducerConfig.ACKS_CONFIG, "all");
    // A transaction is flushed as a whole: waiting for more to send is waiting for nothing.
    config.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    config.put(ProducerConfig.BATCH_SIZE_CONFIG, 128 << 10);
    config.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 16L << 20);
    config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, 4 << 20);
    config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, request);
    config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 2 * request);
    config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 2 * request);
    // The coordinator may still be ending the transaction before, which takes it a moment.
    config.put(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, 2);
    config.put(ProducerConfig.RETRY_BACKOFF_MAX_MS_CONFIG, 500);
    config.put(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 500);
    return config;
  }

  SlicePosition position() {
    return position;
  }

  /**
   * Sends all of them and the new position in one transaction: all or none are ever visible.
   *
   * @throws Unsendable when one can never be sent; nothing was
   * @throws KafkaException when it is not known what became of it, or nothing did
   */
  void publish(List<ProducerRecord<String, byte[]>> records, SlicePosition next) throws Unsendable {
    producer.beginTransaction();
    var sent = new ArrayList<Future<RecordMetadata>>(records.size());
    try {
      for (var record : records) sent.add(producer.send(record));
      var at = new ProducerRecord<>(Topics.OFFSETS, offsetsPartition, key, next.toBytes());
      sent.add(producer.send(at));
      producer.commitTransaction();
    } catch (KafkaException e) {
      var unsendable = unsendable(sent, e);
      if (unsendable == null) throw e;
      throw unsendable;
    }
    position = next;
  }

  /** The database knows of it now, so the next position need not say it. */
  void forgetReplayed(String persistenceId) {
    position = position.withoutReplayed(persistenceId);
  }

  /** A failed commit does not say which record it was; the records themselves do. */
  private static @Nullable Unsendable unsendable(
      List<Future<RecordMetadata>> sent, KafkaException failure) {
    for (int i = 0; i < sent.size(); i++) {
      var one = sent.get(i);
      if (!one.isDone()) continue;
      try {
        one.get();
      } catch (ExecutionException e) {
        if (e.getCause() != null && isFinal(e.getCause())) return new Unsendable(i, e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return isFinal(failure) ? new Unsendable(sent.size(), failure) : null;
  }

  /**
   * Not authorised is not among them: that is the broker's settings, which somebody will mend, and
   * until then every order's events would end as dead letters.
   */
  private static boolean isFinal(Throwable failure) {
    return failure instanceof RecordTooLargeException
        || failure instanceof SerializationException
        || failure instanceof InvalidTopicException;
  }

  static byte[] text(String value) {
    return value.getBytes(UTF_8);
  }

  /** Gives up what is under way; the broker aborts it when the next one begins. */
  @Override
  public void close() {
    producer.close(CLOSE_LIMIT);
  }
}
