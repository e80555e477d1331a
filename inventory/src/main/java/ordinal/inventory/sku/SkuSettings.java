package ordinal.inventory.sku;

import com.typesafe.config.Config;
import java.time.Duration;

/** The limits of a sku; {@code reference.conf} has their values and reasons. */
public record SkuSettings(
    int maxBatch,
    int maxWaiting,
    int closedRemembered,
    int snapshotEvery,
    int snapshotsKept,
    Duration minBackoff,
    Duration maxBackoff,
    double backoffJitter,
    Duration askTimeout) {

  public static SkuSettings of(Config root) {
    var config = root.getConfig("ordinal.stock.sku");
    return new SkuSettings(
        config.getInt("max-batch"),
        config.getInt("max-waiting"),
        config.getInt("closed-remembered"),
        config.getInt("snapshot-every"),
        config.getInt("snapshots-kept"),
        config.getDuration("restart.min-backoff"),
        config.getDuration("restart.max-backoff"),
        config.getDouble("restart.jitter"),
        config.getDuration("ask-timeout"));
  }
}
