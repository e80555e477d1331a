package ordinal.faults.checker;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where each event takes an order, worked out a second time from the table in the design: status,
 * why it stands there, and where a failed refund returns to.
 */
final class OrderFold {

  /**
   * One event and what it did.
   *
   * @param from the status before, or null for the first
   * @param statusReason why the order stands where it does, after the event
   * @param refundFrom where a refund under way returns to when it fails
   */
  record Step(
      StoredEvent stored,
      JsonNode event,
      @Nullable String from,
      String to,
      boolean ignored,
      @Nullable String reason,
      @Nullable String statusReason,
      @Nullable String refundFrom) {}

  private @Nullable String status;
  private @Nullable String statusReason;
  private @Nullable String refundFrom;

  private OrderFold() {}

  /**
   * The steps of one order. Ends early at an event that no order can have, or have there: whatever
   * is wrong with it is named where the journal is compared with itself.
   */
  static List<Step> of(List<StoredEvent> events) {
    var fold = new OrderFold();
    var steps = new ArrayList<Step>(events.size());
    for (var stored : events) {
      var step = fold.next(stored);
      if (step == null) break;
      steps.add(step);
    }
    return steps;
  }

  private @Nullable Step next(StoredEvent stored) {
    var event = stored.event();
    var type = stored.type();
    var from = status;
    if ((from == null) != type.equals("OrderCreated")) return null;
    var to = to(type, from);
    if (to == null) return null;
    var reason = reason(type, event);
    switch (type) {
      case "OrderStockFailed", "OrderCanceled", "OrderAssetsRejected", "OrderPaymentFailed" ->
          statusReason = reason;
      case "OrderCheckoutLocked", "OrderAssetsLocked", "OrderPaid", "OrderCompleted" ->
          statusReason = null;
      case "OrderRefundRequested" -> refundFrom = from;
      default -> {
        // These leave the reason as it is.
      }
    }
    status = to;
    boolean ignored = type.equals("OrderMessageIgnored");
    return new Step(stored, event, from, to, ignored, reason, statusReason, refundFrom);
  }

  /** Null for an event that is not of an order. */
  private @Nullable String to(String type, @Nullable String from) {
    return switch (type) {
      case "OrderCreated" -> "CREATED";
      case "OrderStockReserved", "OrderAssetsRejected", "OrderPaymentFailed" -> "STOCK_RESERVED";
      case "OrderStockFailed" -> "STOCK_FAILED";
      case "OrderCanceled" -> "CANCELED";
      case "OrderCheckoutLocked", "OrderAssetsLocked" -> "WAIT_PAY";
      case "OrderPaid" -> "PAID";
      case "OrderCompleted" -> "COMPLETED";
      case "OrderRefundRequested" -> "REFUNDING";
      case "OrderRefunded" -> "REFUNDED";
      case "OrderRefundFailed" -> refundFrom;
      case "OrderMessageIgnored" -> from;
      default -> null;
    };
  }

  private static @Nullable String reason(String type, JsonNode event) {
    return switch (type) {
      case "OrderPaymentFailed" -> "payment " + event.path("paymentId").asText() + " failed";
      case "OrderMessageIgnored",
              "OrderCanceled",
              "OrderStockFailed",
              "OrderAssetsRejected",
              "OrderRefundRequested" ->
          event.path("reason").textValue();
      default -> null;
    };
  }
}
