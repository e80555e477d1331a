package ordinal.http.serving;

import java.util.concurrent.atomic.AtomicLong;
import ordinal.kernel.ErrorCode;
import ordinal.projections.operation.OutboxPressure;
import org.jspecify.annotations.Nullable;

/**
 * Slows callers down while too many events wait to be published, before anything breaks.
 *
 * <pre>
 * waiting                     what would store something
 * up to slow-above            goes on
 * from there to stop-above    a share of it is told to come again, A0500: none at the lower end,
 *                             all at the upper, growing evenly between them
 * above                       all of it, B0100
 * </pre>
 *
 * The share is exact, not drawn by lot: the parts of requests are added up, and each time they make
 * a whole, one is held back. Of any 100 in a row at a share of 30 %, 30 are, give or take one, and
 * evenly spread.
 */
public final class OutboxGate {

  /**
   * How many events may wait.
   *
   * @param slowAbove from here on callers are slowed down; 0 for not before the stop
   * @param stopAbove from here on nothing more is taken; 0 turns both off
   */
  public record Limits(long slowAbove, long stopAbove) {
    public Limits {
      if (slowAbove < 0 || stopAbove < 0) {
        throw new IllegalArgumentException(
            "ordinal.http.outbox.slow-above and stop-above must not be negative");
      }
      if (slowAbove > 0 && slowAbove >= stopAbove) {
        throw new IllegalArgumentException(
            "ordinal.http.outbox.stop-above must be greater than slow-above, which is "
                + slowAbove
                + "; to turn both off, set both to 0");
      }
    }

    boolean isOff() {
      return stopAbove == 0;
    }
  }

  /** A share of one, in the parts that are added up. */
  private static final int WHOLE_BITS = 20;

  private static final long WHOLE = 1L << WHOLE_BITS;

  /** A caller that is slowed down comes again soon; most of those beside it were let through. */
  private static final int SLOW_SECONDS = 2;

  /** At 40 000 events/s even a tenth of a million takes seconds to go out. */
  private static final int STOP_SECONDS = 10;

  private final Limits limits;
  private final OutboxPressure pressure;
  private final HttpMetrics metrics;
  private final AtomicLong parts = new AtomicLong();

  public OutboxGate(Limits limits, OutboxPressure pressure, HttpMetrics metrics) {
    this.limits = limits;
    this.pressure = pressure;
    this.metrics = metrics;
  }

  /** What to tell a call that would store something, or null when it may go on. */
  @Nullable Answer refusal() {
    if (limits.isOff()) return null;
    long pending = pressure.pending();
    if (pending > limits.stopAbove()) {
      metrics.outboxStopped();
      return Answer.later(
          ErrorCode.TRY_AGAIN,
          waiting(pending)
              + "nothing new is taken until there are fewer; try again with the same"
              + " key.",
          STOP_SECONDS);
    }
    boolean slows = limits.slowAbove() > 0 && pending > limits.slowAbove();
    if (!slows || !isHeldBack(pending)) return null;
    metrics.outboxSlowed();
    return Answer.later(
        ErrorCode.RATE_LIMITED,
        waiting(pending) + "callers are slowed down; try again in " + SLOW_SECONDS + " s.",
        SLOW_SECONDS);
  }

  private boolean isHeldBack(long pending) {
    double share =
        (double) (pending - limits.slowAbove()) / (limits.stopAbove() - limits.slowAbove());
    long part = Math.round(share * WHOLE);
    long before = parts.getAndAdd(part);
    return (before + part) >> WHOLE_BITS != before >> WHOLE_BITS;
  }

  private static String waiting(long pending) {
    return "The outbox is behind: " + pending + " events wait to be published, and ";
  }
}
