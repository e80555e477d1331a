package ordinal.http.order;

import static ordinal.http.order.OrderSchemas.AMOUNT;
import static ordinal.http.order.OrderSchemas.COUNT;
import static ordinal.http.order.OrderSchemas.ID;
import static ordinal.http.order.OrderSchemas.POINTS;
import static ordinal.http.order.OrderSchemas.TEXT;
import static ordinal.http.schema.Field.required;
import static ordinal.http.schema.Field.sometimes;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import ordinal.http.docs.EventEnvelope;
import ordinal.http.docs.Topic;
import ordinal.http.schema.ChoiceSchema;
import ordinal.http.schema.CurrencySchema;
import ordinal.http.schema.EitherSchema;
import ordinal.http.schema.Field;
import ordinal.http.schema.ObjectSchema;
import ordinal.http.schema.TruthSchema;
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
import ordinal.projections.message.EventMessage;

/**
 * What the events of orders say on Kafka and at {@code /events}: the description of what {@link
 * EventMessage} writes. AsyncApiTest holds the two together, field by field.
 */
public final class OrderMessages {

  public static final int PARTITIONS = 16;

  private static final String REFERENCE_EXAMPLE = "/orders/" + OrderNoSchema.EXAMPLE + "/events/1";
  private static final String SHA_EXAMPLE =
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

  private static final Field<String> ORDER_NO =
      required("orderNo", new OrderNoSchema(), "The order's number.", OrderNoSchema.EXAMPLE);
  private static final Field<String> PAYMENT_ID =
      required("paymentId", ID, OrderSchemas.PAYMENT_ID_OR_NONE, "pay-3001");
  private static final Field<String> REFUND_ID =
      required("refundId", ID, "The refund's id.", OrderSchemas.REFUND_ID_EXAMPLE);
  private static final Field<String> WHY =
      sometimes("reason", TEXT, "Why, if it was said.", "changed my mind");

  /** Stands in the place of a payload of more than a megabyte. */
  private static final ObjectSchema REFERENCE =
      ObjectSchema.of(
          "PayloadReference",
          ORDER_NO,
          required(
              "payloadRef",
              ObjectSchema.of(
                  "PayloadAddress",
                  required(
                      "href",
                      TEXT,
                      "The path of it in the HTTP API, to be asked with the body's tenantId as"
                          + " `X-Tenant-Id`.",
                      REFERENCE_EXAMPLE),
                  required("size", COUNT, "How many bytes it has.", 1_200_000),
                  required("sha256", TEXT, "Their SHA-256, in hexadecimal.", SHA_EXAMPLE)),
              "Where the payload is.",
              Map.of("href", REFERENCE_EXAMPLE, "size", 1_200_000, "sha256", SHA_EXAMPLE)));

  private static final EventEnvelope ENVELOPE =
      new EventEnvelope(
          "Event",
          "/ordinal/orders",
          new OrderNoSchema(),
          "The order's number.",
          OrderNoSchema.EXAMPLE);

  public static final Topic TOPIC =
      ENVELOPE.topic(
          EventMessage.ORDER_EVENTS,
          PARTITIONS,
          "Everything that happens to orders. The key is the order's number, so an order's events"
              + " are in one partition, in their order.",
          List.of(
              message(
                  OrderCreated.class,
                  "An order was created",
                  required("userId", ID, "Who ordered.", "1001"),
                  required("clientRequestId", ID, "The caller's own id of it.", "cart-2041"),
                  sometimes("storeId", ID, "Which store it belongs to.", "store-7"),
                  OrderSchemas.ITEMS,
                  required("currency", new CurrencySchema(), "ISO 4217.", "CNY"),
                  required("totalAmount", AMOUNT, "The sum of its items.", 39.8),
                  sometimes(
                      "stockHeld",
                      new TruthSchema(),
                      "There, and true, for an order of a flash sale: its items were reserved"
                          + " before it, and nobody has to reserve them.",
                      true)),
              message(OrderStockReserved.class, "Its items are reserved"),
              message(OrderStockFailed.class, "Its items are not to be had", WHY),
              message(
                  OrderCanceled.class,
                  "The order was canceled",
                  required("by", ChoiceSchema.of(CanceledBy.class), "Who wanted that.", "USER"),
                  WHY),
              message(
                  OrderCheckoutLocked.class,
                  "Checkout began",
                  sometimes("couponId", ID, "The coupon to use.", "coupon-88"),
                  required("walletAmount", AMOUNT, "What is to come from the wallet.", 5),
                  required("points", POINTS, "How many points are to be used.", 10),
                  required(
                      "assetsLocked",
                      new TruthSchema(),
                      "Whether there was nothing to lock, so that payment can begin.",
                      false),
                  sometimes(
                      "checkoutNo",
                      COUNT,
                      "Counts the order's checkouts from 1: one that came to nothing may be"
                          + " followed by another. Only events of earlier releases do not have it.",
                      1)),
              message(
                  OrderAssetsLocked.class,
                  "Coupon, wallet and points are locked",
                  required(
                      "amountDue",
                      AMOUNT,
                      "What is left to pay; if that is nothing, `OrderPaid` is the next event.",
                      34.8)),
              message(
                  OrderAssetsRejected.class,
                  "Coupon, wallet or points cannot be used",
                  required("reason", TEXT, "Why.", "the coupon was used before")),
              message(
                  OrderPaid.class,
                  "The order was paid",
                  PAYMENT_ID,
                  required("amount", AMOUNT, "What was paid.", 39.8)),
              message(OrderPaymentFailed.class, "A payment failed", PAYMENT_ID),
              message(
                  OrderCompleted.class,
                  "The work is done",
                  required("technicianId", ID, "Who did it.", "tech-5"),
                  sometimes("mentorId", ID, "Who brought the technician in.", "tech-1")),
              message(
                  OrderRefundRequested.class,
                  "Money is to go back; `OrderRefunded` is the next event if none was paid",
                  REFUND_ID,
                  PAYMENT_ID,
                  required("amount", AMOUNT, "How much.", 39.8),
                  WHY,
                  required(
                      "cause",
                      ChoiceSchema.of(RefundCause.class),
                      "Whether it was asked for, or the payment came too late.",
                      "REQUESTED")),
              message(OrderRefunded.class, "The money is back", REFUND_ID),
              message(OrderRefundFailed.class, "The money could not go back", REFUND_ID),
              message(
                  OrderMessageIgnored.class,
                  "A message came late or out of order and changed nothing",
                  required("message", TEXT, "Which message.", "PaymentSucceeded"),
                  required("reason", TEXT, "Why.", "PaymentSucceeded does not fit PAID"))));

  private OrderMessages() {}

  private static Topic.Message message(
      Class<? extends OrderEvent> type, String summary, Field<?>... says) {
    var name = type.getSimpleName();
    var fields = new ArrayList<Field<?>>(List.of(says));
    fields.add(0, ORDER_NO);
    var payload = ObjectSchema.of(name + "Payload", fields.toArray(Field<?>[]::new));
    return ENVELOPE.message(
        name,
        summary,
        OrderEvent.SCHEMA_VERSION,
        new EitherSchema(payload, REFERENCE),
        payload.example(true));
  }
}
