package ordinal.http.order;

import static ordinal.http.schema.Field.nullable;
import static ordinal.http.schema.Field.optional;
import static ordinal.http.schema.Field.required;
import static ordinal.http.schema.Field.sometimes;

import java.util.List;
import java.util.Map;
import ordinal.http.schema.AnswerText;
import ordinal.http.schema.ChoiceSchema;
import ordinal.http.schema.CurrencySchema;
import ordinal.http.schema.CursorSchema;
import ordinal.http.schema.Field;
import ordinal.http.schema.Fields;
import ordinal.http.schema.IdSchema;
import ordinal.http.schema.IntegerSchema;
import ordinal.http.schema.ListSchema;
import ordinal.http.schema.MoneySchema;
import ordinal.http.schema.ObjectSchema;
import ordinal.http.schema.Schema;
import ordinal.http.schema.TextSchema;
import ordinal.kernel.Money;
import ordinal.order.OrderCommand;
import ordinal.order.OrderStatus;

/** What the calls about orders take and answer. */
final class OrderSchemas {

  static final String ORDER_NO_EXAMPLE = OrderNoSchema.EXAMPLE;
  static final String REFUND_ID_EXAMPLE = "REF5X8K2M9QWERTVBNZ3CDFGH7JPA-1";

  static final String PAYMENT_ID_OR_NONE =
      "The provider's id of the payment; `none` if nothing was left to pay.";

  private static final long MOST_POINTS = 1_000_000_000_000L;
  private static final long MOST_EVENTS = 1_000_000_000_000L;
  private static final long MOST_RECORDS = 999_999_999_999_999_999L;
  private static final int LONGEST_REASON = 500;
  private static final int MOST_LISTED = 100;
  static final int LISTED = 20;

  static final Schema<String> ID = IdSchema.id();
  private static final Schema<Long> UNIT_PRICE = new MoneySchema(Money.MAX_UNIT_PRICE_MINOR);
  static final Schema<Long> AMOUNT = new MoneySchema(Money.MAX_MINOR);
  private static final Schema<Long> PIECES = new IntegerSchema(1, OrderCommand.Create.MAX_QUANTITY);
  static final Schema<Long> POINTS = new IntegerSchema(0, MOST_POINTS);
  static final Schema<Long> COUNT = new IntegerSchema(1, MOST_EVENTS);

  /** How a payment or a refund ended at the provider. */
  enum Result {
    SUCCESS,
    FAILED
  }

  // An item, both ways.

  static final Field<String> SKU_ID = required("skuId", ID, "What is ordered.", "tea-500g");
  static final Field<Long> QUANTITY = required("quantity", PIECES, "How many of it.", 2);
  static final Field<Long> UNIT_PRICE_FIELD =
      required("unitPrice", UNIT_PRICE, "The price of one.", 19.9);
  static final ObjectSchema ITEM = ObjectSchema.of("Item", SKU_ID, QUANTITY, UNIT_PRICE_FIELD);
  private static final Object ITEMS_EXAMPLE =
      List.of(Map.of("skuId", "tea-500g", "quantity", 2, "unitPrice", 19.9));
  static final Field<List<Fields>> ITEMS =
      required(
          "items",
          new ListSchema<>(1, OrderCommand.Create.MAX_ITEMS, ITEM),
          "What is ordered.",
          ITEMS_EXAMPLE);

  // Requests.

  static final Field<String> CLIENT_REQUEST_ID =
      required(
          "clientRequestId",
          ID,
          "The caller's own id of this order. With the userId it names the order: the same again"
              + " gives the same order, for ever.",
          "cart-2041");
  static final Field<String> USER_ID =
      required("userId", IdSchema.idOrNumber(), "Who orders.", "1001");
  static final Field<String> CURRENCY =
      optional("currency", new CurrencySchema(), "ISO 4217; the shop's own if left out.", "CNY");
  static final Field<String> STORE_ID =
      optional("storeId", ID, "Which store the order belongs to.", "store-7");
  static final ObjectSchema CREATE =
      ObjectSchema.of("CreateOrder", CLIENT_REQUEST_ID, USER_ID, ITEMS, CURRENCY, STORE_ID);

