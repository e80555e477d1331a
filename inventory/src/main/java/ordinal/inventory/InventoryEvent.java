package ordinal.inventory;

import java.time.Instant;
import java.util.List;
import ordinal.kernel.EventMeta;
import ordinal.kernel.JsonMessage;
import org.jspecify.annotations.Nullable;

/** What the stock service stores, and the outside hears of. */
public sealed interface InventoryEvent extends JsonMessage {

  int SCHEMA_VERSION = 1;

  EventMeta meta();

  /** The name that the outside knows it by. */
  default String eventType() {
    return getClass().getSimpleName();
  }

  /** Of one sku. Its id is the entity's. */
  sealed interface SkuEvent extends InventoryEvent {}

  /** Somebody counted: this much is on hand now, beside what is reserved and sold. */
  record SkuStockSet(EventMeta meta, long onHand) implements SkuEvent {}

  /**
   * From on hand to reserved, for an order.
   *
   * @param heldUntil of a flash sale, whose order is created only afterwards: by then it must be
   *     there, or the pieces go back
   */
  record SkuReserved(EventMeta meta, String orderNo, long quantity, @Nullable Instant heldUntil)
      implements SkuEvent {}

  /**
   * From reserved back to on hand. A quantity of 0 is a release that came before its reservation:
   * that one is refused when it comes.
   */
  record SkuReleased(EventMeta meta, String orderNo, long quantity) implements SkuEvent {}

  /** From reserved to sold. */
  record SkuDeducted(EventMeta meta, String orderNo, long quantity) implements SkuEvent {}

  /** Of one order's reservation. Its id, the order's number, is the entity's. */
  sealed interface ReservationEvent extends InventoryEvent {}

  /** All of its lines are reserved. This is what an order waits for: it goes to stock-events. */
  record StockReserved(EventMeta meta, List<Line> lines) implements ReservationEvent {}

  /** One was short, so none is reserved. It goes to stock-events too. */
  record StockReserveFailed(EventMeta meta, String reason) implements ReservationEvent {}

  /** The order was created with its lines reserved already: a flash sale's. */
  record StockAdopted(EventMeta meta, List<Line> lines) implements ReservationEvent {}

  /** All lines went back; no lines when it came before the reservation, which is then refused. */
  record StockReleased(EventMeta meta, List<Line> lines) implements ReservationEvent {}

  /** All lines are sold. */
  record StockDeducted(EventMeta meta, List<Line> lines) implements ReservationEvent {}
}
