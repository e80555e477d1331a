package ordinal.cash.reconciliation;

import com.typesafe.config.Config;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;

/** The limits of this package; {@code reference.conf} has their values and reasons. */
public record ReconciliationSettings(
    Duration lookEvery,
    Duration consistencyEvery,
    Duration consistencyWindow,
    LocalTime dailyAt,
    ZoneId dailyZone,
    Duration dailyAgainAfter,
    Duration settle,
    Duration overlap,
    int page,
    double share,
    Duration lookAgainAfter,
    int lookAgainMost,
    Duration projectionWait,
    int mostListed,
    Duration stepLimit,
    Duration statementLimit,
    Duration refundLimit,
    Duration metricsEvery) {

  public static ReconciliationSettings of(Config root) {
    var config = root.getConfig("ordinal.cash.reconciliation");
    return new ReconciliationSettings(
        config.getDuration("look-every"),
        config.getDuration("consistency.every"),
        config.getDuration("consistency.window"),
        LocalTime.parse(config.getString("daily.at")),
        ZoneId.of(config.getString("daily.zone")),
        config.getDuration("daily.again-after"),
        config.getDuration("settle"),
        config.getDuration("overlap"),
        config.getInt("page"),
        share(config.getDouble("share")),
        config.getDuration("look-again-after"),
        config.getInt("look-again-most"),
        config.getDuration("projection-wait"),
        config.getInt("most-listed"),
        config.getDuration("step-limit"),
        config.getDuration("statement-limit"),
        config.getDuration("refund-limit"),
        config.getDuration("metrics-every"));
  }

  private static double share(double share) {
    if (share > 0 && share <= 1) return share;
    throw new IllegalArgumentException(
        "ordinal.cash.reconciliation.share is above 0 and at most 1, not " + share);
  }
}
