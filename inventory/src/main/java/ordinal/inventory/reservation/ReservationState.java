package ordinal.inventory.reservation;

import java.util.List;
import ordinal.inventory.InventoryEvent.ReservationEvent;
import ordinal.inventory.InventoryEvent.StockAdopted;
import ordinal.inventory.InventoryEvent.StockDeducted;
import ordinal.inventory.InventoryEvent.StockReleased;
import ordinal.inventory.InventoryEvent.StockReserveFailed;
import ordinal.inventory.InventoryEvent.StockReserved;
import ordinal.inventory.Line;
import ordinal.inventory.ReservationReply.Standing;
import ordinal.inventory.ReservationReply.Status;
import org.jspecify.annotations.Nullable;

/**
 * A reservation as its events say it is.
 *
 * @param status null before anything came of it
 * @param lines what is or was reserved; none when it failed or was released before it came
 * @param reason why it FAILED
 */
record ReservationState(@Nullable Status status, List<Line> lines, @Nullable String reason) {

  static final ReservationState NONE = new ReservationState(null, List.of(), null);

  ReservationState {
    lines = List.copyOf(lines);
  }

  ReservationState after(ReservationEvent event) {
    if (event instanceof StockReserved e) return at(Status.RESERVED, e.lines());
    if (event instanceof StockAdopted e) return at(Status.RESERVED, e.lines());
    if (event instanceof StockReleased e) return at(Status.RELEASED, e.lines());
    if (event instanceof StockDeducted e) return at(Status.DEDUCTED, e.lines());
    if (event instanceof StockReserveFailed e) {
      return new ReservationState(Status.FAILED, List.of(), e.reason());
    }
    throw new IllegalStateException("a reservation has no rule for " + event.getClass().getName());
  }

  private static ReservationState at(Status status, List<Line> lines) {
    return new ReservationState(status, lines, null);
  }

  /** The answer to whoever asked. */
  Standing standing(boolean repeated) {
    if (status == null) throw new IllegalStateException("nothing stands yet");
    return new Standing(status, repeated, reason);
  }
}
