package ordinal.order;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import ordinal.kernel.EventMeta;
import ordinal.kernel.JsonMessage;
import org.jspecify.annotations.Nullable;

/**
 * What happened to an order, stored for ever as JSON.
 *
 * <p>Class and field names are a stored format. Add optional fields; never rename or remove one, or
 * register a {@code JacksonMigration} and raise {@link #SCHEMA_VERSION}. The samples in {@code
 * order/src/test/resources/events} keep what earlier releases wrote readable.
 */
public sealed interface OrderEvent extends JsonMessage {

  int SCHEMA_VERSION = 1;

  EventMeta meta();

  /** The name under which the outside knows this event. */
  default String eventType() {
    return getClass().getSimpleName();
  }

  /** Why it happened, in words for people, where the event says so. */
  default @Nullable String reason() {
    return null;
  }

  /**
   * The first event of an order.
   *
   * @param stockHeld of a flash sale: its items were reserved before it, and {@link
   *     OrderStockReserved} is stored with it; takes no room in the journal when it is not so
   */
  record OrderCreated(
      EventMeta meta,
      String orderNo,
      String tenantId,
      String userId,
      String clientRequestId,
      @Nullable String storeId,
      List<Item> items,
      String currency,
      long totalMinor,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean stockHeld)
      implements OrderEvent {
    public OrderCreated {
      items = List.copyOf(items);
    }

    /** An ordinary order, whose stock is still to be reserved. */
    public OrderCreated(
        EventMeta meta,
        String orderNo,
        String tenantId,
        String userId,
        String clientRequestId,
        @Nullable String storeId,
        List<Item> items,
        String currency,
        long totalMinor) {
      this(
          meta,
          orderNo,
          tenantId,
          userId,
          clientRequestId,
          storeId,
          items,
          currency,
          totalMinor,
          false);
    }
  }

  record OrderStockReserved(EventMeta meta) implements OrderEvent {}

  record OrderStockFailed(EventMeta meta, @Nullable String reason) implements OrderEvent {}

  record OrderCanceled(EventMeta meta, CanceledBy by, @Nullable String reason)
      implements OrderEvent {}

  /**
   * Checkout began; what it uses of coupon, wallet and points is to be locked.
   *
   * @param assetsLocked there is nothing to lock
   * @param checkoutNo counts the order's checkouts from 1; 0 in events of earlier releases, which
   *     the fold counts by itself
   */
  record OrderCheckoutLocked(
      EventMeta meta,
      Checkout checkout,
      boolean assetsLocked,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) int checkoutNo)
      implements OrderEvent {}

  record OrderAssetsLocked(EventMeta meta, long dueMinor) implements OrderEvent {}

  record OrderAssetsRejected(EventMeta meta, String reason) implements OrderEvent {}

  /** The money is there; {@link OrderState.Payment#NONE} when there was nothing left to pay. */
  record OrderPaid(EventMeta meta, String paymentId, long amountMinor) implements OrderEvent {}

  record OrderPaymentFailed(EventMeta meta, String paymentId) implements OrderEvent {
    @Override
    public String reason() {
      return "payment " + paymentId + " failed";
    }
  }

  record OrderCompleted(EventMeta meta, String technicianId, @Nullable String mentorId)
      implements OrderEvent {}

  /** Money is to go back: asked for, or because it came when the order could not take it. */
  record OrderRefundRequested(
      EventMeta meta,
      String refundId,
      String paymentId,
      long amountMinor,
      @Nullable String reason,
      RefundCause cause)
      implements OrderEvent {}

  record OrderRefunded(EventMeta meta, String refundId) implements OrderEvent {}

  record OrderRefundFailed(EventMeta meta, String refundId) implements OrderEvent {}

  /** A message from outside that came late or out of order: kept for the audit, changes nothing. */
  record OrderMessageIgnored(EventMeta meta, String message, String reason) implements OrderEvent {}

  /** One line of an order. */
  record Item(String skuId, int quantity, long unitPriceMinor) implements JsonMessage {}

  /** What a checkout uses beside money. */
  record Checkout(@Nullable String couponId, long walletMinor, long points) implements JsonMessage {
    public Checkout {
      if (walletMinor < 0 || points < 0) {
        throw new IllegalArgumentException("assets below zero: " + walletMinor + ", " + points);
      }
    }

    public boolean usesAssets() {
      return couponId != null || walletMinor > 0 || points > 0;
    }
  }

  /** Who asked for the cancellation. */
  enum CanceledBy {
    USER,
    MERCHANT,
    TIMEOUT
  }

  /** Why money goes back. */
  enum RefundCause {
    REQUESTED,
    PAID_TOO_LATE
  }
}
