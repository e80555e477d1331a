package ordinal.projections.deliveries;

import com.typesafe.config.Config;
import java.time.Duration;

/** The limits of the recorder; {@code reference.conf} has their values and reasons. */
public record DeliverySettings(
    Duration poll,
    int fetchMinBytes,
    int maxRecords,
    Duration partitionsEvery,
    Duration pausedEvery,
    Duration minBackoff,
    Duration maxBackoff) {

  public static DeliverySettings of(Config root) {
    var config = root.getConfig("ordinal.projections.deliveries");
    return new DeliverySettings(
        config.getDuration("poll"),
        Math.toIntExact(config.getBytes("fetch-min-size")),
        config.getInt("max-records"),
        config.getDuration("partitions-every"),
        config.getDuration("paused-every"),
        config.getDuration("retry.min-backoff"),
        config.getDuration("retry.max-backoff"));
  }
}
