package ordinal.projections.deliveries;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.pekko.Done;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records where every event is on Kafka, by reading the topic as any consumer of committed records
 * does: what it has not read, nobody can read.
 *
 * <p>Rows and positions commit together, so every committed record is recorded exactly once,
 * whatever is killed when; a second recorder beside this one does no harm. An event that is on the
 * topic twice is counted and raises an alert. When Kafka has lost the end of a partition, the rows
 * that were there are forgotten, so that the audit finds them missing and sends the events again.
 *
 * <p>Runs on a thread of its own, because Kafka's consumer wants one. Broker or database away: it
 * tries again, for ever.
 */
public final class DeliveryRecorder {

  /** The projection's name. */
  public static final String NAME = "deliveries";

  private static final Logger LOG = LoggerFactory.getLogger(DeliveryRecorder.class);

  /** The first of a row of failures, and then about one a minute. */
  private static final int LOG_EVERY = 12;

  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final DeliveryStore store;
  private final List<String> topics;
  private final String journalId;
  private final DeliverySettings settings;
  private final Counter recorded;
  private final Counter doubled;
  private final Counter failed;
  private final CompletableFuture<Done> stopped = new CompletableFuture<>();
  private final Object turn = new Object();
  private boolean closed;
  private @Nullable Consumer<byte[], byte[]> open;

  private DeliveryRecorder(
      Supplier<Consumer<byte[], byte[]>> consumers,
      DataSource database,
      List<String> topics,
      String journalId,
      DeliverySettings settings,
      MeterRegistry metrics) {
    this.consumers = consumers;
    this.store = new DeliveryStore(database, topics);
    this.topics = topics;
    this.journalId = journalId;
    this.settings = settings;
    this.recorded =
        Counter.builder("projection.event.handled")
            .description("Events that a projection has taken in.")
            .tag("projection", NAME)
            .register(metrics);
    this.doubled =
        Counter.builder("consistency.event.doubled")
            .description("Events found on Kafka a second time; should be zero for ever.")
            .register(metrics);
    this.failed =
        Counter.builder("projection.failed")
            .description("Times that a projection had to start anew.")
            .tag("projection", NAME)
            .register(metrics);
  }

  /**
   * Starts its thread.
   *
   * @param consumers makes a consumer as {@link DeliveryConsumers} does
   * @param journalId records of another journal on the same topic are not ours
   */
  public static DeliveryRecorder start(
      Supplier<Consumer<byte[], byte[]>> consumers,
      DataSource database,
      List<String> topics,
      String journalId,
      DeliverySettings settings,
      MeterRegistry metrics) {
    var recorder = new DeliveryRecorder(consumers, database, topics, journalId, settings, metrics);
    var thread = new Thread(recorder::run, "ordinal-deliveries");
    thread.setDaemon(true);
    thread.start();
    return recorder;
  }

  /** Asks it to end; the answer comes when it has. */
  public CompletionStage<Done> close() {
    synchronized (turn) {
      closed = true;
      turn.notifyAll();
      if (open != null) open.wakeup();
    }
    return stopped;
  }

  private void run() {
    int failures = 0;
    try {
      while (!isClosed()) {
        try (var consumer = open()) {
          var reading =
              new DeliveryReading(consumer, store, topics, journalId, settings, recorded, doubled);
          while (!isClosed()) {
            var wait = reading.readOn();
            if (failures > 0) LOG.info("[Delivery] records again");
            failures = 0;
            waitFor(wait);
          }
        } catch (WakeupException e) {
          LOG.debug("woken to end");
        } catch (SQLException | KafkaException | IllegalStateException e) {
          if (failures % LOG_EVERY == 0) {
            LOG.warn("[Delivery] cannot record, tries again: {}", e.toString());
          }
          failed.increment();
          waitFor(backoff(failures++));
        }
      }
    } finally {
      stopped.complete(Done.getInstance());
    }
  }

  private Consumer<byte[], byte[]> open() {
    var consumer = consumers.get();
    synchronized (turn) {
      open = consumer;
      if (closed) consumer.wakeup();
    }
    return consumer;
  }

  private Duration backoff(int failures) {
    var wait = settings.minBackoff().multipliedBy(1L << Math.min(failures, 10));
    return wait.compareTo(settings.maxBackoff()) > 0 ? settings.maxBackoff() : wait;
  }

  private boolean isClosed() {
    synchronized (turn) {
      return closed;
    }
  }

  private void waitFor(Duration wait) {
    long until = System.nanoTime() + wait.toNanos();
    synchronized (turn) {
      for (long left = wait.toNanos(); !closed && left > 0; left = until - System.nanoTime()) {
        try {
          turn.wait(left / 1_000_000 + 1);
        } catch (InterruptedException e) {
          closed = true;
          Thread.currentThread().interrupt();
        }
      }
    }
  }
}
