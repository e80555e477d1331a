package ordinal.projections.assets;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.List;
import ordinal.projections.tail.SliceRange;

/** The limits of this package; {@code reference.conf} has their values and reasons. */
public record AssetViewSettings(
    int slices,
    int instances,
    int page,
    Duration pace,
    Duration minBackoff,
    Duration maxBackoff,
    double jitter) {

  public static AssetViewSettings of(Config root) {
    var config = root.getConfig("ordinal.projections.assets");
    return new AssetViewSettings(
        root.getInt("ordinal.slices"),
        config.getInt("instances"),
        config.getInt("page"),
        config.getDuration("pace"),
        config.getDuration("restart.min-backoff"),
        config.getDuration("restart.max-backoff"),
        config.getDouble("restart.jitter"));
  }

  List<SliceRange> ranges() {
    return SliceRange.divide(slices, instances);
  }
}
