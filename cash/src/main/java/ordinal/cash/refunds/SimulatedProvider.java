package ordinal.cash.refunds;

import com.typesafe.config.Config;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import ordinal.kernel.Ids;
import org.jspecify.annotations.Nullable;

/**
 * A provider that moves no money. It answers some time after the order has asked for the refund; a
 * share of all attempts gets no answer, a share of all refunds fails, and a result may come several
 * times. What becomes of a refund follows from its number alone, and of an attempt from the number
 * and its count: the same on every node and after every restart, with nothing kept.
 */
final class SimulatedProvider implements RefundProvider {

  /** What it does not answer. */
  static final class NoAnswer extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoAnswer() {
      super("the simulated provider does not answer");
    }
  }

  private static final int WHOLE = 1000;

  private final Duration delay;
  private final double unansweredShare;
  private final double failedShare;
  private final int duplicates;
  private final Clock clock;
  private volatile @Nullable RefundResults results;

  SimulatedProvider(
      Duration delay, double unansweredShare, double failedShare, int duplicates, Clock clock) {
    this.delay = delay;
    this.unansweredShare = share(unansweredShare, "unanswered-share");
    this.failedShare = share(failedShare, "failed-share");
    this.duplicates = duplicates;
    this.clock = clock;
  }

  static SimulatedProvider of(Config config) {
    return new SimulatedProvider(
        config.getDuration("delay"),
        config.getDouble("unanswered-share"),
        config.getDouble("failed-share"),
        config.getInt("duplicates"),
        Clock.systemUTC());
  }

  private static double share(double value, String path) {
    if (value >= 0 && value <= 1) return value;
    throw new IllegalArgumentException(
        "ordinal.cash.refunds.simulated." + path + " must be from 0 to 1");
  }

  @Override
  public void start(RefundResults listening) {
    results = listening;
  }

  @Override
  public CompletionStage<Answer> refund(Refund refund) {
    if (isDrawn(unansweredShare, refund.outRefundNo(), "attempt " + refund.attempt())) {
      return CompletableFuture.failedFuture(new NoAnswer());
    }
    var left = Duration.between(clock.instant(), refund.requestedAt().plus(delay));
    if (left.toMillis() > 0) return CompletableFuture.completedFuture(new Accepted(left));
    boolean failed = isDrawn(failedShare, refund.outRefundNo(), "result");
    return tellAgain(refund, !failed, duplicates)
        .thenApply(
            told -> failed ? new Failed("the simulated provider refuses it") : new Succeeded());
  }

  /** Beside the answer, and before it. */
  private CompletionStage<?> tellAgain(Refund refund, boolean succeeded, int times) {
    var listening = results;
    if (times < 1 || listening == null) return CompletableFuture.completedFuture(null);
    return listening
        .tell(refund.outRefundNo(), succeeded, refund.trace())
        .thenCompose(told -> tellAgain(refund, succeeded, times - 1));
  }

  /** Whether this one is of the share, by the hash of what it is called. */
  private static boolean isDrawn(double share, String outRefundNo, String what) {
    var hash = Ids.derive("simulated", outRefundNo, what).hashCode();
    return Math.floorMod(hash, WHOLE) < share * WHOLE;
  }
}
