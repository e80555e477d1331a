package ordinal.projections.views;

import java.time.Instant;
import java.util.List;
import ordinal.order.OrderEvent;
import ordinal.order.OrderEvent.Item;
import ordinal.order.OrderEvent.OrderCreated;
import ordinal.order.OrderState;
import ordinal.order.OrderState.Contents;
import ordinal.order.OrderState.Existing;
import ordinal.order.OrderState.Progress;
import ordinal.order.OrderState.Refund;
import ordinal.order.OrderStatus;
import org.jspecify.annotations.Nullable;

/**
 * One row of the view while a page is applied to it.
 *
 * <p>Which status follows is decided by {@link OrderState#after}, the entity's own fold, on a state
 * with only those parts filled in that a row keeps. So the view has no rules of its own that could
 * differ, and an event that the entity does not know fails here too.
 */
final class OrderRow {

  private final long orderId;
  private final long storedSeq;
  private Existing state;

  private OrderRow(long orderId, long storedSeq, Existing state) {
    this.orderId = orderId;
    this.storedSeq = storedSeq;
    this.state = state;
  }

  /** An order that the view does not know yet. Its id is the place of its first event. */
  static OrderRow begun(String orderNo, long ordering, OrderEvent event) {
    if (event instanceof OrderCreated created) {
      return new OrderRow(ordering, 0, (Existing) new OrderState.Absent().after(created));
    }
    throw new IllegalStateException(
        "order %s: %s cannot be its first event".formatted(orderNo, event.eventType()));
  }

  /** An order as the table has it; its items are not needed and are left there. */
  static OrderRow stored(
      long orderId,
      long lastSeq,
      Contents contents,
      OrderStatus status,
      @Nullable String statusReason,
      @Nullable OrderStatus refundFrom) {
    // All that the fold asks of a refund is where it came from.
    var refund = refundFrom == null ? null : new Refund("", "", 0, null, refundFrom);
    var progress = new Progress(statusReason, null, null, null, null, null, refund, 0, 0);
    var state = new Existing(lastSeq, status, contents, progress, contents.createdAt(), List.of());
    return new OrderRow(orderId, lastSeq, state);
  }

  void apply(OrderEvent event) {
    state = (Existing) state.after(event);
  }

  long orderId() {
    return orderId;
  }

  /** Not in the table yet. */
  boolean isNew() {
    return storedSeq == 0;
  }

  long lastSeq() {
    return state.version();
  }

  Contents contents() {
    return state.contents();
  }

  List<Item> items() {
    return state.contents().items();
  }

  OrderStatus status() {
    return state.status();
  }

  @Nullable String statusReason() {
    return state.progress().statusReason();
  }

  /** Where a failed refund returns to. */
  @Nullable OrderStatus refundFrom() {
    var refund = state.progress().refund();
    return refund == null ? null : refund.from();
  }

  Instant updatedAt() {
    return state.updatedAt();
  }
}
