package ordinal.inventory.reservation;

import com.typesafe.config.Config;
import java.time.Duration;

/** The limits of a reservation; {@code reference.conf} has their values and reasons. */
public record ReservationSettings(
    int maxWaiting,
    Duration minBackoff,
    Duration maxBackoff,
    double backoffJitter,
    Duration askTimeout) {

  public static ReservationSettings of(Config root) {
    var config = root.getConfig("ordinal.stock.reservation");
    return new ReservationSettings(
        config.getInt("max-waiting"),
        config.getDuration("restart.min-backoff"),
        config.getDuration("restart.max-backoff"),
        config.getDouble("restart.jitter"),
        config.getDuration("ask-timeout"));
  }
}
