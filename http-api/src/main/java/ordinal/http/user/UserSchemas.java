package ordinal.http.user;

import static ordinal.http.schema.Field.nullable;
import static ordinal.http.schema.Field.optional;
import static ordinal.http.schema.Field.required;
import static ordinal.http.schema.Field.sometimes;

import java.time.Instant;
import java.util.List;
import ordinal.cash.notifications.Notification;
import ordinal.http.schema.AnswerText;
import ordinal.http.schema.AnswerValue;
import ordinal.http.schema.ChoiceSchema;
import ordinal.http.schema.CursorSchema;
import ordinal.http.schema.Field;
import ordinal.http.schema.IdSchema;
import ordinal.http.schema.IntegerSchema;
import ordinal.http.schema.ListSchema;
import ordinal.http.schema.MoneySchema;
import ordinal.http.schema.NameSchema;
import ordinal.http.schema.ObjectSchema;
import ordinal.http.schema.Schema;
import ordinal.http.schema.TimeSchema;
import ordinal.kernel.Money;

/** What the calls about users take and answer. */
final class UserSchemas {

  private static final String USER_EXAMPLE = "1001";
  private static final String ORDER_NO_EXAMPLE = "ORD5X8K2M9QWERTVBNZ3CDFGH7JPA";
  private static final String INSTANT_EXAMPLE = "2026-12-31T23:59:59Z";

  /** What an account can turn over, in minor units or points. */
  private static final long MOST = 1_000_000_000_000_000L;

  private static final long MOST_POINTS = 1_000_000_000_000L;

  private static final Schema<String> ID = IdSchema.id();
  private static final Schema<Long> GIVEN = new MoneySchema(1, Money.MAX_MINOR);
  private static final Schema<Long> BALANCE = new MoneySchema(MOST);
  private static final Schema<Long> COUNT = new IntegerSchema(0, MOST);
  private static final Schema<String> TEXT = AnswerText.plain();
  private static final Schema<String> INSTANT = AnswerText.instant();

  // Requests.

  static final Field<String> REQUEST_ID =
      required(
          "requestId",
          ID,
          "The caller's own id of this credit, among those of this user's wallet or points: the"
              + " same again gives nothing more.",
          "top-up-17");
  static final Field<Long> AMOUNT = required("amount", GIVEN, "How much money.", 50);
  static final Field<Long> POINTS_GIVEN =
      required("points", new IntegerSchema(1, MOST_POINTS), "How many points.", 100);
  static final ObjectSchema CREDIT_WALLET = ObjectSchema.of("CreditWallet", REQUEST_ID, AMOUNT);
  static final ObjectSchema CREDIT_POINTS =
      ObjectSchema.of("CreditPoints", REQUEST_ID, POINTS_GIVEN);

  static final Field<String> COUPON_ID =
      required("couponId", ID, "The coupon's id, chosen by the caller.", "coupon-88");
  static final Field<Long> DISCOUNT =
      required("discount", GIVEN, "How much it takes off an order's total.", 5);
  static final Field<Instant> EXPIRES_AT =
      optional(
          "expiresAt",
          new TimeSchema(),
          "From when on no checkout can use it; never if left out.",
          INSTANT_EXAMPLE);
  static final ObjectSchema ISSUE_COUPON =
      ObjectSchema.of("IssueCoupon", COUPON_ID, DISCOUNT, EXPIRES_AT);

  private static final int MOST_LISTED = 100;
  static final int LISTED = 20;
  private static final String CURSOR_MEANS =
      "Where to go on: the `nextCursor` of the answer before.";
  static final Field<Long> LIMIT =
      optional(
          "limit",
          new IntegerSchema(1, MOST_LISTED),
          "How many at most; " + LISTED + " if left out.",
          LISTED);
  static final Field<Long> CURSOR =
      optional("cursor", new CursorSchema(), CURSOR_MEANS, CursorSchema.write(4711));
  static final ObjectSchema PAGE_QUERY = ObjectSchema.of("PageQuery", LIMIT, CURSOR);

  /** Whoever keeps notifications makes their cursors, and knows its own. */
  private static final Schema<String> PLACE = new NameSchema(64);

  private static final String PLACE_EXAMPLE = "1798761599000-7Z3CDFGH7JPA5X8K2M9QWERTVB";
  static final Field<String> NOTIFICATIONS_CURSOR =
      optional("cursor", PLACE, CURSOR_MEANS, PLACE_EXAMPLE);
  static final ObjectSchema NOTIFICATIONS_QUERY =
      ObjectSchema.of("NotificationsQuery", LIMIT, NOTIFICATIONS_CURSOR);

  // Answers.

  private static final Field<String> USER = required("userId", ID, "Whose.", USER_EXAMPLE);
  private static final Field<Object> SUSPENDED =
      required(
          "suspended",
          AnswerValue.flag(),
          "Whether it has frozen itself, because its books would have gone wrong: nothing can be"
              + " set aside for an order then.",
          false);

