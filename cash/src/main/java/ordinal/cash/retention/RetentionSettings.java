package ordinal.cash.retention;

import com.typesafe.config.Config;
import java.time.Duration;

/** The limits of this package; {@code reference.conf} has their values and reasons. */
public record RetentionSettings(
    Duration every,
    int batch,
    int batches,
    Duration pause,
    Duration notificationsAfter,
    Duration consumeLogAfter,
    Duration deadLettersAfter,
    Duration reconciliationsAfter) {

  public static RetentionSettings of(Config root) {
    var config = root.getConfig("ordinal.cash.retention");
    return new RetentionSettings(
        config.getDuration("every"),
        config.getInt("batch"),
        config.getInt("batches"),
        config.getDuration("pause"),
        config.getDuration("notifications-after"),
        config.getDuration("consume-log-after"),
        config.getDuration("dead-letters-after"),
        config.getDuration("reconciliations-after"));
  }
}
