package ordinal.assets;

import com.typesafe.config.Config;
import java.time.Duration;

/** The limits of accounts and coupons; {@code reference.conf} has their values and reasons. */
public record AssetSettings(
    int accountRemembers,
    int mostOpenHolds,
    int accountSnapshotEvery,
    int couponRemembers,
    int couponSnapshotEvery,
    int snapshotsKept,
    Duration minBackoff,
    Duration maxBackoff,
    double backoffJitter,
    Duration askTimeout) {

  public static AssetSettings of(Config root) {
    var config = root.getConfig("ordinal.assets");
    return new AssetSettings(
        config.getInt("account.remembered"),
        config.getInt("account.most-open-holds"),
        config.getInt("account.snapshot-every"),
        config.getInt("coupon.remembered"),
        config.getInt("coupon.snapshot-every"),
        config.getInt("snapshots-kept"),
        config.getDuration("restart.min-backoff"),
        config.getDuration("restart.max-backoff"),
        config.getDouble("restart.jitter"),
        config.getDuration("ask-timeout"));
  }
}
