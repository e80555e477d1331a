package ordinal.http.assets;

import static ordinal.http.schema.Field.required;
import static ordinal.http.schema.Field.sometimes;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import ordinal.assets.AccountKind;
import ordinal.assets.AssetEvent;
import ordinal.assets.AssetEvent.AccountEvent;
import ordinal.assets.AssetEvent.Committed;
import ordinal.assets.AssetEvent.CouponEvent;
import ordinal.assets.AssetEvent.CouponIssued;
import ordinal.assets.AssetEvent.CouponLocked;
import ordinal.assets.AssetEvent.CouponReleased;
import ordinal.assets.AssetEvent.CouponUsed;
import ordinal.assets.AssetEvent.Credited;
import ordinal.assets.AssetEvent.Earned;
import ordinal.assets.AssetEvent.Frozen;
import ordinal.assets.AssetEvent.Released;
import ordinal.assets.AssetEvent.Reverted;
import ordinal.assets.AssetEvent.Suspended;
import ordinal.assets.AssetEvent.TakenBack;
import ordinal.http.docs.EventEnvelope;
import ordinal.http.docs.Topic;
import ordinal.http.order.OrderMessages;
import ordinal.http.order.OrderNoSchema;
import ordinal.http.schema.AnswerAmount;
import ordinal.http.schema.AnswerShape;
import ordinal.http.schema.AnswerText;
import ordinal.http.schema.Field;
import ordinal.http.schema.IdSchema;
import ordinal.http.schema.IntegerSchema;
import ordinal.http.schema.ObjectSchema;
import ordinal.http.schema.Schema;
import ordinal.http.schema.TruthSchema;
import ordinal.kernel.Ids;
import ordinal.projections.message.EventMessage;

/**
 * What accounts and coupons say on Kafka: the description of what {@link EventMessage} writes of
 * their events. AsyncApiTest holds the two together, field by field.
 */
public final class AssetMessages {

  private static final long MOST_POINTS = 1_000_000_000_000_000L;
  private static final int LONGEST_ENTITY_ID = 160;
  private static final String ACCOUNT_PATTERN = "(wallet|points|commission)/" + twoIds();
  private static final String COUPON_EXAMPLE = "coupon-88";
  private static final String KEY_EXAMPLE = "wallet:" + OrderNoSchema.EXAMPLE + ":freeze";

  private static final Schema<String> ID = IdSchema.id();
  private static final Schema<String> TEXT = AnswerText.plain();

  private static final Field<String> KEY =
      required("key", TEXT, "The same key never moves it twice.", KEY_EXAMPLE);
  private static final Field<String> ORDER_NO =
      required("orderNo", TEXT, "The order that it is about.", OrderNoSchema.EXAMPLE);
  private static final Field<String> ANY_ORDER_NO =
      sometimes("orderNo", TEXT, "The order, if it is about one.", OrderNoSchema.EXAMPLE);
  private static final Field<Long> CHECKOUT_NO =
      required("checkoutNo", new IntegerSchema(1, 1_000_000), "Which of the order's checkouts.", 1);
  private static final Field<String> COUPON_ID =
      required("couponId", ID, "The coupon.", COUPON_EXAMPLE);

  private static final EventEnvelope ENVELOPE =
      new EventEnvelope(
          "AssetEvent",
          "/ordinal/assets",
          new AnswerShape("(" + ACCOUNT_PATTERN + "|" + twoIds() + ")", LONGEST_ENTITY_ID),
          "The account, as `wallet/<tenant>/<user>`, `points/…` or `commission/…`; or the coupon,"
              + " as `<tenant>/<coupon>`.",
          "wallet/default/1001");

  public static final Topic TOPIC =
      ENVELOPE.topic(
          EventMessage.ASSET_EVENTS,
          OrderMessages.PARTITIONS,
          "What happens to wallets, points, commissions and coupons. The key is the account or the"
              + " coupon, so its events are in one partition, in their order. An account's books"
              + " are double-entry: the five columns of `balance` add up to zero in every event.",
          messages());

  private AssetMessages() {}

  private static String twoIds() {
    return Ids.PATTERN + "/" + Ids.PATTERN;
  }

  private static List<Topic.Message> messages() {
    var all = new ArrayList<Topic.Message>();
    for (var kind : AccountKind.values()) all.addAll(new OfAccount(kind).messages());
    all.addAll(ofCoupons());
    return all;
  }

  /** The messages of one kind of account: money is decimal, points are whole. */
  private record OfAccount(AccountKind kind) {