  static final Field<String> REASON =
      optional("reason", new TextSchema(LONGEST_REASON), "Why, in words.", "changed my mind");
  static final ObjectSchema CANCEL = ObjectSchema.of("CancelOrder", REASON);
  static final ObjectSchema REFUND = ObjectSchema.of("RequestRefund", REASON);

  static final Field<String> COUPON_ID = optional("couponId", ID, "A coupon to use.", "coupon-88");
  static final Field<Long> WALLET_AMOUNT =
      optional("walletAmount", AMOUNT, "How much to take from the wallet.", 5);
  static final Field<Long> POINTS_FIELD = optional("points", POINTS, "How many points to use.", 10);
  static final ObjectSchema CHECKOUT =
      ObjectSchema.of("CheckoutOrder", COUPON_ID, WALLET_AMOUNT, POINTS_FIELD);

  static final Field<String> PAYMENT_ID =
      required("paymentId", ID, "The provider's id of the payment.", "pay-3001");
  static final Field<Result> RESULT =
      required("result", ChoiceSchema.of(Result.class), "How it ended.", "SUCCESS");
  static final Field<Long> PAID_AMOUNT =
      optional("amount", AMOUNT, "What was paid; required when it succeeded.", 39.8);
  static final ObjectSchema PAYMENT =
      ObjectSchema.of("PaymentResult", PAYMENT_ID, RESULT, PAID_AMOUNT)
          .requiring(PAID_AMOUNT, RESULT, Result.SUCCESS);
  static final ObjectSchema REFUND_RESULT = ObjectSchema.of("RefundResult", RESULT);

  static final Field<String> TECHNICIAN_ID =
      required("technicianId", ID, "Who did the work.", "tech-5");
  static final Field<String> MENTOR_ID =
      optional("mentorId", ID, "Who brought the technician in.", "tech-1");
  static final ObjectSchema COMPLETE = ObjectSchema.of("CompleteOrder", TECHNICIAN_ID, MENTOR_ID);

  static final Field<Long> AT_VERSION =
      optional("atVersion", COUNT, "Shows the order as it was after so many events.", 1);
  static final ObjectSchema GET_QUERY = ObjectSchema.of("GetOrderQuery", AT_VERSION);

  private static final Schema<OrderStatus> STATUS = ChoiceSchema.of(OrderStatus.class);
  static final Field<String> OF_USER =
      optional("userId", IdSchema.idOrNumber(), "Only this user's.", "1001");
  static final Field<String> OF_STORE =
      optional("storeId", IdSchema.idOrNumber(), "Only this store's.", "store-7");
  static final Field<OrderStatus> IN_STATUS =
      optional("status", STATUS, "Only those that stand there.", "PAID");
  static final Field<Long> LIMIT =
      optional(
          "limit",
          new IntegerSchema(1, MOST_LISTED),
          "How many at most; " + LISTED + " if left out.",
          LISTED);
  static final Field<Long> CURSOR =
      optional(
          "cursor",
          new CursorSchema(),
          "Where to go on: the `nextCursor` of the answer before.",
          CursorSchema.write(4711));
  static final ObjectSchema LIST_QUERY =
      ObjectSchema.of("ListOrdersQuery", OF_USER, OF_STORE, IN_STATUS, LIMIT, CURSOR);

  // Answers.

  static final Schema<String> TEXT = AnswerText.plain();
  static final Schema<String> INSTANT = AnswerText.instant();
  static final String INSTANT_EXAMPLE = "2026-03-01T08:30:00.123Z";

  private static final ObjectSchema CHECKOUT_VIEW =
      ObjectSchema.of(
          "Checkout",
          sometimes("couponId", ID, "The coupon that is used.", "coupon-88"),
          required("walletAmount", AMOUNT, "What comes from the wallet.", 5),
          required("points", POINTS, "How many points are used.", 10));

  private static final ObjectSchema PAYMENT_VIEW =
      ObjectSchema.of(
          "Payment",
          required("paymentId", ID, PAYMENT_ID_OR_NONE, "pay-3001"),
          required("amount", AMOUNT, "What was paid.", 39.8));

