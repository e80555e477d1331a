package ordinal.projections.views;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.List;
import ordinal.projections.tail.SliceRange;

/** The limits of the views; {@code reference.conf} has their values and reasons. */
public record ViewSettings(
    int slices,
    int instances,
    int page,
    Duration pace,
    Duration minBackoff,
    Duration maxBackoff,
    double jitter) {

  public static ViewSettings of(Config root) {
    var config = root.getConfig("ordinal.projections.orders");
    int instances = config.getInt("instances");
    if (instances < 1) {
      throw new IllegalArgumentException(
          "ordinal.projections.orders.instances is %d: give at least 1".formatted(instances));
    }
    return new ViewSettings(
        root.getInt("ordinal.slices"),
        instances,
        config.getInt("page"),
        config.getDuration("pace"),
        config.getDuration("restart.min-backoff"),
        config.getDuration("restart.max-backoff"),
        config.getDouble("restart.jitter"));
  }

  /** What each instance follows. */
  public List<SliceRange> ranges() {
    return SliceRange.divide(slices, instances);
  }
}
