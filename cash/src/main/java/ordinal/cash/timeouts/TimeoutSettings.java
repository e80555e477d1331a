package ordinal.cash.timeouts;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.List;
import ordinal.projections.tail.SliceRange;

/** The limits of this package; {@code reference.conf} has their values and reasons. */
public record TimeoutSettings(
    int slices,
    int instances,
    int page,
    Duration pace,
    Duration minBackoff,
    Duration maxBackoff,
    double jitter,
    Duration paymentTimeout,
    Duration lookEvery,
    int cancelAtOnce,
    Duration lockTimeout,
    Duration reaperInterval,
    int reapAtOnce) {

  public static TimeoutSettings of(Config root) {
    var deadlines = root.getConfig("ordinal.cash.jobs.deadlines");
    return new TimeoutSettings(
        root.getInt("ordinal.slices"),
        deadlines.getInt("instances"),
        deadlines.getInt("page"),
        deadlines.getDuration("pace"),
        deadlines.getDuration("restart.min-backoff"),
        deadlines.getDuration("restart.max-backoff"),
        deadlines.getDouble("restart.jitter"),
        root.getDuration("ordinal.payment-timeout"),
        deadlines.getDuration("look-every"),
        deadlines.getInt("cancel-at-once"),
        root.getDuration("ordinal.lock-timeout"),
        root.getDuration("ordinal.reaper-interval"),
        root.getInt("ordinal.cash.jobs.reap-at-once"));
  }

  List<SliceRange> ranges() {
    return SliceRange.divide(slices, instances);
  }
}