  static final ObjectSchema WALLET = account("Wallet", BALANCE, 50);
  static final ObjectSchema POINTS = account("Points", COUNT, 100);

  private static ObjectSchema account(String name, Schema<Long> amount, Object example) {
    return ObjectSchema.of(
        name,
        USER,
        required("available", amount, "What can be used.", example),
        required("frozen", amount, "What is set aside for orders that are not paid yet.", 0),
        required("spent", amount, "What orders have used, less what came back.", 0),
        required(
            "owed",
            amount,
            "What was to be taken back by refunds and was not there any more; the next credits and"
                + " earnings pay it first.",
            0),
        SUSPENDED);
  }

  static final ObjectSchema COUPON =
      ObjectSchema.of(
          "Coupon",
          required("couponId", ID, "The coupon's id.", "coupon-88"),
          USER,
          required("discount", BALANCE, "How much it takes off an order's total.", 5),
          required(
              "status", ChoiceSchema.of(CouponView.Status.class), "Where it stands.", "AVAILABLE"),
          sometimes("expiresAt", INSTANT, "When its time is over.", INSTANT_EXAMPLE),
          sometimes(
              "orderNo", ID, "The order that it is locked for or was used by.", ORDER_NO_EXAMPLE),
          sometimes("issuedAt", INSTANT, "When it was given; only lists say it.", INSTANT_EXAMPLE));

  static final ObjectSchema COUPONS = list("CouponList", COUPON);
  static final ObjectSchema WALLET_ENTRIES =
      list("WalletEntries", entry("WalletEntry", BALANCE, "WalletCredited", 50));
  static final ObjectSchema POINTS_ENTRIES =
      list("PointsEntries", entry("PointsEntry", COUNT, "PointsEarned", 34));
  static final ObjectSchema COMMISSIONS =
      WALLET.with(
          "Commissions",
          items(entry("CommissionEntry", BALANCE, "CommissionEarned", 5.97)),
          nextCursor(new CursorSchema(), CursorSchema.write(4711)));

  private static final ObjectSchema NOTIFICATION =
      ObjectSchema.of(
          "Notification",
          required("id", ID, "Its id.", "7Z3CDFGH7JPA5X8K2M9QWERTVB"),
          required(
              "channel", ChoiceSchema.of(Notification.Channel.class), "How it is told.", "SMS"),
          required("event", TEXT, "What happened.", "OrderPaid"),
          required("orderNo", ID, "To which order.", ORDER_NO_EXAMPLE),
          required("recipientId", ID, "Who is told: the user, or the order's store.", USER_EXAMPLE),
          required("text", TEXT, "In plain words.", "Your order is paid."),
          required(
              "status",
              ChoiceSchema.of(Notification.Status.class),
              "What became of it: SENT is delivered, DEAD is given up.",
              "SENT"),
          required("traceId", TEXT, "The request that caused it.", "checkout-page-1"),
          required("createdAt", INSTANT, "When the event happened.", INSTANT_EXAMPLE),
          sometimes("sentAt", INSTANT, "When it was delivered.", INSTANT_EXAMPLE));
  static final ObjectSchema NOTIFICATIONS =
      ObjectSchema.of("NotificationList", items(NOTIFICATION), nextCursor(PLACE, PLACE_EXAMPLE));

  private static ObjectSchema entry(
      String name, Schema<Long> amount, String event, Object example) {
    return ObjectSchema.of(
        name,
        required("event", TEXT, "What happened, as on Kafka.", event),
        required("amount", amount, "How much of it; which way it went, the event says.", example),
        sometimes("orderNo", ID, "The order that it is about.", ORDER_NO_EXAMPLE),
        required(
            "key",
            TEXT,
            "What names it, so that it happens once.",
            "points:" + ORDER_NO_EXAMPLE + ":earn"),
        sometimes("available", amount, "What can be used since.", example),
        sometimes("frozen", amount, "What is set aside since.", 0),
        required("traceId", TEXT, "The request that caused it.", "checkout-page-1"),
        required("at", INSTANT, "When.", INSTANT_EXAMPLE));
  }

  private static ObjectSchema list(String name, ObjectSchema item) {
    return ObjectSchema.of(
        name, items(item), nextCursor(new CursorSchema(), CursorSchema.write(4711)));
  }

  private static Field<?> items(ObjectSchema item) {
    return required(
        "items",
        new ListSchema<>(0, MOST_LISTED, item),
        "Newest first.",
        List.of(item.example(false)));
  }

  private static Field<?> nextCursor(Schema<?> cursor, String example) {
    return nullable("nextCursor", cursor, "Gets the next ones; null when there are none.", example);
  }

  private UserSchemas() {}
}
