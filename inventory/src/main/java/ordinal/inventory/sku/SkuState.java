package ordinal.inventory.sku;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import ordinal.inventory.InventoryEvent.SkuDeducted;
import ordinal.inventory.InventoryEvent.SkuEvent;
import ordinal.inventory.InventoryEvent.SkuReleased;
import ordinal.inventory.InventoryEvent.SkuReserved;
import ordinal.inventory.InventoryEvent.SkuStockSet;
import ordinal.inventory.SkuLevels;
import ordinal.inventory.sku.ClosedClaims.Closed;
import ordinal.inventory.sku.ClosedClaims.End;
import ordinal.kernel.JsonMessage;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.HashMap;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A sku as its events say it is: a fold that only copies data across, never decides and never reads
 * the clock.
 *
 * @param counted whether anybody ever said how much is on hand
 * @param open every claim that is reserved, by order
 */
record SkuState(
    boolean counted,
    long onHand,
    long reserved,
    long sold,
    HashMap<String, Claim> open,
    ClosedClaims closed) {

  static final SkuState EMPTY = new SkuState(false, 0, 0, 0, new HashMap<>(), ClosedClaims.NONE);

  /** What a snapshot holds: everything, in lists. */
  record Snapshot(
      boolean counted, long onHand, long reserved, long sold, List<Open> open, List<Closed> closed)
      implements JsonMessage {}

  record Open(String orderNo, long quantity, @Nullable Instant heldUntil) implements JsonMessage {}

  /**
   * Pieces that are reserved for an order.
   *
   * @param heldUntil by when its order has to be there; null when it was there first
   */
  record Claim(long quantity, @Nullable Instant heldUntil) {}

  @Nullable SkuLevels levels() {
    return counted ? new SkuLevels(onHand, reserved, sold) : null;
  }

  /** What is reserved for it, or null. */
  @Nullable Claim openFor(String orderNo) {
    var found = open.get(orderNo);
    return found.isEmpty() ? null : found.get();
  }

  SkuState after(SkuEvent event, int mostClosed) {
    if (event instanceof SkuStockSet set) {
      return new SkuState(true, set.onHand(), reserved, sold, open, closed);
    }
    if (event instanceof SkuReserved r) {
      return new SkuState(
          counted,
          onHand - r.quantity(),
          reserved + r.quantity(),
          sold,
          open.updated(r.orderNo(), new Claim(r.quantity(), r.heldUntil())),
          closed);
    }
    if (event instanceof SkuReleased r) {
      return new SkuState(
          counted,
          onHand + r.quantity(),
          reserved - r.quantity(),
          sold,
          open.removed(r.orderNo()),
          closed.with(new Closed(r.orderNo(), End.RELEASED, r.quantity()), mostClosed));
    }
    if (event instanceof SkuDeducted d) {
      return new SkuState(
          counted,
          onHand,
          reserved - d.quantity(),
          sold + d.quantity(),
          open.removed(d.orderNo()),
          closed.with(new Closed(d.orderNo(), End.DEDUCTED, d.quantity()), mostClosed));
    }
    throw new IllegalStateException("a sku has no rule for " + event.getClass().getName());
  }

  Snapshot toSnapshot() {
    var claims =
        CollectionConverters.asJava(open).entrySet().stream()
            .map(claim -> open(claim.getKey(), claim.getValue()))
            .sorted(Comparator.comparing(Open::orderNo))
            .toList();
    return new Snapshot(counted, onHand, reserved, sold, claims, closed.toList());
  }

  private static Open open(String orderNo, Claim claim) {
    return new Open(orderNo, claim.quantity(), claim.heldUntil());
  }

  static SkuState of(Snapshot snapshot, int mostClosed) {
    var open = new HashMap<String, Claim>();
    for (var claim : snapshot.open()) {
      open = open.updated(claim.orderNo(), new Claim(claim.quantity(), claim.heldUntil()));
    }
    var closed = ClosedClaims.NONE;
    for (var claim : snapshot.closed()) {
      closed = closed.with(claim, mostClosed);
    }
    return new SkuState(
        snapshot.counted(), snapshot.onHand(), snapshot.reserved(), snapshot.sold(), open, closed);
  }
}
