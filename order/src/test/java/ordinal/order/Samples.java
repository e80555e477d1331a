package ordinal.order;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import ordinal.kernel.EventMeta;
import ordinal.kernel.IdempotencyKey;
import ordinal.kernel.TraceContext;
import ordinal.order.OrderCommand.*;
import ordinal.order.OrderEvent.*;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.persistence.testkit.javadsl.EventSourcedBehaviorTestKit;

/** One order, its events and the commands to it: what the tests of this package talk about. */
final class Samples {

  static final Instant NOON = Instant.parse("2025-01-01T12:00:00Z");
  static final String ORDER_NO = OrderNumber.of("default", "10001", "req-1");
  static final String PERSISTENCE_ID = "Order|" + ORDER_NO;
  static final String REFUND_1 = OrderNumber.refundId(ORDER_NO, 1);
  static final String REFUND_2 = OrderNumber.refundId(ORDER_NO, 2);
  static final TraceContext TRACE =
      new TraceContext("trace-1", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
  static final List<Item> SOCKS = List.of(new Item("socks", 2, 499), new Item("tape", 1, 2));
  static final long TOTAL = 1000;
  static final Checkout NO_ASSETS = new Checkout(null, 0, 0);
  static final Checkout ASSETS = new Checkout("coupon-7", 300, 50);

  private Samples() {}

  // Events of an order's life; messages carry their id as the request they came by.

  static final OrderCreated CREATED =
      new OrderCreated(plain(), ORDER_NO, "default", "10001", "req-1", null, SOCKS, "CNY", TOTAL);
  static final OrderCreated CREATED_HELD =
      new OrderCreated(
          plain(), ORDER_NO, "default", "10001", "req-1", null, SOCKS, "CNY", TOTAL, true);
  static final OrderStockReserved RESERVED = new OrderStockReserved(by("stock:s-1", ""));
  static final OrderStockFailed STOCK_FAILED =
      new OrderStockFailed(by("stock:s-1", ""), "sold out");
  static final OrderCanceled CANCELED = new OrderCanceled(plain(), CanceledBy.USER, "changed mind");
  static final OrderCheckoutLocked CHECKOUT = new OrderCheckoutLocked(plain(), NO_ASSETS, true, 1);
  static final OrderCheckoutLocked LOCKING = new OrderCheckoutLocked(plain(), ASSETS, false, 1);
  static final OrderAssetsLocked LOCKED = new OrderAssetsLocked(by("assets:a-0", ""), 700);
  static final OrderAssetsLocked ALL_LOCKED = new OrderAssetsLocked(plain(), 0);
  static final OrderPaid FREE = new OrderPaid(by("assets:a-0", ""), "none", 0);
  static final OrderPaid PAID = new OrderPaid(by("payment:p-0:succeeded", "1000"), "p-0", TOTAL);
  static final OrderCompleted COMPLETED = new OrderCompleted(plain(), "tech-1", "mentor-1");
  static final OrderRefundRequested REFUND =
      new OrderRefundRequested(plain(), REFUND_1, "p-0", TOTAL, "too small", RefundCause.REQUESTED);
  static final OrderRefundRequested FREE_REFUND =
      new OrderRefundRequested(plain(), REFUND_1, "none", 0, "too small", RefundCause.REQUESTED);
  static final OrderRefundRequested LATE_REFUND =
      new OrderRefundRequested(
          by("payment:p-0:succeeded", "1000"),
          REFUND_1,
          "p-0",
          TOTAL,
          "paid when the order was CANCELED",
          RefundCause.PAID_TOO_LATE);
  static final OrderRefunded REFUNDED =
      new OrderRefunded(by("refund:" + REFUND_1 + ":succeeded", ""), REFUND_1);
  static final OrderRefunded FREE_REFUNDED = new OrderRefunded(plain(), REFUND_1);
  static final OrderRefundFailed REFUND_FAILED =
      new OrderRefundFailed(by("refund:" + REFUND_1 + ":failed", ""), REFUND_1);

  static EventMeta plain() {
    return new EventMeta(NOON, TRACE, null, null);
  }

  static EventMeta by(String key, String fingerprint) {
    return new EventMeta(NOON, TRACE, new IdempotencyKey(key, fingerprint), null);
  }

  // Commands.

  /** A command that still lacks the address of its reply. */
  interface To extends Function<ActorRef<OrderReply>, OrderCommand.Answered> {}

  static To get() {
    return to -> new Get(TRACE, to);
  }

  static To create(List<Item> items) {
    return to -> new Create("default", "10001", "req-1", null, items, "CNY", TRACE, to);
  }

  static To createHeld(List<Item> items, Instant notAfter) {
    var held = new StockHeld(notAfter);
    return to -> new Create("default", "10001", "req-1", null, items, "CNY", held, TRACE, to);
  }

  static To cancel(IdempotencyKey key) {
    return to -> new Cancel(CanceledBy.USER, "changed mind", key, TRACE, to);
  }

  static To checkout(Checkout checkout, IdempotencyKey key) {
    return to -> new StartCheckout(checkout, key, TRACE, to);
  }

  static To complete(String technician, String mentor, IdempotencyKey key) {
    return to -> new Complete(technician, mentor, key, TRACE, to);
  }

  static To refund(String reason, IdempotencyKey key) {
    return to -> new RequestRefund(reason, key, TRACE, to);
  }

  static To reserved(String eventId) {
    return to -> new StockReserved(eventId, TRACE, to);
  }

  static To reserveFailed(String eventId) {
    return to -> new StockReserveFailed(eventId, "sold out", TRACE, to);
  }

  static To assetsLocked(String eventId, long due) {
    return assetsLocked(eventId, 1, due);
  }

  static To assetsLocked(String eventId, int checkoutNo, long due) {
    return to -> new AssetsLocked(eventId, checkoutNo, due, TRACE, to);
  }

  static To assetsRejected(String eventId) {
    return assetsRejected(eventId, 1);
  }

  static To assetsRejected(String eventId, int checkoutNo) {
    return to -> new AssetsRejected(eventId, checkoutNo, "coupon used", TRACE, to);
  }

  static To paid(String paymentId, long amount) {
    return to -> new PaymentSucceeded(paymentId, amount, TRACE, to);
  }

  static To paymentFailed(String paymentId) {
    return to -> new PaymentFailed(paymentId, TRACE, to);
  }

  static To refunded(String refundId) {
    return to -> new RefundSucceeded(refundId, TRACE, to);
  }

  static To refundFailed(String refundId) {
    return to -> new RefundFailed(refundId, TRACE, to);
  }

  // Settings.

  /** Few events between snapshots and short waits, so that tests see both. */
  static OrderSettings settings(int snapshotEvery) {
    return new OrderSettings(
        snapshotEvery,
        2,
        Duration.ofMillis(50),
        Duration.ofMillis(200),
        0.2,
        Duration.ofSeconds(6),
        Duration.ofSeconds(1),
        Duration.ofSeconds(1),
        "unused",
        10_000);
  }

  /** The journal in memory, and the one serialization binding that conf/ has. */
  static Config config() {
    return ConfigFactory.parseString(
            """
            pekko.actor.serialization-bindings { "ordinal.kernel.JsonMessage" = jackson-json }
            pekko.loglevel = OFF
            pekko.log-dead-letters = off
            """)
        .withFallback(EventSourcedBehaviorTestKit.config());
  }
}
