package ordinal.http.events;

import java.time.Duration;

/**
 * Limits of open streams; {@code reference.conf} has their values and reasons.
 *
 * @param mostOpen how many this node holds open at once
 * @param keepAlive how long a stream may be silent before a comment is sent
 * @param retry how long a listener is asked to wait before it connects again
 */
public record StreamSettings(int mostOpen, Duration keepAlive, Duration retry) {
  public StreamSettings {
    if (mostOpen < 0) {
      throw new IllegalArgumentException("ordinal.http.events.most-open must not be negative");
    }
    if (keepAlive.isNegative() || keepAlive.isZero()) {
      throw new IllegalArgumentException("ordinal.http.events.keep-alive must be above zero");
    }
    if (retry.isNegative()) {
      throw new IllegalArgumentException("ordinal.http.events.retry must not be negative");
    }
  }
}