  static final ObjectSchema ORDER =
      ObjectSchema.of(
          "Order",
          required("orderNo", ID, "The order's number.", ORDER_NO_EXAMPLE),
          required("tenantId", ID, "Whose shop it is.", "default"),
          required("userId", ID, "Who ordered.", "1001"),
          sometimes("storeId", ID, "Which store it belongs to.", "store-7"),
          required("status", STATUS, "Where the order stands.", "CREATED"),
          required("version", COUNT, "How many events it has.", 1),
          ITEMS,
          required("totalAmount", AMOUNT, "The sum of its items.", 39.8),
          required("currency", new CurrencySchema(), "ISO 4217.", "CNY"),
          required("createdAt", INSTANT, "When it was created.", INSTANT_EXAMPLE),
          required("updatedAt", INSTANT, "When its last event was.", INSTANT_EXAMPLE),
          sometimes("statusReason", TEXT, "Why it stands there.", "changed my mind"),
          sometimes(
              "assets",
              ChoiceSchema.of(OrderView.Assets.class),
              "While it waits for payment: whether what it uses is locked.",
              "LOCKED"),
          sometimes("checkout", CHECKOUT_VIEW, "What it uses beside money.", Map.of()),
          sometimes("amountDue", AMOUNT, "While it waits for payment: how much.", 39.8),
          sometimes("payment", PAYMENT_VIEW, "The payment that it took.", Map.of()),
          sometimes("technicianId", ID, "Who did the work.", "tech-5"),
          sometimes("mentorId", ID, "Who brought the technician in.", "tech-1"),
          sometimes("refundId", ID, "The refund under way or done.", REFUND_ID_EXAMPLE),
          sometimes("refundAmount", AMOUNT, "How much goes back.", 39.8));

  private static final ObjectSchema LISTED_ORDER =
      ORDER.only(
          "ListedOrder",
          "orderNo",
          "userId",
          "storeId",
          "status",
          "version",
          "items",
          "totalAmount",
          "currency",
          "createdAt",
          "updatedAt",
          "statusReason");

  static final ObjectSchema ORDER_LIST =
      ObjectSchema.of(
          "OrderList",
          required(
              "items",
              new ListSchema<>(0, MOST_LISTED, LISTED_ORDER),
              "The orders, newest first.",
              List.of(LISTED_ORDER.example(false))),
          nullable(
              "nextCursor",
              new CursorSchema(),
              "Gets the next ones; null when there are none.",
              CursorSchema.write(4711)));

  static final ObjectSchema ORDER_AFTER_MESSAGE =
      ORDER.with(
          "OrderAfterMessage",
          sometimes(
              "outcome",
              new ChoiceSchema<>(List.of(TimelineEntry.Outcome.IGNORED)),
              "There when the message came too late or out of order, and was only written down.",
              "IGNORED"),
          sometimes("reason", TEXT, "Why it was ignored.", "PaymentSucceeded does not fit PAID"));

  static final ObjectSchema TIMELINE_ENTRY =
      ObjectSchema.of(
          "TimelineEntry",
          required("sequenceNr", COUNT, "Its place in the order's life.", 1),
          required("event", TEXT, "What happened, or the message that came.", "OrderCreated"),
          nullable("from", STATUS, "Where the order stood; null before the first.", "CREATED"),
          required("to", STATUS, "Where it stood afterwards.", "CREATED"),
          required(
              "outcome",
              ChoiceSchema.of(TimelineEntry.Outcome.class),
              "Whether the order took it.",
              "APPLIED"),
          sometimes("reason", TEXT, "Why, where there is a reason.", "changed my mind"),
          required("eventId", ID, "The same everywhere.", "7Z3CDFGH7JPA5X8K2M9QWERTVB"),
          required("traceId", TEXT, "The request that caused it.", "checkout-page-1"),
          required("at", INSTANT, "When.", INSTANT_EXAMPLE),
          sometimes(
              "publishedAt",
              INSTANT,
              "When it was put on Kafka. This and the three below are there together, once it is"
                  + " known where it went.",
              INSTANT_EXAMPLE),
          sometimes("topic", TEXT, "The topic it is on.", "order-events"),
          sometimes(
              "partition",
              new IntegerSchema(0, Integer.MAX_VALUE),
              "The topic's partition it is in.",
              3),
          sometimes(
              "offset", new IntegerSchema(0, MOST_RECORDS), "Its place in the partition.", 512));

  static final Schema<List<Fields>> TIMELINE =
      new ListSchema<>(1, Integer.MAX_VALUE, TIMELINE_ENTRY);

  private OrderSchemas() {}
}
