package ordinal.order;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Stands still until it is told to go on. Read by the entity's thread, moved by the test's. */
final class TestClock extends Clock {

  private volatile Instant now = Samples.NOON;

  void advance(Duration by) {
    now = now.plus(by);
  }

  void reset() {
    now = Samples.NOON;
  }

  @Override
  public Instant instant() {
    return now;
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("an order knows no time zone");
  }
}
