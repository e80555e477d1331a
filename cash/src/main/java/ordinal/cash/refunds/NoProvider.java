package ordinal.cash.refunds;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Nobody is asked: results come as call-backs only, from people or from a program of theirs. */
final class NoProvider implements RefundProvider {

  private final Duration askAgainAfter;

  NoProvider(Duration askAgainAfter) {
    this.askAgainAfter = askAgainAfter;
  }

  @Override
  public CompletionStage<Answer> refund(Refund refund) {
    return CompletableFuture.completedFuture(new Accepted(askAgainAfter));
  }
}