    List<Topic.Message> messages() {
      var amount = amount("amount", "How much.");
      return List.of(
          message(
              Credited.class,
              "something was put in",
              ANY_ORDER_NO,
              amount,
              amount("debtPaid", "How much of it paid what was owed.")),
          message(Frozen.class, "set aside for a checkout", ORDER_NO, CHECKOUT_NO, amount),
          message(
              Committed.class,
              "the order is paid, so what was set aside is spent",
              ORDER_NO,
              CHECKOUT_NO,
              amount,
              amount("fromAvailable", "How much of it was not set aside any more.")),
          message(
              Released.class,
              "what was set aside is available again; 0 when its release came first",
              ORDER_NO,
              CHECKOUT_NO,
              amount),
          message(Reverted.class, "what an order has spent came back", ORDER_NO, amount),
          message(
              Earned.class,
              "earned by an order",
              ANY_ORDER_NO,
              amount,
              amount("debtPaid", "How much of it paid what was owed.")),
          message(
              TakenBack.class,
              "what was earned went back",
              ANY_ORDER_NO,
              amount,
              amount("missing", "How much of it was not there, and is owed now.")),
          message(
              Suspended.class,
              "it has frozen itself, because its books would have gone wrong: somebody has to look",
              ANY_ORDER_NO,
              required("reason", TEXT, "What would have gone wrong.", "available would be -3")));
    }

    private Topic.Message message(
        Class<? extends AccountEvent> type, String summary, Field<?>... says) {
      var name = kind.word() + type.getSimpleName();
      var fields = new ArrayList<Field<?>>();
      fields.add(
          required(
              "accountId",
              new AnswerShape(ACCOUNT_PATTERN, LONGEST_ENTITY_ID),
              "The account.",
              example()));
      fields.add(required("ownerId", ID, "Whose it is.", "1001"));
      fields.add(KEY);
      fields.addAll(List.of(says));
      fields.add(balance());
      var payload = ObjectSchema.of(name + "Payload", fields.toArray(Field<?>[]::new));
      return described(name, kind.word() + ": " + summary, payload);
    }

    private String example() {
      return kind.word().toLowerCase(Locale.ROOT) + "/default/1001";
    }

    private Field<?> balance() {
      var columns =
          ObjectSchema.of(
              kind.word() + "Balance",
              amount("available", "What its owner can use."),
              amount("frozen", "What is set aside."),
              amount("spent", "What orders have used, less what came back."),
              column("owed", "What was to be taken back and was not there: zero or below.", 0),
              column("funded", "Where all of it came from: mostly below zero.", -5));
      return required("balance", columns, "Its books afterwards.", columns.example(true));
    }

    private Field<?> amount(String name, String means) {
      return kind == AccountKind.POINTS
          ? required(name, new IntegerSchema(0, MOST_POINTS), means, 5)
          : required(name, new AnswerAmount(false), means, 5);
    }

    private Field<?> column(String name, String means, Object example) {
      return kind == AccountKind.POINTS
          ? required(name, new IntegerSchema(-MOST_POINTS, MOST_POINTS), means, example)
          : required(name, new AnswerAmount(true), means, example);
    }
  }

  private static List<Topic.Message> ofCoupons() {
    return List.of(
        coupon(
            CouponIssued.class,
            "a user has it",
            required("userId", ID, "Whose it is.", "1001"),
            required("discount", new AnswerAmount(false), "What it is worth.", 5),
            sometimes(
                "expiresAt",
                AnswerText.instant(),
                "When it cannot be used any more, if ever.",
                "2026-12-31T23:59:59Z")),
        coupon(CouponLocked.class, "kept for a checkout", ORDER_NO, CHECKOUT_NO),
        coupon(CouponUsed.class, "the order is paid, so it is used", ORDER_NO, CHECKOUT_NO),
        coupon(
            CouponReleased.class,
            "the checkout has given it up",
            ORDER_NO,
            CHECKOUT_NO,
            required(
                "beforeItsLock",
                new TruthSchema(),
                "Whether the release came first, so that the lock is refused when it comes.",
                false)));
  }

  private static Topic.Message coupon(
      Class<? extends CouponEvent> type, String summary, Field<?>... says) {
    var fields = new ArrayList<Field<?>>();
    fields.add(COUPON_ID);
    fields.add(KEY);
    fields.addAll(List.of(says));
    var name = type.getSimpleName();
    var payload = ObjectSchema.of(name + "Payload", fields.toArray(Field<?>[]::new));
    return described(name, "Coupon: " + summary, payload);
  }

  private static Topic.Message described(String name, String summary, ObjectSchema payload) {
    return ENVELOPE.message(
        name, summary, AssetEvent.SCHEMA_VERSION, payload, payload.example(true));
  }
}
