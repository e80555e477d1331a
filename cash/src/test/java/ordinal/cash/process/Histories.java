package ordinal.cash.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import ordinal.kernel.EventMeta;
import ordinal.order.OrderEvent;
import ordinal.order.OrderEvent.Checkout;
import ordinal.order.OrderEvent.OrderAssetsLocked;
import ordinal.order.OrderEvent.OrderAssetsRejected;
import ordinal.order.OrderEvent.OrderCanceled;
import ordinal.order.OrderEvent.OrderCheckoutLocked;
import ordinal.order.OrderEvent.OrderCompleted;
import ordinal.order.OrderEvent.OrderMessageIgnored;
import ordinal.order.OrderEvent.OrderPaid;
import ordinal.order.OrderEvent.OrderPaymentFailed;
import ordinal.order.OrderEvent.OrderRefundFailed;
import ordinal.order.OrderEvent.OrderRefundRequested;
import ordinal.order.OrderEvent.OrderRefunded;
import ordinal.order.OrderEvent.OrderStockFailed;
import ordinal.order.OrderEvent.OrderStockReserved;
import ordinal.order.OrderNumber;
import ordinal.order.OrderState;
import ordinal.order.OrderState.Existing;
import ordinal.order.OrderStep;
import ordinal.projections.TestJournal;

/** Lives of one order that costs 10.00, told in words. */
final class Histories {

  static final String ORDER_NO = OrderNumber.of("default", "10001", "process");
  static final Checkout ALL = new Checkout("c-1", 300, 200);
  private static final EventMeta META = TestJournal.meta("2025-01-01T12:00:01.456Z");
  private static final String REFUND = "REF-1";

  static final Map<String, OrderEvent> WORDS =
      Map.ofEntries(
          Map.entry("created", TestJournal.created(ORDER_NO, "10001")),
          Map.entry("reserved", new OrderStockReserved(META)),
          Map.entry("stock-failed", new OrderStockFailed(META, "sold out")),
          Map.entry("canceled", new OrderCanceled(META, OrderEvent.CanceledBy.USER, null)),
          Map.entry("checkout", new OrderCheckoutLocked(META, ALL, false, 0)),
          Map.entry("plain", new OrderCheckoutLocked(META, new Checkout(null, 0, 0), true, 0)),
          Map.entry("locked", new OrderAssetsLocked(META, 400)),
          Map.entry("rejected", new OrderAssetsRejected(META, "coupon used")),
          Map.entry("paid", new OrderPaid(META, "p-1", 499)),
          Map.entry("payment-failed", new OrderPaymentFailed(META, "p-1")),
          Map.entry("completed", new OrderCompleted(META, "tech", "mentor")),
          Map.entry("refund", refund(OrderEvent.RefundCause.REQUESTED)),
          Map.entry("late-refund", refund(OrderEvent.RefundCause.PAID_TOO_LATE)),
          Map.entry("refunded", new OrderRefunded(META, REFUND)),
          Map.entry("refund-failed", new OrderRefundFailed(META, REFUND)),
          Map.entry("ignored", new OrderMessageIgnored(META, "StockReserved", "too late")));

  private Histories() {}

  private static OrderEvent refund(OrderEvent.RefundCause cause) {
    return new OrderRefundRequested(META, REFUND, "p-1", 499, null, cause);
  }

  /** The order's creation, and what follows, words with blanks between them. */
  static List<OrderStep> of(String words) {
    var events = new ArrayList<OrderEvent>();
    events.add(WORDS.get("created"));
    for (var word : words.isBlank() ? new String[0] : words.trim().split("\\s+")) {
      var event = WORDS.get(word);
      if (event == null) throw new IllegalArgumentException("no event is called " + word);
      events.add(event);
    }
    return fold(events);
  }

  static List<OrderStep> fold(List<OrderEvent> events) {
    var steps = new ArrayList<OrderStep>();
    OrderState state = new OrderState.Absent();
    for (var event : events) {
      var from = state instanceof Existing before ? before.status() : null;
      state = state.after(event);
      steps.add(new OrderStep(event, from, (Existing) state));
    }
    return steps;
  }
}
