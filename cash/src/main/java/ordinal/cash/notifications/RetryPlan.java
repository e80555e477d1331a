package ordinal.cash.notifications;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Waits that double with every failure, a little differently each time, so that what failed
 * together does not come back together.
 *
 * @param jitter the share by which a wait may be shorter or longer
 * @param attempts how many there are before it is given up
 */
record RetryPlan(Duration first, Duration longest, double jitter, int attempts) {

  private static final int DOUBLES_AT_MOST = 30;

  boolean isOver(int failures) {
    return failures >= attempts;
  }

  /** How long to wait after so many failures. */
  Duration after(int failures, RandomGenerator random) {
    int doubled = Math.min(failures - 1, DOUBLES_AT_MOST);
    long millis = Math.min(first.toMillis() << doubled, longest.toMillis());
    double spread = 1 + jitter * (2 * random.nextDouble() - 1);
    return Duration.ofMillis(Math.round(millis * spread));
  }
}
