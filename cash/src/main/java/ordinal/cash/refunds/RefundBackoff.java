package ordinal.cash.refunds;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Waits that double with every attempt, a little differently each time, so that nobody marches. */
public record RefundBackoff(Duration least, Duration longest, double jitter) {

  private static final int DOUBLES_AT_MOST = 20;

  /**
   * How long to wait before the next attempt.
   *
   * @param attempts how many there were, this one included
   */
  Duration after(int attempts, RandomGenerator random) {
    int doubled = Math.min(attempts - 1, DOUBLES_AT_MOST);
    long millis = Math.min(least.toMillis() << doubled, longest.toMillis());
    return Duration.ofMillis(Math.round(millis * (1 + jitter * (2 * random.nextDouble() - 1))));
  }
}
