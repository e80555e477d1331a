package ordinal.inventory.sku;

import static ordinal.inventory.Samples.NOON;
import static ordinal.inventory.Samples.TRACE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import ordinal.inventory.InventoryEvent.SkuEvent;
import ordinal.inventory.InventoryEvent.SkuStockSet;
import ordinal.inventory.SkuLevels;
import ordinal.inventory.sku.SkuCommand.Asked;
import org.apache.pekko.actor.testkit.typed.javadsl.TestInbox;
import org.apache.pekko.actor.typed.ActorRef;

/** A sku without its actors: the same decisions and the same fold. It checks itself after each. */
public final class SkuModel {

  private static final ActorRef<SkuReply> NOBODY = TestInbox.<SkuReply>create().getRef();

  private final List<SkuEvent> events = new ArrayList<>();
  private final int closedRemembered;
  private SkuState state = SkuState.EMPTY;
  private long pieces;

  public SkuModel(int closedRemembered) {
    this.closedRemembered = closedRemembered;
  }

  public SkuReply ask(Function<ActorRef<SkuReply>, Asked> command) {
    var decision = SkuDecisions.decide(state, command.apply(NOBODY), NOON);
    var event = decision.event();
    if (event != null) {
      events.add(event);
      state = state.after(event, closedRemembered);
      if (event instanceof SkuStockSet set) pieces = set.onHand() + state.reserved() + state.sold();
    }
    check();
    return decision.reply();
  }

  public SkuReply reserve(String orderNo, long quantity) {
    return ask(to -> new SkuCommand.Reserve(orderNo, quantity, null, TRACE, to));
  }

  public SkuReply release(String orderNo) {
    return ask(to -> new SkuCommand.Release(orderNo, TRACE, to));
  }

  public SkuReply deduct(String orderNo) {
    return ask(to -> new SkuCommand.Deduct(orderNo, TRACE, to));
  }

  public SkuReply set(long onHand) {
    return ask(to -> new SkuCommand.SetOnHand(onHand, TRACE, to));
  }

  /** Its sum is constant, nothing is below zero, and its claims are what is reserved. */
  private void check() {
    assertEquals(pieces, state.onHand() + state.reserved() + state.sold());
    assertTrue(state.onHand() >= 0 && state.reserved() >= 0 && state.sold() >= 0, state::toString);
    long claimed = state.toSnapshot().open().stream().mapToLong(SkuState.Open::quantity).sum();
    assertEquals(claimed, state.reserved());
    assertTrue(state.closed().size() <= closedRemembered);
  }

  /** From all events, or from a snapshot after some of them: the same comes out. */
  public void restart(int eventsInSnapshot) {
    var snapshot =
        SkuState.of(fold(SkuState.EMPTY, 0, eventsInSnapshot).toSnapshot(), closedRemembered);
    var restarted = fold(snapshot, eventsInSnapshot, events.size());
    assertEquals(state.toSnapshot(), restarted.toSnapshot());
    state = restarted;
  }

  private SkuState fold(SkuState from, int first, int end) {
    var folded = from;
    for (var event : events.subList(first, end)) {
      folded = folded.after(event, closedRemembered);
    }
    return folded;
  }

  public int eventCount() {
    return events.size();
  }

  public List<SkuEvent> events() {
    return events;
  }

  public SkuLevels levels() {
    return new SkuLevels(state.onHand(), state.reserved(), state.sold());
  }

  /** Reserved for this order now. */
  public long openFor(String orderNo) {
    var open = state.openFor(orderNo);
    return open == null ? 0 : open.quantity();
  }

  /** Sold to this order, as far as is remembered. */
  public long soldTo(String orderNo) {
    var closed = state.closed().of(orderNo);
    return closed == null || closed.end() != ClosedClaims.End.DEDUCTED ? 0 : closed.quantity();
  }

  public int closedCount() {
    return state.closed().size();
  }
}
