package ordinal.faults.checker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** What the outside is to hear of an event, worked out a second time. */
final class ExpectedMessage {

  private static final String DEFAULT_TENANT = "default";

  private ExpectedMessage() {}

  /** The body of the record, or null when this is not an event that the outside hears of. */
  static @Nullable ObjectNode of(StoredEvent stored) {
    var event = stored.event();
    var payload = StoredEvent.JSON.createObjectNode();
    payload.put("orderNo", stored.bizKey());
    if (!write(stored.type(), event, payload)) return null;
    var body = StoredEvent.JSON.createObjectNode();
    body.put("eventId", stored.eventId());
    body.put("eventType", stored.type());
    body.put("bizKey", stored.bizKey());
    body.put("schemaVersion", 1);
    body.put("sequenceNr", stored.sequenceNr());
    body.put("occurredAt", event.path("meta").path("at").asText());
    body.put("traceId", traceId(event));
    body.put("tenantId", tenant(event));
    body.set("payload", payload);
    return body;
  }

  static String traceId(JsonNode event) {
    return event.path("meta").path("trace").path("traceId").asText();
  }

  static String tenant(JsonNode event) {
    return event.path("meta").path("tenantId").asText(DEFAULT_TENANT);
  }

  private static boolean write(String type, JsonNode event, ObjectNode payload) {
    switch (type) {
      case "OrderCreated" -> created(event, payload);
      case "OrderStockReserved" -> {
        // It says all by its name.
      }
      case "OrderStockFailed" -> copy(event, payload, "reason");
      case "OrderCanceled" -> copy(event, payload, "by", "reason");
      case "OrderCheckoutLocked" -> checkout(event, payload);
      case "OrderAssetsLocked" -> amount(payload, "amountDue", event.path("dueMinor"));
      case "OrderAssetsRejected" -> copy(event, payload, "reason");
      case "OrderPaid" -> {
        copy(event, payload, "paymentId");
        amount(payload, "amount", event.path("amountMinor"));
      }
      case "OrderPaymentFailed" -> copy(event, payload, "paymentId");
      case "OrderCompleted" -> copy(event, payload, "technicianId", "mentorId");
      case "OrderRefundRequested" -> {
        copy(event, payload, "refundId", "paymentId", "reason", "cause");
        amount(payload, "amount", event.path("amountMinor"));
      }
      case "OrderRefunded", "OrderRefundFailed" -> copy(event, payload, "refundId");
      case "OrderMessageIgnored" -> copy(event, payload, "message", "reason");
      default -> {
        return false;
      }
    }
    return true;
  }

  private static void created(JsonNode event, ObjectNode payload) {
    copy(event, payload, "userId", "clientRequestId", "storeId", "currency", "stockHeld");
    var items = payload.putArray("items");
    for (var item : event.path("items")) {
      var line = items.addObject();
      copy(item, line, "skuId", "quantity");
      amount(line, "unitPrice", item.path("unitPriceMinor"));
    }
    amount(payload, "totalAmount", event.path("totalMinor"));
  }

  private static void checkout(JsonNode event, ObjectNode payload) {
    copy(event.path("checkout"), payload, "couponId", "points");
    amount(payload, "walletAmount", event.path("checkout").path("walletMinor"));
    copy(event, payload, "assetsLocked", "checkoutNo");
  }

  /** What is absent, or nothing, stays absent. */
  private static void copy(JsonNode from, ObjectNode to, String... names) {
    for (var name : names) {
      var value = from.path(name);
      if (!value.isMissingNode() && !value.isNull()) to.set(name, value);
    }
  }

  private static void amount(ObjectNode to, String name, JsonNode minor) {
    to.put(name, BigDecimal.valueOf(minor.asLong(), 2));
  }
}
