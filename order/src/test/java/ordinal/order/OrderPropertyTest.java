package ordinal.order;

import static ordinal.order.Samples.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.statistics.Statistics;
import ordinal.kernel.IdempotencyKey;
import ordinal.order.OrderCommand.*;
import ordinal.order.OrderEvent.*;
import ordinal.order.OrderReply.Refused;
import ordinal.order.OrderReply.Repeated;
import ordinal.order.OrderState.Existing;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestInbox;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.persistence.testkit.javadsl.EventSourcedBehaviorTestKit;

/**
 * Any sequence of commands, in any order and as often as you like. Ids and keys are few, so that
 * duplicates and reused keys are common. jqwik prints the seed and the shortest sequence that
 * fails.
 */
class OrderPropertyTest {

  /** A command, and how long after the one before it comes. */
  record Step(Duration later, String what, To command) {
    @Override
    public String toString() {
      return what + " +" + later;
    }
  }

  /** Every move of the table; an event that is not here moves nothing. */
  static final Map<String, Set<String>> MOVES =
      Map.ofEntries(
          Map.entry("OrderCreated", Set.of("null>CREATED")),
          Map.entry("OrderStockReserved", Set.of("CREATED>STOCK_RESERVED")),
          Map.entry("OrderStockFailed", Set.of("CREATED>STOCK_FAILED")),
          Map.entry(
              "OrderCanceled",
              Set.of("CREATED>CANCELED", "STOCK_RESERVED>CANCELED", "WAIT_PAY>CANCELED")),
          Map.entry("OrderCheckoutLocked", Set.of("STOCK_RESERVED>WAIT_PAY")),
          Map.entry("OrderAssetsLocked", Set.of("WAIT_PAY>WAIT_PAY")),
          Map.entry("OrderAssetsRejected", Set.of("WAIT_PAY>STOCK_RESERVED")),
          Map.entry("OrderPaymentFailed", Set.of("WAIT_PAY>STOCK_RESERVED")),
          Map.entry("OrderPaid", Set.of("WAIT_PAY>PAID")),
          Map.entry("OrderCompleted", Set.of("PAID>COMPLETED")),
          Map.entry(
              "OrderRefundRequested",
              Set.of(
                  "PAID>REFUNDING",
                  "COMPLETED>REFUNDING",
                  "CANCELED>REFUNDING",
                  "STOCK_FAILED>REFUNDING")),
          Map.entry("OrderRefunded", Set.of("REFUNDING>REFUNDED")), // .
          Map.entry(
              "OrderRefundFailed",
              Set.of(
                  "REFUNDING>PAID",
                  "REFUNDING>COMPLETED",
                  "REFUNDING>CANCELED",
                  "REFUNDING>STOCK_FAILED")));

  static final ActorRef<OrderReply> NOBODY = TestInbox.<OrderReply>create().getRef();

  static final ActorTestKit actors = ActorTestKit.create(config());

  static final TestClock clock = new TestClock();

  static final EventSourcedBehaviorTestKit<OrderCommand, OrderEvent, OrderState> entity =
      EventSourcedBehaviorTestKit.create(
          actors.system(),
          Order.create(ORDER_NO, clock, settings(7)),
          EventSourcedBehaviorTestKit.enabledSerializationSettings().withVerifyEquality(true));

  @AfterContainer
  static void stopActors() {
    actors.shutdownTestKit();
  }

