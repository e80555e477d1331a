package ordinal.cash.story;

import java.util.ArrayList;
import java.util.List;
import ordinal.cash.story.StoryEntry.Source;
import ordinal.order.Order;
import ordinal.order.OrderEvent;
import ordinal.order.OrderEvent.CanceledBy;
import ordinal.order.OrderEvent.OrderAssetsLocked;
import ordinal.order.OrderEvent.OrderAssetsRejected;
import ordinal.order.OrderEvent.OrderCanceled;
import ordinal.order.OrderEvent.OrderCheckoutLocked;
import ordinal.order.OrderEvent.OrderCompleted;
import ordinal.order.OrderEvent.OrderCreated;
import ordinal.order.OrderEvent.OrderMessageIgnored;
import ordinal.order.OrderEvent.OrderPaid;
import ordinal.order.OrderEvent.OrderPaymentFailed;
import ordinal.order.OrderEvent.OrderRefundFailed;
import ordinal.order.OrderEvent.OrderRefundRequested;
import ordinal.order.OrderEvent.OrderRefunded;
import ordinal.order.OrderEvent.OrderStockFailed;
import ordinal.order.OrderEvent.OrderStockReserved;
import ordinal.order.OrderEvent.RefundCause;
import ordinal.order.OrderState.Payment;
import ordinal.order.OrderStep;
import org.jspecify.annotations.Nullable;

/**
 * The order's own events, each with the call that caused it where it can only have been a call. A
 * refund's result may also be told by the built-in provider, so it is not taken for one.
 */
final class OrderPart {

  private OrderPart() {}

  static List<StoryEntry> of(List<OrderStep> steps) {
    var all = new ArrayList<StoryEntry>();
    for (var step : steps) {
      var call = call(step);
      if (call != null) all.add(call);
      all.add(event(step));
    }
    return all;
  }

  private static StoryEntry event(OrderStep step) {
    var event = step.event();
    var meta = event.meta();
    boolean ignored = event instanceof OrderMessageIgnored;
    return StoryEntry.of(
            meta.at(),
            Source.ORDER,
            event instanceof OrderMessageIgnored e ? e.message() : event.eventType(),
            meta.trace().traceId())
        .with("sequenceNr", step.sequenceNr())
        .with("eventId", step.eventId())
        .with("from", step.from() == null ? null : step.from().name())
        .with("to", step.after().status().name())
        .with("outcome", ignored ? "IGNORED" : "APPLIED")
        .with("reason", event instanceof OrderMessageIgnored e ? e.reason() : event.reason());
  }

  private static @Nullable StoryEntry call(OrderStep step) {
    var event = step.event();
    var name = callOf(event);
    if (name == null) return null;
    var meta = event.meta();
    return StoryEntry.of(meta.at(), Source.HTTP, name, meta.trace().traceId())
        .with("key", key(event))
        .with("eventId", step.eventId());
  }

  /** The call's name in the API's description; one branch per event. */
  private static @Nullable String callOf(OrderEvent event) {
    if (event instanceof OrderCreated e) return e.stockHeld() ? "buyInFlashSale" : "createOrder";
    if (event instanceof OrderCanceled e) {
      return e.by() == CanceledBy.TIMEOUT ? null : "cancelOrder";
    }
    if (event instanceof OrderCheckoutLocked) return "checkoutOrder";
    if (event instanceof OrderPaid e) {
      return e.paymentId().equals(Payment.NONE) ? null : "paymentResult";
    }
    if (event instanceof OrderPaymentFailed) return "paymentResult";
    if (event instanceof OrderCompleted) return "completeOrder";
    if (event instanceof OrderRefundRequested e) {
      return e.cause() == RefundCause.PAID_TOO_LATE ? "paymentResult" : "requestRefund";
    }
    if (event instanceof OrderMessageIgnored e) {
      return e.message().startsWith("Payment") ? "paymentResult" : null;
    }
    if (event instanceof OrderStockReserved
        || event instanceof OrderStockFailed
        || event instanceof OrderAssetsLocked
        || event instanceof OrderAssetsRejected
        || event instanceof OrderRefunded
        || event instanceof OrderRefundFailed) {
      return null;
    }
    throw new IllegalStateException("no story is known of " + event.getClass().getName());
  }

  /** What makes a repeat of the call the same call: the caller's key, or what it is known by. */
  private static @Nullable String key(OrderEvent event) {
    if (event instanceof OrderCreated e) return e.clientRequestId();
    var request = event.meta().request();
    if (request == null) return null;
    var key = request.key();
    return key.startsWith(Order.REQUEST_KEY) ? key.substring(Order.REQUEST_KEY.length()) : key;
  }
}
