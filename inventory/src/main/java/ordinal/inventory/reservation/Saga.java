package ordinal.inventory.reservation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import ordinal.inventory.InventoryEvent.ReservationEvent;
import ordinal.inventory.InventoryEvent.StockReserveFailed;
import ordinal.inventory.Line;
import ordinal.inventory.ReservationReply;
import ordinal.inventory.ReservationReply.Status;
import ordinal.inventory.sku.SkuReply;
import ordinal.kernel.EventMeta;
import org.jspecify.annotations.Nullable;

/**
 * One call's way through the skus of an order, one after the other, and what comes at its end.
 * Pure: {@link Reservation} asks and stores.
 *
 * <p>It may break off anywhere, with nothing stored; the call's repeat goes the same way again, and
 * every sku answers as it did. All ways but that of compensation begin at the same sku, so of a
 * release and a deduction that have both broken off, the one that came first to that sku goes on,
 * and the other is refused there: the lines never part.
 *
 * @param call what each sku is asked for
 * @param all the order's lines
 * @param left those whose sku is still to be asked
 * @param end what to do when none is left
 * @param status where the reservation stands meanwhile
 */
record Saga(Call call, List<Line> all, List<Line> left, Step end, @Nullable Status status) {

  enum Call {
    RESERVE,
    RELEASE,
    DEDUCT
  }

  /** What is to be done next. */
  sealed interface Step {}

  record AskSku(Call call, Line line) implements Step {}

  record Store(Function<EventMeta, ReservationEvent> event) implements Step {}

  record Answer(ReservationReply reply) implements Step {}

  /** No sku has to be asked. */
  static Saga atOnce(Step step) {
    return new Saga(Call.RELEASE, List.of(), List.of(), step, null);
  }

  static Saga through(Call call, List<Line> lines, Step end, @Nullable Status status) {
    return new Saga(call, lines, lines, end, status);
  }

  Step next() {
    return left.isEmpty() ? end : new AskSku(call, left.get(0));
  }

  /** With the answer of the sku that was asked. */
  Saga after(SkuReply reply) {
    var line = left.get(0);
    if (reply instanceof SkuReply.Unavailable unavailable) {
      return atOnce(
          new Answer(
              new ReservationReply.Unavailable(
                  "sku " + line.skuId() + ": " + unavailable.reason())));
    }
    if (isDone(reply)) return new Saga(call, all, left.subList(1, left.size()), end, status);
    if (call == Call.RESERVE) return giveBack(line, reply);
    return atOnce(
        new Answer(
            new ReservationReply.Refused(status, "sku " + line.skuId() + ": " + reason(reply))));
  }

  private boolean isDone(SkuReply reply) {
    return switch (call) {
      case RESERVE -> reply instanceof SkuReply.Reserved;
      case RELEASE -> reply instanceof SkuReply.Released;
      case DEDUCT -> reply instanceof SkuReply.Deducted;
    };
  }

  private static String reason(SkuReply reply) {
    return reply instanceof SkuReply.Refused refused ? refused.reason() : reply.toString();
  }

  /**
   * The order cannot have this line, so it gets none. Those that went before are released, last one
   * first. Where an earlier attempt was here and did more than this one has seen, all others are:
   * of no pieces if there are none.
   */
  private Saga giveBack(Line line, SkuReply reply) {
    var back = new ArrayList<>(all.subList(0, all.size() - left.size()));
    var why = "sku " + line.skuId() + ": " + line.quantity() + " wanted, ";
    if (reply instanceof SkuReply.SoldOut soldOut) {
      why += soldOut.onHand() + " on hand";
    } else if (reply instanceof SkuReply.Gone) {
      back.addAll(left.subList(1, left.size()));
      why += "but what it had has gone back";
    } else if (reply instanceof SkuReply.Differs differs) {
      back.addAll(left);
      why += differs.reserved() + " reserved before";
    } else {
      why += "but " + reason(reply);
    }
    Collections.reverse(back);
    var reason = why;
    return through(
        Call.RELEASE, back, new Store(meta -> new StockReserveFailed(meta, reason)), status);
  }
}
