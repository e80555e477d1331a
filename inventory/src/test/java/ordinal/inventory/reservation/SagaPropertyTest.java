package ordinal.inventory.reservation;

import static ordinal.inventory.Samples.META;
import static ordinal.inventory.Samples.TRACE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.statistics.Statistics;
import ordinal.inventory.Line;
import ordinal.inventory.ReservationReply;
import ordinal.inventory.ReservationReply.Status;
import ordinal.inventory.reservation.ReservationCommand.Asked;
import ordinal.inventory.reservation.Saga.Answer;
import ordinal.inventory.reservation.Saga.AskSku;
import ordinal.inventory.reservation.Saga.Store;
import ordinal.inventory.sku.SkuModel;
import ordinal.inventory.sku.SkuReply;
import org.apache.pekko.actor.testkit.typed.javadsl.TestInbox;
import org.apache.pekko.actor.typed.ActorRef;

/**
 * Calls of several orders over the same few skus, step by step in any order, with duplicates, lost
 * answers, crashes between any two steps and restarts of skus. SkuModel checks every sku after
 * every step; at the end every call that broke off is repeated, as callers do, and each order has
 * all of its lines or none.
 */
class SagaPropertyTest {

  enum What {
    RESERVE,
    ADOPT,
    RELEASE,
    DEDUCT,
    STEP,
    LOSE_ANSWER,
    SKU_AWAY,
    CRASH,
    RESTART_SKU,
    SET_ON_HAND,
    HOLD
  }

  /** To an order, a sku or both. */
  record Move(What what, int order, int sku, int number) {}

  static final List<String> SKUS = List.of("a", "b", "c");

  /** Overlapping, so that orders are short of each other's pieces. */
  static final List<List<Line>> LINES =
      List.of(
          List.of(new Line("a", 2), new Line("b", 1), new Line("c", 1)),
          List.of(new Line("a", 1), new Line("c", 3)),
          List.of(new Line("b", 2), new Line("c", 1)),
          List.of(new Line("a", 1)));

  static final ActorRef<ReservationReply> NOBODY = TestInbox.<ReservationReply>create().getRef();

  /** One order's reservation, without its actor. */
  static final class Order {
    final String orderNo;
    final List<Line> lines;
    ReservationState state = ReservationState.NONE;
    Asked call;
    Saga saga;
    final Map<Class<?>, Asked> brokenOff = new HashMap<>();

    Order(String orderNo, List<Line> lines) {
      this.orderNo = orderNo;
      this.lines = lines;
    }

    void begin(Asked asked) {
      if (saga != null) return; // It waits; here the caller comes again later.
      call = asked;
      saga = ReservationDecisions.begin(state, asked);
    }

    void crash() {
      if (saga != null) brokenOff.put(call.getClass(), call);
      saga = null;
    }

    void done(ReservationReply reply) {
      if (reply instanceof ReservationReply.Unavailable) {
        brokenOff.put(call.getClass(), call);
      } else if (brokenOff.get(call.getClass()) == call) {
        brokenOff.remove(call.getClass());
      }
      saga = null;
    }
  }

  final Map<String, SkuModel> skus = new HashMap<>();
  final List<Order> orders = new ArrayList<>();

