package ordinal.inventory.sku;

import java.time.Instant;
import ordinal.inventory.InventoryEvent.SkuDeducted;
import ordinal.inventory.InventoryEvent.SkuEvent;
import ordinal.inventory.InventoryEvent.SkuReleased;
import ordinal.inventory.InventoryEvent.SkuReserved;
import ordinal.inventory.InventoryEvent.SkuStockSet;
import ordinal.inventory.SkuLevels;
import ordinal.inventory.sku.ClosedClaims.End;
import ordinal.inventory.sku.SkuCommand.Asked;
import ordinal.inventory.sku.SkuCommand.Deduct;
import ordinal.inventory.sku.SkuCommand.GetLevels;
import ordinal.inventory.sku.SkuCommand.Release;
import ordinal.inventory.sku.SkuCommand.Reserve;
import ordinal.inventory.sku.SkuCommand.SetOnHand;
import ordinal.inventory.sku.SkuReply.Deducted;
import ordinal.inventory.sku.SkuReply.Differs;
import ordinal.inventory.sku.SkuReply.Gone;
import ordinal.inventory.sku.SkuReply.Levels;
import ordinal.inventory.sku.SkuReply.Refused;
import ordinal.inventory.sku.SkuReply.Released;
import ordinal.inventory.sku.SkuReply.Reserved;
import ordinal.inventory.sku.SkuReply.SoldOut;
import ordinal.kernel.EventMeta;
import ordinal.kernel.TraceContext;
import org.jspecify.annotations.Nullable;

/** The rules of {@link Sku}'s table: from a state and a command to what is to be done. Pure. */
final class SkuDecisions {

  /** The answer, which goes out when the event, if there is one, is stored. */
  record Decision(@Nullable SkuEvent event, SkuReply reply) {}

  private SkuDecisions() {}

  static Decision decide(SkuState state, Asked command, Instant now) {
    if (command instanceof GetLevels) return answer(new Levels(state.levels()));
    if (command instanceof SetOnHand set) return set(state, set, now);
    if (command instanceof Reserve reserve) return reserve(state, reserve, now);
    if (command instanceof Release release) return release(state, release, now);
    if (command instanceof Deduct deduct) return deduct(state, deduct, now);
    throw new IllegalStateException("a sku has no rule for " + command.getClass().getName());
  }

  private static Decision set(SkuState state, SetOnHand set, Instant now) {
    if (set.onHand() < 0) return answer(new Refused("on hand cannot be " + set.onHand()));
    long claimed = state.reserved() + state.sold(); // Part of a sum that once fitted.
    if (set.onHand() > Long.MAX_VALUE - claimed) {
      return answer(new Refused(set.onHand() + " beside " + claimed + " are more than can be"));
    }
    var levels = new Levels(new SkuLevels(set.onHand(), state.reserved(), state.sold()));
    return levels.levels() != null && levels.levels().equals(state.levels())
        ? answer(levels)
        : store(new SkuStockSet(meta(set.trace(), now), set.onHand()), levels);
  }

  private static Decision reserve(SkuState state, Reserve reserve, Instant now) {
    var open = state.openFor(reserve.orderNo());
    if (open != null) return repeated(open.quantity(), open.heldUntil(), reserve);
    var closed = state.closed().of(reserve.orderNo());
    if (closed != null) {
      return closed.end() == End.RELEASED
          ? answer(new Gone())
          : repeated(closed.quantity(), null, reserve);
    }
    if (reserve.quantity() > state.onHand()) return answer(new SoldOut(state.onHand()));
    return store(
        new SkuReserved(
            meta(reserve.trace(), now), reserve.orderNo(), reserve.quantity(), reserve.heldUntil()),
        new Reserved(false, reserve.heldUntil()));
  }

  private static Decision repeated(long reserved, @Nullable Instant heldUntil, Reserve again) {
    return answer(
        reserved == again.quantity() ? new Reserved(true, heldUntil) : new Differs(reserved));
  }

  private static Decision release(SkuState state, Release release, Instant now) {
    var open = state.openFor(release.orderNo());
    var closed = state.closed().of(release.orderNo());
    if (open == null && closed != null) {
      return closed.end() == End.RELEASED
          ? answer(new Released(true))
          : answer(new Refused("sold to order " + release.orderNo()));
    }
    long quantity =
        open == null ? 0 : open.quantity(); // 0 makes a reservation fail that comes late.
    return store(
        new SkuReleased(meta(release.trace(), now), release.orderNo(), quantity),
        new Released(false));
  }

  private static Decision deduct(SkuState state, Deduct deduct, Instant now) {
    var open = state.openFor(deduct.orderNo());
    if (open != null) {
      return store(
          new SkuDeducted(meta(deduct.trace(), now), deduct.orderNo(), open.quantity()),
          new Deducted(false));
    }
    var closed = state.closed().of(deduct.orderNo());
    if (closed == null) {
      return answer(new Refused("nothing is reserved for order " + deduct.orderNo()));
    }
    return closed.end() == End.DEDUCTED
        ? answer(new Deducted(true))
        : answer(new Refused("released by order " + deduct.orderNo()));
  }

  private static EventMeta meta(TraceContext trace, Instant now) {
    return EventMeta.of(now, trace, null, EventMeta.DEFAULT_TENANT);
  }

  private static Decision store(SkuEvent event, SkuReply reply) {
    return new Decision(event, reply);
  }

  private static Decision answer(SkuReply reply) {
    return new Decision(null, reply);
  }
}
