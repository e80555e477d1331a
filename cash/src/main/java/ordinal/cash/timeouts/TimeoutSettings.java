package ordinal.cash.timeouts;

import com.typesafe.config.Config;
import java.time.Duration;

/** The limits of this package; {@code reference.conf} has their values and reasons. */
public record TimeoutSettings(
    Duration paymentTimeout,
    Duration lookEvery,
    int cancelAtOnce,
    Duration lockTimeout,
    Duration reaperInterval,
    int reapAtOnce) {

  public static TimeoutSettings of(Config root) {
    var jobs = root.getConfig("ordinal.cash.jobs");
    return new TimeoutSettings(
        root.getDuration("ordinal.payment-timeout"),
        jobs.getDuration("look-every"),
        jobs.getInt("cancel-at-once"),
        root.getDuration("ordinal.lock-timeout"),
        root.getDuration("ordinal.reaper-interval"),
        jobs.getInt("reap-at-once"));
  }
}