  @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE)
  void whateverHappensEveryOrderHasAllOfItsLinesOrNone(@ForAll("moves") List<Move> moves) {
    skus.clear();
    orders.clear();
    SKUS.forEach(id -> skus.put(id, new SkuModel(1000)));
    skus.values().forEach(sku -> sku.set(3));
    for (int i = 0; i < LINES.size(); i++) {
      orders.add(new Order("o-" + i, LINES.get(i)));
    }

    moves.forEach(this::make);
    orders.forEach(this::repeatUntilAnswered);

    orders.forEach(this::assertAllOrNone);
    assertNothingIsLeftBehind();
  }

  private void make(Move move) {
    var order = orders.get(move.order());
    var sku = skus.get(SKUS.get(move.sku()));
    switch (move.what()) {
      case RESERVE -> order.begin(new ReservationCommand.Reserve(order.lines, TRACE, NOBODY));
      case ADOPT -> order.begin(new ReservationCommand.Adopt(order.lines, TRACE, NOBODY));
      case RELEASE -> order.begin(new ReservationCommand.Release(TRACE, NOBODY));
      case DEDUCT -> order.begin(new ReservationCommand.Deduct(TRACE, NOBODY));
      case STEP -> step(order, false, false);
      case LOSE_ANSWER -> step(order, true, true);
      case SKU_AWAY -> step(order, false, true);
      case CRASH -> order.crash();
      case RESTART_SKU -> sku.restart(move.number() % (sku.eventCount() + 1));
      case SET_ON_HAND -> sku.set(move.number());
      case HOLD -> hold(order);
    }
  }

  /** As a flash sale does, which then has the order adopt it. */
  private void hold(Order order) {
    var line = order.lines.get(0);
    skus.get(line.skuId()).reserve(order.orderNo, line.quantity());
    order.brokenOff.put(
        ReservationCommand.Adopt.class, new ReservationCommand.Adopt(order.lines, TRACE, NOBODY));
  }

  private void step(Order order, boolean done, boolean unavailable) {
    if (order.saga == null) return;
    var step = order.saga.next();
    if (step instanceof AskSku ask) {
      SkuReply reply = new SkuReply.Unavailable("away");
      if (done || !unavailable) reply = ask(order, ask);
      if (unavailable) reply = new SkuReply.Unavailable("away");
      order.saga = order.saga.after(reply);
    } else if (step instanceof Store store && unavailable && !done) {
      order.done(new ReservationReply.Unavailable("not stored"));
    } else if (step instanceof Store store) {
      var event = store.event().apply(META);
      Statistics.label("stored").collect(event.eventType());
      order.state = order.state.after(event);
      order.done(
          unavailable ? new ReservationReply.Unavailable("lost") : order.state.standing(false));
    } else {
      order.done(((Answer) step).reply());
    }
  }

  private SkuReply ask(Order order, AskSku ask) {
    var sku = skus.get(ask.line().skuId());
    return switch (ask.call()) {
      case RESERVE -> sku.reserve(order.orderNo, ask.line().quantity());
      case RELEASE -> sku.release(order.orderNo);
      case DEDUCT -> sku.deduct(order.orderNo);
    };
  }

  private void repeatUntilAnswered(Order order) {
    finish(order);
    while (!order.brokenOff.isEmpty()) {
      order.begin(order.brokenOff.values().iterator().next());
      finish(order);
    }
  }

  private void finish(Order order) {
    while (order.saga != null) {
      step(order, false, false);
    }
  }

  private void assertAllOrNone(Order order) {
    for (var line : order.lines) {
      var sku = skus.get(line.skuId());
      boolean open = order.state.status() == Status.RESERVED;
      boolean sold = order.state.status() == Status.DEDUCTED;
      var where = order.orderNo + " " + order.state + " " + line;
      assertEquals(open ? line.quantity() : 0, sku.openFor(order.orderNo), where);
      assertEquals(sold ? line.quantity() : 0, sku.soldTo(order.orderNo), where);
    }
  }

  /** Whatever is reserved or sold is so for an order whose reservation says so. */
  private void assertNothingIsLeftBehind() {
    for (var id : SKUS) {
      assertEquals(claimed(id, Status.RESERVED), skus.get(id).levels().reserved(), id);
      assertEquals(claimed(id, Status.DEDUCTED), skus.get(id).levels().sold(), id);
    }
  }

  private long claimed(String skuId, Status status) {
    return orders.stream()
        .filter(order -> order.state.status() == status)
        .flatMap(order -> order.lines.stream())
        .filter(line -> line.skuId().equals(skuId))
        .mapToLong(Line::quantity)
        .sum();
  }

  @Provide
  Arbitrary<List<Move>> moves() {
    var what =
        Arbitraries.frequencyOf(
            Tuple.of(12, Arbitraries.just(What.STEP)), Tuple.of(11, Arbitraries.of(What.class)));
    return Combinators.combine(
            what,
            Arbitraries.integers().between(0, LINES.size() - 1),
            Arbitraries.integers().between(0, SKUS.size() - 1),
            Arbitraries.integers().between(0, 20))
        .as(Move::new)
        .list()
        .ofMinSize(5)
        .ofMaxSize(80);
  }
}