  @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE)
  void whateverComesTheRulesHold(@ForAll("sequences") List<Step> steps) {
    var decisions = new OrderDecisions(ORDER_NO);
    var events = new ArrayList<OrderEvent>();
    OrderState state = new OrderState.Absent();
    var now = NOON;
    for (var step : steps) {
      now = now.plus(step.later());
      var command = step.command().apply(NOBODY);

      var next = state;
      var decision = decisions.decide(state, command, now);
      for (var event : decision.events()) {
        assertNull(decision.reply());
        events.add(event);
        var before = next;
        next = before.after(event);
        assertMoveIsInTheTable(before, event, (Existing) next);
        assertFinalStaysFinal(before, command, (Existing) next);
      }

      assertVersionAndAmounts(next, events.size());
      assertRepeatChangesNothing(decisions, next, command, now);
      state = next;
    }
    assertEquals(state, fold(events));
    Statistics.collect(state instanceof Existing e ? e.status() : "Absent");
    Statistics.coverage(
        ends -> {
          for (var status : OrderStatus.values()) ends.check(status).count(n -> n >= 10);
        });
  }

  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
  void theEntityIsTheFoldOfItsJournalBeforeAndAfterARestart(@ForAll("sequences") List<Step> steps) {
    clock.reset();
    entity.clear();
    var events = new ArrayList<OrderEvent>();
    var decisions = new OrderDecisions(ORDER_NO);
    for (var step : steps) {
      clock.advance(step.later());
      var expected = decisions.decide(entity.getState(), step.command().apply(NOBODY), now());

      var result = entity.runCommand(step.command()::apply);

      events.addAll(result.events());
      assertEquals(expected.events(), result.events());
      if (expected.events().isEmpty()) assertEquals(expected.reply(), result.reply());
    }

    var stored = entity.persistenceTestKit().persistedInStorage(PERSISTENCE_ID);
    assertEquals(stored, List.copyOf(events));
    assertEquals(fold(events), entity.getState());
    assertEquals(fold(events), entity.restart().state());
  }

  // The rules.

  private static void assertMoveIsInTheTable(OrderState before, OrderEvent event, Existing after) {
    var from = before instanceof Existing existing ? existing.status() : null;
    if (event instanceof OrderMessageIgnored) {
      assertEquals(from, after.status());
      assertEquals(((Existing) before).progress(), after.progress());
    } else {
      var move = from + ">" + after.status();
      assertTrue(MOVES.get(event.eventType()).contains(move), event.eventType() + " " + move);
    }
    if (before instanceof Existing existing) assertEquals(existing.contents(), after.contents());
  }

  private static void assertFinalStaysFinal(
      OrderState before, OrderCommand.Answered command, Existing after) {
    if (!(before instanceof Existing order) || !order.status().isFinal()) return;
    if (after.status() == order.status()) return;
    assertFalse(order.status() == OrderStatus.REFUNDED, "REFUNDED is the end");
    assertEquals(OrderStatus.REFUNDING, after.status());
    boolean moneyCameTooLate =
        command instanceof PaymentSucceeded && order.progress().refund() == null;
    boolean givingItBackFailed =
        command instanceof RequestRefund && order.progress().refund() != null;
    assertTrue(moneyCameTooLate || givingItBackFailed, () -> command.name());
  }

  private static void assertVersionAndAmounts(OrderState state, int events) {
    if (!(state instanceof Existing order)) {
      assertEquals(0, events);
      return;
    }
    assertEquals(events, order.version());
    assertTrue(order.remembered().size() <= Existing.MOST_REMEMBERED);
    var progress = order.progress();
    var due = progress.dueMinor();
    assertTrue(order.contents().totalMinor() >= 0);
    assertTrue(due == null || due >= 0);
    assertTrue(progress.payment() == null || progress.payment().amountMinor() >= 0);
    assertTrue(progress.refund() == null || progress.refund().amountMinor() >= 0);
  }

  /** Said twice in a row, the second stores nothing, and never succeeds where the first did not. */
  private static void assertRepeatChangesNothing(
      OrderDecisions decisions, OrderState state, OrderCommand.Answered command, Instant now) {
    var again = decisions.decide(state, command, now);

    assertEquals(List.of(), again.events(), command.name() + " stored something");
    assertTrue(
        command instanceof Get
            || again.reply() instanceof Repeated
            || again.reply() instanceof Refused,
        () -> command.name() + " answered " + again.reply());
  }

  private static OrderState fold(List<OrderEvent> events) {
    OrderState state = new OrderState.Absent();
    for (var event : events) {
      state = state.after(event);
    }
    return state;
  }

  private static Instant now() {
    return clock.instant();
  }

  // Commands.

  @Provide
  Arbitrary<List<Step>> sequences() {
    var later =
        Arbitraries.frequencyOf(
            Tuple.of(9, Arbitraries.integers().between(0, 5).map(Duration::ofMillis)),
            Tuple.of(1, Arbitraries.just(Duration.ofHours(13))));
    var any =
        Combinators.combine(later, commands()).as((d, c) -> new Step(d, c.what(), c.command()));
    // Half of the tries begin on the usual way to a refund, or they would hardly get beyond PAID.
    return Combinators.combine(
            Arbitraries.integers().between(0, usualWay().size()), any.list().ofMaxSize(25))
        .as(
            (begun, rest) -> {
              var all = new ArrayList<>(usualWay().subList(0, begun));
              all.addAll(rest);
              return List.copyOf(all);
            });
  }

  private static List<Step> usualWay() {
    return List.of(
        step("Create", create(SOCKS)),
        step("StockReserved s-1", reserved("s-1")),
        step("StartCheckout", checkout(ASSETS, null)),
        step("AssetsLocked a-1", assetsLocked("a-1", 700)),
        step("PaymentSucceeded p-1", paid("p-1", 700)),
        step("Complete", complete("tech-1", null, null)),
        step("RequestRefund", refund(null, null)));
  }

  private static Step step(String what, To command) {
    return new Step(Duration.ZERO, what, command);
  }

  private static Arbitrary<Step> commands() {
    var id = Arbitraries.of("1", "2", "3");
    var refundId = Arbitraries.of(REFUND_1, REFUND_2, OrderNumber.refundId(ORDER_NO, 3));
    var checkoutNo = Arbitraries.of(1, 2);
    var amount = Arbitraries.of(0L, 700L, TOTAL);
    var key =
        Combinators.combine(Arbitraries.of("k-1", "k-2"), Arbitraries.of("f-1", "f-2"))
            .as(IdempotencyKey::new)
            .injectNull(0.5);
    var checkout = Arbitraries.of(NO_ASSETS, ASSETS, new Checkout(null, TOTAL + 1, 0));
    return Arbitraries.oneOf(
        List.of(
            Arbitraries.just(step("Get", get())),
            Arbitraries.of(SOCKS, SOCKS.subList(0, 1)).map(i -> step("Create " + i, create(i))),
            Arbitraries.of(NOON, NOON.plusSeconds(86_400))
                .map(until -> step("Create held until " + until, createHeld(SOCKS, until))),
            key.map(k -> step("Cancel " + k, cancel(k))),
            Combinators.combine(checkout, key)
                .as((c, k) -> step("StartCheckout " + c + k, checkout(c, k))),
            Combinators.combine(id, id.injectNull(0.5), key)
                .as((t, m, k) -> step("Complete " + t + m + k, complete(t, m, k))),
            Combinators.combine(id.injectNull(0.5), key)
                .as((r, k) -> step("RequestRefund " + r + k, refund(r, k))),
            id.map(i -> step("StockReserved " + i, reserved(i))),
            id.map(i -> step("StockReserveFailed " + i, reserveFailed(i))),
            Combinators.combine(id, checkoutNo, amount)
                .as((i, n, a) -> step("AssetsLocked " + i + n + " " + a, assetsLocked(i, n, a))),
            Combinators.combine(id, checkoutNo)
                .as((i, n) -> step("AssetsRejected " + i + n, assetsRejected(i, n))),
            Combinators.combine(id, amount)
                .as((i, a) -> step("PaymentSucceeded " + i + " " + a, paid(i, a))),
            id.map(i -> step("PaymentFailed " + i, paymentFailed(i))),
            refundId.map(i -> step("RefundSucceeded " + i, refunded(i))),
            refundId.map(i -> step("RefundFailed " + i, refundFailed(i)))));
  }

  @Example
  void everyCommandIsAmongThoseTried() {
    var tried = new TreeSet<String>();
    var all = commands().allValues().orElseThrow();
    all.forEach(step -> tried.add(step.command().apply(NOBODY).name()));

    assertEquals(new TreeSet<>(OrderTest.leaves(OrderCommand.Answered.class)), tried);
  }
}
