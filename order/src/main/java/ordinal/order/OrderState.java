package ordinal.order;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import ordinal.kernel.EventMeta;
import ordinal.kernel.JsonMessage;
import ordinal.order.OrderEvent.Checkout;
import ordinal.order.OrderEvent.Item;
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
 * An order as its events say it is: a fold that only copies data across, never decides and never
 * reads the clock. The entity and the history use the same one, so they cannot differ.
 */
public sealed interface OrderState extends JsonMessage {

  /** No event yet. */
  record Absent() implements OrderState {}

  /**
   * An order that was created.
   *
   * @param version how many events the order has, so the sequence number of the last one
   * @param contents what was ordered; never changes
   * @param progress what came since; a part is null while it has no meaning
   * @param remembered requests and messages already handled, oldest first
   */
  record Existing(
      long version,
      OrderStatus status,
      Contents contents,
      Progress progress,
      Instant updatedAt,
      List<Remembered> remembered)
      implements OrderState {

    /** Requests are remembered this long; CONTRACT promises it. */
    public static final Duration REQUEST_MEMORY = Duration.ofHours(24);

    /**
     * Bounds the state of an order that is flooded. A flood is of messages that change nothing, and
     * those are dropped first: what once moved the order must not move it a second time.
     */
    static final int MOST_REMEMBERED = 200;

    public Existing {
      remembered = List.copyOf(remembered);
    }

    /** How a request or message with this key was handled, or null when it was not, or long ago. */
    @Nullable Remembered recall(String key, Instant now) {
      for (var one : remembered) {
        if (one.key().equals(key) && !one.isForgottenAt(now)) return one;
      }
      return null;
    }

    /** Whether pieces of a sku that are set aside under this order's number may be its own. */
    public boolean mayHold(String skuId) {
      var begun = progress.refund();
      boolean refunds = status == OrderStatus.REFUNDING || status == OrderStatus.REFUNDED;
      var standing = refunds && begun != null ? begun.from() : status;
      return standing != OrderStatus.STOCK_FAILED
          && standing != OrderStatus.CANCELED
          && contents.items().stream().anyMatch(item -> item.skuId().equals(skuId));
    }

    private Existing with(EventMeta meta, OrderStatus newStatus, Progress newProgress) {
      return new Existing(
          version + 1, newStatus, contents, newProgress, meta.at(), rememberedWith(meta, false));
    }

    private Existing withIgnored(EventMeta meta) {
      return new Existing(
          version + 1, status, contents, progress, meta.at(), rememberedWith(meta, true));
    }

    private Existing with(EventMeta meta, OrderStatus newStatus) {
      return with(meta, newStatus, progress);
    }

    private List<Remembered> rememberedWith(EventMeta meta, boolean ignored) {
      var request = meta.request();
      if (request == null) return remembered;
      var kept = new ArrayList<Remembered>(remembered.size() + 1);
      for (var one : remembered) {
        if (!one.isForgottenAt(meta.at())) kept.add(one);
      }
      if (kept.size() >= MOST_REMEMBERED) kept.remove(firstToForget(kept));
      kept.add(
          new Remembered(request.key(), request.fingerprint(), version + 1, meta.at(), ignored));
      return kept;
    }

    /** The oldest that was ignored, or else the oldest. */
    private static int firstToForget(List<Remembered> all) {
      for (int i = 0; i < all.size(); i++) {
        if (all.get(i).ignored()) return i;
      }
      return 0;
    }
  }

  /** What was ordered; a flash sale's items were reserved before, so its stock is held. */
  record Contents(
      String orderNo,
      String tenantId,
      String userId,
      @Nullable String storeId,
      List<Item> items,
      String currency,
      long totalMinor,
      Instant createdAt,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean stockHeld)
      implements JsonMessage {
    public Contents {
      items = List.copyOf(items);
    }
  }

