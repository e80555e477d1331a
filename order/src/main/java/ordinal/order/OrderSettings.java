package ordinal.order;

import com.typesafe.config.Config;
import java.time.Duration;

/** The limits of an order; {@code reference.conf} has their values and reasons. */
public record OrderSettings(
    int snapshotEvery,
    int snapshotsKept,
    Duration minBackoff,
    Duration maxBackoff,
    double backoffJitter,
    Duration askTimeout,
    Duration readLimit,
    Duration readPause,
    String readJournal,
    long longestHistory) {

  public static OrderSettings of(Config root) {
    var config = root.getConfig("ordinal.order");
    return new OrderSettings(
        config.getInt("snapshot-every"),
        config.getInt("snapshots-kept"),
        config.getDuration("restart.min-backoff"),
        config.getDuration("restart.max-backoff"),
        config.getDouble("restart.jitter"),
        config.getDuration("ask-timeout"),
        config.getDuration("read-limit"),
        config.getDuration("read-pause"),
        config.getString("read-journal"),
        config.getLong("longest-history"));
  }
}
