package ordinal.projections.message;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import ordinal.kernel.Money;
import ordinal.order.OrderEvent;
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
import org.jspecify.annotations.Nullable;

/**
 * What an event says, in the words of the HTTP API: amounts are decimal numbers, absent is absent.
 * A format of its own, so that the stored one can change without the outside noticing.
 */
final class OrderPayload {

  private OrderPayload() {}

  /** One branch per event. A new event fails here, loudly, until someone decides what it says. */
  static void write(OrderEvent event, JsonGenerator json) throws IOException {
    if (event instanceof OrderCreated e) {
      created(e, json);
    } else if (event instanceof OrderStockReserved) {
      return;
    } else if (event instanceof OrderStockFailed e) {
      optional(json, "reason", e.reason());
    } else if (event instanceof OrderCanceled e) {
      json.writeStringField("by", e.by().name());
      optional(json, "reason", e.reason());
    } else if (event instanceof OrderCheckoutLocked e) {
      checkout(e, json);
    } else if (event instanceof OrderAssetsLocked e) {
      amount(json, "amountDue", e.dueMinor());
    } else if (event instanceof OrderAssetsRejected e) {
      json.writeStringField("reason", e.reason());
    } else if (event instanceof OrderPaid e) {
      json.writeStringField("paymentId", e.paymentId());
      amount(json, "amount", e.amountMinor());
    } else if (event instanceof OrderPaymentFailed e) {
      json.writeStringField("paymentId", e.paymentId());
    } else if (event instanceof OrderCompleted e) {
      json.writeStringField("technicianId", e.technicianId());
      optional(json, "mentorId", e.mentorId());
    } else if (event instanceof OrderRefundRequested e) {
      refund(e, json);
    } else if (event instanceof OrderRefunded e) {
      json.writeStringField("refundId", e.refundId());
    } else if (event instanceof OrderRefundFailed e) {
      json.writeStringField("refundId", e.refundId());
    } else if (event instanceof OrderMessageIgnored e) {
      json.writeStringField("message", e.message());
      json.writeStringField("reason", e.reason());
    } else {
      throw new IllegalStateException("no message is known for " + event.getClass().getName());
    }
  }

  private static void created(OrderCreated e, JsonGenerator json) throws IOException {
    json.writeStringField("userId", e.userId());
    json.writeStringField("clientRequestId", e.clientRequestId());
    optional(json, "storeId", e.storeId());
    json.writeArrayFieldStart("items");
    for (var item : e.items()) {
      json.writeStartObject();
      json.writeStringField("skuId", item.skuId());
      json.writeNumberField("quantity", item.quantity());
      amount(json, "unitPrice", item.unitPriceMinor());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeStringField("currency", e.currency());
    amount(json, "totalAmount", e.totalMinor());
    if (e.stockHeld()) json.writeBooleanField("stockHeld", true);
  }

  private static void checkout(OrderCheckoutLocked e, JsonGenerator json) throws IOException {
    optional(json, "couponId", e.checkout().couponId());
    amount(json, "walletAmount", e.checkout().walletMinor());
    json.writeNumberField("points", e.checkout().points());
    json.writeBooleanField("assetsLocked", e.assetsLocked());
    if (e.checkoutNo() > 0) json.writeNumberField("checkoutNo", e.checkoutNo());
  }

  private static void refund(OrderRefundRequested e, JsonGenerator json) throws IOException {
    json.writeStringField("refundId", e.refundId());
    json.writeStringField("paymentId", e.paymentId());
    amount(json, "amount", e.amountMinor());
    optional(json, "reason", e.reason());
    json.writeStringField("cause", e.cause().name());
  }

  private static void amount(JsonGenerator json, String name, long minor) throws IOException {
    json.writeNumberField(name, Money.toDecimal(minor));
  }

  private static void optional(JsonGenerator json, String name, @Nullable String value)
      throws IOException {
    if (value != null) json.writeStringField(name, value);
  }
}