  /**
   * How far the order has come.
   *
   * @param dueMinor what is to be paid; null while assets are being locked
   * @param refundAttempts how many refunds were begun; numbers their ids
   * @param checkoutNo how many checkouts were begun; numbers them. 0 before the first, and after
   *     any in a snapshot of an earlier release
   */
  record Progress(
      @Nullable String statusReason,
      @Nullable Checkout checkout,
      @Nullable Long dueMinor,
      @Nullable Payment payment,
      @Nullable String technicianId,
      @Nullable String mentorId,
      @Nullable Refund refund,
      int refundAttempts,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) int checkoutNo)
      implements JsonMessage {

    public static final Progress NONE =
        new Progress(null, null, null, null, null, null, null, 0, 0);

    Progress withReason(@Nullable String reason) {
      return new Progress(
          reason,
          checkout,
          dueMinor,
          payment,
          technicianId,
          mentorId,
          refund,
          refundAttempts,
          checkoutNo);
    }

    /** Another checkout; one of an earlier release does not say which. */
    Progress withCheckout(Checkout begun, @Nullable Long newDueMinor, int number) {
      return new Progress(
          null,
          begun,
          newDueMinor,
          payment,
          technicianId,
          mentorId,
          refund,
          refundAttempts,
          number > 0 ? number : checkoutNo + 1);
    }

    Progress withDue(long newDueMinor) {
      return new Progress(
          null,
          checkout,
          newDueMinor,
          payment,
          technicianId,
          mentorId,
          refund,
          refundAttempts,
          checkoutNo);
    }

    Progress withoutCheckout(@Nullable String reason) {
      return new Progress(
          reason, null, null, payment, technicianId, mentorId, refund, refundAttempts, checkoutNo);
    }

    Progress withPayment(Payment newPayment) {
      return new Progress(
          null,
          checkout,
          dueMinor,
          newPayment,
          technicianId,
          mentorId,
          refund,
          refundAttempts,
          checkoutNo);
    }

    Progress withService(String technician, @Nullable String mentor) {
      return new Progress(
          null,
          checkout,
          dueMinor,
          payment,
          technician,
          mentor,
          refund,
          refundAttempts,
          checkoutNo);
    }

    Progress withRefund(Refund begun) {
      return new Progress(
          statusReason,
          checkout,
          dueMinor,
          payment,
          technicianId,
          mentorId,
          begun,
          refundAttempts + 1,
          checkoutNo);
    }
  }

  record Payment(String paymentId, long amountMinor) implements JsonMessage {

    /** The id of the payment that nobody had to make: assets paid for all of it. */
    public static final String NONE = "none";

    /** Whether no provider has taken any money, so that none can give it back. */
    @JsonIgnore
    public boolean isNone() {
      return amountMinor == 0 && paymentId.equals(NONE);
    }
  }

  /**
   * Money on its way back, or back.
   *
   * @param from where the order was, and returns to when the refund fails
   */
  record Refund(
      String refundId,
      String paymentId,
      long amountMinor,
      @Nullable String reason,
      OrderStatus from)
      implements JsonMessage {}

  /**
   * A handled request or message; requests ("key:…") are forgotten after a day, messages are not.
   *
   * @param ignored a message that changed nothing: the first to go when there is no more room
   */
  record Remembered(String key, String fingerprint, long version, Instant at, boolean ignored)
      implements JsonMessage {
    private boolean isForgottenAt(Instant now) {
      return key.startsWith(Order.REQUEST_KEY) && now.isAfter(at.plus(Existing.REQUEST_MEMORY));
    }
  }

  /** The state after one more event. Fails on an event that cannot follow, which is a bug. */
  default OrderState after(OrderEvent event) {
    if (this instanceof Existing order) return next(order, event);
    if (event instanceof OrderCreated created) return created(created);
    throw new IllegalStateException(event.eventType() + " cannot be the first event of an order");
  }

  private static Existing created(OrderCreated e) {
    var contents =
        new Contents(
            e.orderNo(),
            e.tenantId(),
            e.userId(),
            e.storeId(),
            e.items(),
            e.currency(),
            e.totalMinor(),
            e.meta().at(),
            e.stockHeld());
    var before =
        new Existing(0, OrderStatus.CREATED, contents, Progress.NONE, e.meta().at(), List.of());
    return before.with(e.meta(), OrderStatus.CREATED);
  }

  /** One branch per event. A new event fails here, loudly, until someone decides what it means. */
  private static Existing next(Existing order, OrderEvent event) {
    var meta = event.meta();
    var progress = order.progress();
    if (event instanceof OrderStockReserved) return order.with(meta, OrderStatus.STOCK_RESERVED);
    if (event instanceof OrderStockFailed e) {
      return order.with(meta, OrderStatus.STOCK_FAILED, progress.withReason(e.reason()));
    }
    if (event instanceof OrderCanceled e) {
      return order.with(meta, OrderStatus.CANCELED, progress.withReason(e.reason()));
    }
    if (event instanceof OrderCheckoutLocked e) {
      var due = e.assetsLocked() ? (Long) order.contents().totalMinor() : null;
      return order.with(
          meta, OrderStatus.WAIT_PAY, progress.withCheckout(e.checkout(), due, e.checkoutNo()));
    }
    if (event instanceof OrderAssetsLocked e) {
      return order.with(meta, OrderStatus.WAIT_PAY, progress.withDue(e.dueMinor()));
    }
    if (event instanceof OrderAssetsRejected e) {
      return order.with(meta, OrderStatus.STOCK_RESERVED, progress.withoutCheckout(e.reason()));
    }
    if (event instanceof OrderPaymentFailed e) {
      return order.with(meta, OrderStatus.STOCK_RESERVED, progress.withoutCheckout(e.reason()));
    }
    if (event instanceof OrderPaid e) {
      return order.with(
          meta,
          OrderStatus.PAID,
          progress.withPayment(new Payment(e.paymentId(), e.amountMinor())));
    }
    if (event instanceof OrderCompleted e) {
      return order.with(
          meta, OrderStatus.COMPLETED, progress.withService(e.technicianId(), e.mentorId()));
    }
    return nextOfRefund(order, event);
  }

  private static Existing nextOfRefund(Existing order, OrderEvent event) {
    var meta = event.meta();
    var progress = order.progress();
    if (event instanceof OrderRefundRequested e) {
      var refund =
          new Refund(e.refundId(), e.paymentId(), e.amountMinor(), e.reason(), order.status());
      return order.with(meta, OrderStatus.REFUNDING, progress.withRefund(refund));
    }
    if (event instanceof OrderRefunded) return order.with(meta, OrderStatus.REFUNDED);
    if (event instanceof OrderRefundFailed && progress.refund() != null) {
      return order.with(meta, progress.refund().from());
    }
    if (event instanceof OrderMessageIgnored) return order.withIgnored(meta);
    throw new IllegalStateException("an order has no rule for " + event.getClass().getName());
  }
}
