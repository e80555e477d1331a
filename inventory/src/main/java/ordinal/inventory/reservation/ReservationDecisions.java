package ordinal.inventory.reservation;

import java.util.List;
import ordinal.inventory.InventoryEvent.StockAdopted;
import ordinal.inventory.InventoryEvent.StockDeducted;
import ordinal.inventory.InventoryEvent.StockReleased;
import ordinal.inventory.InventoryEvent.StockReserved;
import ordinal.inventory.ReservationReply.Refused;
import ordinal.inventory.ReservationReply.Status;
import ordinal.inventory.reservation.ReservationCommand.Adopt;
import ordinal.inventory.reservation.ReservationCommand.Asked;
import ordinal.inventory.reservation.ReservationCommand.Deduct;
import ordinal.inventory.reservation.ReservationCommand.Release;
import ordinal.inventory.reservation.ReservationCommand.WithLines;
import ordinal.inventory.reservation.Saga.Answer;
import ordinal.inventory.reservation.Saga.Call;
import ordinal.inventory.reservation.Saga.Store;

/** The rules of {@link Reservation}'s table: from a state and a call to its way. Pure. */
final class ReservationDecisions {

  private ReservationDecisions() {}

  static Saga begin(ReservationState state, Asked command) {
    if (command instanceof WithLines wanted) {
      return state.status() == null ? reserve(wanted) : reserveAgain(state, state.status(), wanted);
    }
    if (command instanceof Release) return release(state);
    if (command instanceof Deduct) return deduct(state);
    throw new IllegalStateException(
        "a reservation has no rule for " + command.getClass().getName());
  }

  /** What a flash sale holds is reserved already, and so only confirmed. */
  private static Saga reserve(WithLines wanted) {
    var lines = wanted.lines();
    var end =
        wanted instanceof Adopt
            ? new Store(meta -> new StockAdopted(meta, lines))
            : new Store(meta -> new StockReserved(meta, lines));
    return Saga.through(Call.RESERVE, lines, end, null);
  }

  private static Saga reserveAgain(ReservationState state, Status status, WithLines wanted) {
    boolean same = state.lines().equals(wanted.lines());
    return switch (status) {
      case RESERVED, DEDUCTED ->
          same
              ? repeat(state)
              : Saga.atOnce(new Answer(new Refused(status, "it is of other lines")));
      // It was released before it came. An attempt that broke off may have reserved something.
      case RELEASED -> same ? repeat(state) : giveBack(state, status, wanted);
      // A sku that was short then may hold pieces for this order since.
      case FAILED -> wanted instanceof Adopt ? giveBack(state, status, wanted) : repeat(state);
    };
  }

  private static Saga giveBack(ReservationState state, Status status, WithLines unwanted) {
    return Saga.through(Call.RELEASE, unwanted.lines(), new Answer(state.standing(true)), status);
  }

  private static Saga release(ReservationState state) {
    var status = state.status();
    if (status == null) {
      return Saga.atOnce(new Store(meta -> new StockReleased(meta, List.of())));
    }
    return switch (status) {
      case RESERVED ->
          Saga.through(
              Call.RELEASE,
              state.lines(),
              new Store(meta -> new StockReleased(meta, state.lines())),
              status);
      case FAILED, RELEASED -> repeat(state);
      case DEDUCTED -> Saga.atOnce(new Answer(new Refused(status, "it is sold")));
    };
  }

  private static Saga deduct(ReservationState state) {
    var status = state.status();
    if (status == null) {
      return Saga.atOnce(new Answer(new Refused(null, "nothing is reserved")));
    }
    return switch (status) {
      case RESERVED ->
          Saga.through(
              Call.DEDUCT,
              state.lines(),
              new Store(meta -> new StockDeducted(meta, state.lines())),
              status);
      case DEDUCTED -> repeat(state);
      case FAILED, RELEASED ->
          Saga.atOnce(new Answer(new Refused(status, "nothing is reserved any more")));
    };
  }

  private static Saga repeat(ReservationState state) {
    return Saga.atOnce(new Answer(state.standing(true)));
  }
}
