package ordinal.cash.reconciliation;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How long a run of the schedule rests after each page. It works for the least share of the time
 * that is enough to be through in time, but for its own share at least: the more there is to
 * compare, the less it rests. One that is late does not rest at all.
 */
final class Pace {

  /** A page that a busy database took long for tells little about the next ones. */
  static final Duration LONGEST_REST = Duration.ofSeconds(10);

  private final double leastShare;
  private final long places;
  private final LongSupplier nanos;
  private final long until;
  private long worked;

  /**
   * @param within when all places are to be compared
   * @param nanos a clock like {@link System#nanoTime}
   */
  Pace(double leastShare, Duration within, long places, LongSupplier nanos) {
    this.leastShare = leastShare;
    this.places = places;
    this.nanos = nanos;
    this.until = nanos.getAsLong() + within.toNanos();
  }

  /**
   * @param page how long the last page took
   * @param compared places so far
   */
  Duration rest(Duration page, long compared) {
    worked += page.toNanos();
    double toWork = (double) worked / Math.max(1, compared) * (places - compared);
    double left = until - nanos.getAsLong();
    double needed = left > toWork ? toWork / left : 1;
    double share = Math.max(leastShare, needed);
    var rest = Duration.ofNanos(Math.round(page.toNanos() * (1 / share - 1)));
    return rest.compareTo(LONGEST_REST) < 0 ? rest : LONGEST_REST;
  }
}
