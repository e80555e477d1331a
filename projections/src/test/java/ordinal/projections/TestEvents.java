package ordinal.projections;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import ordinal.kernel.EventMeta;
import ordinal.order.OrderEvent;
import ordinal.order.OrderEvent.CanceledBy;
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
import ordinal.order.OrderEvent.RefundCause;

/** An event of each kind, and lives of orders made of them. */
public final class TestEvents {

  private static final EventMeta META = TestJournal.meta("2025-01-01T12:00:01.456Z");

  public static final OrderEvent RESERVED = new OrderStockReserved(META);
  public static final OrderEvent STOCK_FAILED = new OrderStockFailed(META, "sold out");
  public static final OrderEvent CANCELED =
      new OrderCanceled(META, CanceledBy.USER, "changed mind");
  public static final OrderEvent CHECKOUT =
      new OrderCheckoutLocked(META, new Checkout(null, 0, 0), true, 0); // Counted by the fold.
  public static final OrderEvent ASSETS_LOCKED = new OrderAssetsLocked(META, 700);
  public static final OrderEvent ASSETS_REJECTED = new OrderAssetsRejected(META, "coupon used");
  public static final OrderEvent PAID = new OrderPaid(META, "p-0", 1000);
  public static final OrderEvent PAYMENT_FAILED = new OrderPaymentFailed(META, "p-0");
  public static final OrderEvent COMPLETED = new OrderCompleted(META, "tech-1", "mentor-1");
  public static final OrderEvent REFUND =
      new OrderRefundRequested(META, "r-1", "p-0", 1000, "too small", RefundCause.REQUESTED);
  public static final OrderEvent REFUNDED = new OrderRefunded(META, "r-1");
  public static final OrderEvent REFUND_FAILED = new OrderRefundFailed(META, "r-1");
  public static final OrderEvent IGNORED =
      new OrderMessageIgnored(META, "StockReserved", "StockReserved does not fit PAID");

  /** By type; the first event of an order is not among them. */
  public static final Map<String, OrderEvent> LATER =
      Stream.of(
              RESERVED,
              STOCK_FAILED,
              CANCELED,
              CHECKOUT,
              ASSETS_LOCKED,
              ASSETS_REJECTED,
              PAID,
              PAYMENT_FAILED,
              COMPLETED,
              REFUND,
              REFUNDED,
              REFUND_FAILED,
              IGNORED)
          .collect(Collectors.toMap(OrderEvent::eventType, Function.identity()));

  /** What may follow an order's creation, to each end that there is. */
  public static final List<List<OrderEvent>> LIVES =
      List.of(
          List.of(STOCK_FAILED),
          List.of(STOCK_FAILED, REFUND, REFUND_FAILED),
          List.of(CANCELED),
          List.of(CANCELED, IGNORED, REFUND, REFUND_FAILED, REFUND, REFUNDED),
          List.of(RESERVED, CHECKOUT, PAID, COMPLETED),
          List.of(RESERVED, CHECKOUT, ASSETS_LOCKED, PAID, REFUND, REFUNDED),
          List.of(RESERVED, CHECKOUT, PAYMENT_FAILED, CHECKOUT, PAID, IGNORED),
          List.of(RESERVED, CHECKOUT, ASSETS_LOCKED, ASSETS_REJECTED, CHECKOUT),
          List.of(RESERVED, CHECKOUT, PAID, REFUND, REFUND_FAILED),
          List.of(RESERVED, CHECKOUT, PAID, REFUND, REFUND_FAILED, COMPLETED, REFUND),
          List.of(RESERVED, CHECKOUT, PAID, COMPLETED, REFUND, REFUND_FAILED),
          List.of(RESERVED, CHECKOUT, PAID, COMPLETED, REFUND, REFUNDED));

  private TestEvents() {}
}
