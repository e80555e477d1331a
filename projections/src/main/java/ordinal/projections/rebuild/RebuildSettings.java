package ordinal.projections.rebuild;

import com.typesafe.config.Config;
import java.time.Duration;

/** The limits of a rebuild; {@code reference.conf} has their values and reasons. */
public record RebuildSettings(
    Duration stallLimit,
    Duration holdLimit,
    Duration tableWait,
    int switchAttempts,
    Duration statementLimit) {

  public static RebuildSettings of(Config root) {
    var config = root.getConfig("ordinal.projections.rebuild");
    return new RebuildSettings(
        config.getDuration("stall-limit"),
        config.getDuration("hold-limit"),
        config.getDuration("table-wait"),
        config.getInt("switch-attempts"),
        config.getDuration("statement-limit"));
  }
}
