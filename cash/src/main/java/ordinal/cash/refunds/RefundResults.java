package ordinal.cash.refunds;

import java.util.concurrent.CompletionStage;
import ordinal.kernel.TraceContext;

/** Where the results of refunds go: the same as {@code POST /refunds/{refundId}/result}. */
@FunctionalInterface
public interface RefundResults {

  /**
   * Tells the refund's order; a result that was told before changes nothing. Fails when it is not
   * known whether the order has it: it is to be told again then.
   */
  CompletionStage<Void> tell(String refundId, boolean succeeded, TraceContext trace);
}
