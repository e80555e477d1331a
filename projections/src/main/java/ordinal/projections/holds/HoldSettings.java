package ordinal.projections.holds;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.List;
import ordinal.projections.tail.SliceRange;

/** The limits of this package; {@code reference.conf} has their values and reasons. */
public record HoldSettings(
    int slices,
    int instances,
    int page,
    Duration pace,
    Duration minBackoff,
    Duration maxBackoff,
    double jitter,
    Duration reapEvery,
    int reapAtOnce) {

  public static HoldSettings of(Config root) {
    var config = root.getConfig("ordinal.projections.holds");
    return new HoldSettings(
        root.getInt("ordinal.slices"),
        config.getInt("instances"),
        config.getInt("page"),
        config.getDuration("pace"),
        config.getDuration("restart.min-backoff"),
        config.getDuration("restart.max-backoff"),
        config.getDouble("restart.jitter"),
        root.getDuration("ordinal.flash-sale.reap-every"),
        root.getInt("ordinal.flash-sale.reap-at-once"));
  }

  List<SliceRange> ranges() {
    return SliceRange.divide(slices, instances);
  }
}
