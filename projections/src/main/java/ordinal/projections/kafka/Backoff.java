package ordinal.projections.kafka;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Waits that grow with every failure, a little differently each time, so that nobody marches. */
record Backoff(Duration least, Duration longest, double jitter) {

  private static final int DOUBLES_AT_MOST = 20;

  /**
   * How long to wait before the next attempt.
   *
   * @param failures how many there were in a row, this one included
   */
  Duration after(int failures, RandomGenerator random) {
    int doubled = Math.min(failures - 1, DOUBLES_AT_MOST);
    long millis = Math.min(least.toMillis() << doubled, longest.toMillis());
    double spread = 1 + jitter * (2 * random.nextDouble() - 1);
    return Duration.ofMillis(Math.min(Math.round(millis * spread), longest.toMillis()));
  }
}
