package ordinal.projections.kafka;

import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import ordinal.projections.tail.SliceRange;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A publisher's patience: tries until it works, with growing pauses, and says so once when it
 * begins to fail and once when it works again.
 */
final class Attempts {

  private static final Logger LOG = LoggerFactory.getLogger("ordinal.outbox");

  /** The projection was told to stop while it waited; it starts again from what is on Kafka. */
  static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** Work that may fail as Kafka and databases do. */
  @FunctionalInterface
  interface Work<T> {
    T run() throws SQLException;
  }

  private final SliceRange range;
  private final SliceStates states;
  private final OutboxMetrics metrics;
  private final Pauses pauses;
  private int failures;
  private boolean saidRetrying;

  Attempts(SliceRange range, KafkaSettings settings, SliceStates states, OutboxMetrics metrics) {
    this.range = range;
    this.states = states;
    this.metrics = metrics;
    this.pauses =
        new Pauses(
            new Backoff(settings.leastBackoff(), settings.longestBackoff(), settings.jitter()));
  }

  /** Tries until it works, or until it is stopped. */
  <T> T until(Work<T> work, Runnable afterFailure) {
    while (true) {
      try {
        var done = work.run();
        if (failures > 0) recovered();
        return done;
      } catch (KafkaException | SQLException | IllegalStateException e) {
        afterFailure.run();
        failures++;
        failed(e);
        if (!pauses.await(pauses.after(failures, ThreadLocalRandom.current()))) {
          throw new Stopped();
        }
      }
    }
  }

  /** Ends a wait for the next attempt; whether there was one. */
  boolean retryNow() {
    return pauses.end();
  }

  void start() {
    pauses.start();
  }

  /** Nothing may wait any more. */
  void stop() {
    pauses.stop();
  }

  private void failed(Exception e) {
    metrics.failed();
    var reason = e.getMessage() == null ? e.toString() : e.getMessage();
    if (!saidRetrying) {
      LOG.warn(
          "[OutboxRelay] slices {} cannot be published, trying again: {}", range.key(), reason);
      states.retrying(range, failures, reason);
      saidRetrying = true;
    }
  }

  private void recovered() {
    LOG.warn(
        "[OutboxRelay] slices {} are published again after {} attempt(s)", range.key(), failures);
    failures = 0;
    saidRetrying = false;
    states.running(range);
  }
}
