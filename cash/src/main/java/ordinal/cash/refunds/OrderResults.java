package ordinal.cash.refunds;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import ordinal.kernel.TraceContext;
import ordinal.order.OrderCommand;
import ordinal.order.OrderNumber;
import ordinal.order.OrderReply;
import ordinal.order.Orders;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells orders what became of their refunds. */
final class OrderResults implements RefundResults {

  private static final Logger LOG = LoggerFactory.getLogger(OrderResults.class);

  private final Orders orders;

  OrderResults(Orders orders) {
    this.orders = orders;
  }

  @Override
  public CompletionStage<Void> tell(String refundId, boolean succeeded, TraceContext trace) {
    var orderNo = OrderNumber.ofRefund(refundId);
    if (orderNo == null) {
      return CompletableFuture.failedFuture(
          new IllegalArgumentException("no refund of ours: " + refundId));
    }
    return orders
        .ask(
            orderNo,
            replyTo ->
                succeeded
                    ? new OrderCommand.RefundSucceeded(refundId, trace, replyTo)
                    : new OrderCommand.RefundFailed(refundId, trace, replyTo))
        .thenAccept(reply -> heard(refundId, succeeded, reply));
  }

  /** Ignored: it has heard another result before. */
  private static void heard(String refundId, boolean succeeded, OrderReply reply) {
    if (reply instanceof OrderReply.Unavailable unavailable) {
      throw new IllegalStateException("the order cannot store it now: " + unavailable.detail());
    }
    if (reply instanceof OrderReply.Ignored ignored) {
      LOG.error(
          "[Refunds] [ALERT] refund {} {}, but its order does not take it: {}",
          refundId,
          succeeded ? "succeeded" : "failed",
          ignored.reason());
    } else if (reply instanceof OrderReply.Refused refused) {
      LOG.error("[Refunds] [ALERT] refund {}: refused: {}", refundId, refused.detail());
    }
  }
}
