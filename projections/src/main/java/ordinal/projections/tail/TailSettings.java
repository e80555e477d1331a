package ordinal.projections.tail;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * The limits of the journal tail; {@code reference.conf} has their values and reasons.
 *
 * @param fencing never off but in the test that shows what is lost without it
 */
public record TailSettings(
    int slices,
    Duration patience,
    Duration poll,
    Duration pace,
    Duration busyPace,
    Duration lockWait,
    int headPage,
    int page,
    int bufferRows,
    long bufferBytes,
    boolean fencing) {

  public static TailSettings of(Config root) {
    var config = root.getConfig("ordinal.projections.tail");
    return new TailSettings(
        root.getInt("ordinal.slices"),
        config.getDuration("patience"),
        config.getDuration("poll"),
        config.getDuration("pace"),
        config.getDuration("busy-pace"),
        config.getDuration("lock-wait"),
        config.getInt("head-page"),
        config.getInt("page"),
        config.getInt("buffer-rows"),
        config.getBytes("buffer-size"),
        true);
  }
}
