package ordinal.assets.coupon;

import static java.util.stream.Collectors.toSet;
import static ordinal.assets.Samples.CLOCK;
import static ordinal.assets.Samples.COUPON;
import static ordinal.assets.Samples.NOON;
import static ordinal.assets.Samples.config;
import static ordinal.assets.Samples.settings;
import static ordinal.assets.coupon.CouponWords.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.statistics.Statistics;
import ordinal.assets.AssetEvent.*;
import ordinal.assets.CouponReply;
import ordinal.assets.CouponReply.Refused;
import ordinal.assets.CouponReply.Standing;
import ordinal.assets.CouponStatus;
import ordinal.assets.Hold;
import ordinal.assets.coupon.CouponCommand.Get;
import ordinal.assets.coupon.CouponDecisions.Decision;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestInbox;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.persistence.testkit.javadsl.EventSourcedBehaviorTestKit;

/** Any operations on a coupon, in any order and as often as you like, while its time runs out. */
class CouponPropertyTest {

  /** An operation, and how long after the one before it comes. */
  record Step(String what, Duration later, To command) {
    @Override
    public String toString() {
      return what + " +" + later;
    }
  }

  static final ActorRef<CouponReply> NOBODY = TestInbox.<CouponReply>create().getRef();
  static final int REMEMBERED = 1000;

  static final ActorTestKit actors = ActorTestKit.create(config());
  static final EventSourcedBehaviorTestKit<CouponCommand, CouponEvent, CouponState> entity =
      EventSourcedBehaviorTestKit.create(
          actors.system(),
          Coupon.create(COUPON.entityId(), CLOCK, settings()),
          EventSourcedBehaviorTestKit.enabledSerializationSettings().withVerifyEquality(true));

  @AfterContainer
  static void stopActors() {
    actors.shutdownTestKit();
  }

  @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE)
  void whateverComesOneOrderAtMostHasUsedIt(@ForAll("sequences") List<Step> steps) {
    var decisions = new CouponDecisions(COUPON, REMEMBERED);
    var events = new ArrayList<CouponEvent>();
    var state = CouponState.EMPTY;
    var now = NOON;
    for (var step : steps) {
      now = now.plus(step.later());
      var command = step.command().apply(NOBODY);

      var decision = decisions.decide(state, command, now);
      var event = decision.event();
      if (event != null) {
        events.add(event);
        var before = state;
        state = state.after(event, REMEMBERED);
        assertMoveIsAllowed(before, event, state);
      }

      var again = decisions.decide(state, command, now);
      assertNull(again.event(), () -> "stored " + again.event());
      if (!(command instanceof Get)) assertSameAnswer(decision, again);
    }
    assertOneUse(events);
    for (var kind : events.stream().map(CouponEvent::eventType).collect(toSet())) {
      Statistics.label("stored").collect(kind);
    }
    Statistics.label("stored")
        .coverage(
            stored ->
                Stream.of(CouponEvent.class.getPermittedSubclasses())
                    .forEach(kind -> stored.check(kind.getSimpleName()).count(n -> n >= 20)));
  }

  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
  void theEntityIsTheFoldOfItsJournalBeforeAndAfterARestart(@ForAll("sequences") List<Step> steps) {
    entity.clear();
    var events = new ArrayList<CouponEvent>();
    var decisions = new CouponDecisions(COUPON, REMEMBERED);
    for (var step : steps) {
      var expected = decisions.decide(entity.getState(), step.command().apply(NOBODY), NOON);

      var result = entity.<CouponReply>runCommand(step.command()::apply);

      events.addAll(result.events());
      assertEquals(
          expected.event() == null ? List.of() : List.of(expected.event()), result.events());
      assertEquals(expected.reply(), result.reply());
    }

    var before = entity.getState();
    assertEquals(before, entity.restart().state());
    var state = CouponState.EMPTY;
    for (var event : events) state = state.after(event, REMEMBERED);
    assertEquals(state, before);
  }

  // The rules.

  private static void assertMoveIsAllowed(
      CouponState before, CouponEvent event, CouponState after) {
    if (event instanceof CouponIssued) {
      assertNull(before.issued());
    } else {
      assertEquals(before.issued(), after.issued());
    }
    if (before.status() == CouponStatus.USED) {
      assertEquals(CouponStatus.USED, after.status());
      assertEquals(before.hold(), after.hold());
    }
    if (event instanceof CouponLocked e) {
      assertEquals(CouponStatus.AVAILABLE, before.status());
      assertTrue(!before.released().contains(e.hold()), "locked after its release");
    }
    if (event instanceof CouponUsed e && before.status() == CouponStatus.LOCKED) {
      assertEquals(before.hold(), e.hold(), "taken from another order");
    }
    if (event instanceof CouponReleased e && e.beforeItsLock()) {
      assertEquals(before.hold(), after.hold());
      assertNotEquals(before.hold(), e.hold());
    }
  }

  private static void assertOneUse(List<CouponEvent> events) {
    var keys = new HashSet<String>();
    var used = new HashSet<Hold>();
    for (var event : events) {
      assertTrue(keys.add(event.key()), () -> "twice: " + event);
      if (event instanceof CouponUsed e) used.add(e.hold());
    }
    assertTrue(used.size() <= 1, () -> "used by " + used);
  }

  private static void assertSameAnswer(Decision first, Decision again) {
    if (first.reply() instanceof Refused refused) {
      assertEquals(refused, again.reply());
    } else {
      assertTrue(((Standing) again.reply()).repeated());
    }
  }

  // Operations.

  @Provide
  Arbitrary<List<Step>> sequences() {
    var later = Arbitraries.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 3).map(Duration::ofMinutes);
    var any =
        Combinators.combine(operations(), later)
            .as((step, after) -> new Step(step.what(), after, step.command()));
    return any.list().ofMaxSize(30).map(CouponPropertyTest::issuedFirst);
  }

  /** Or most of the tries would be about a coupon that is not there. */
  private static List<Step> issuedFirst(List<Step> rest) {
    var all = new ArrayList<>(rest);
    all.add(rest.size() / 10, step("Issue", issue("1001", 500, NOON.plusSeconds(600))));
    return all;
  }

  private static Arbitrary<Step> operations() {
    var hold =
        Combinators.combine(Arbitraries.of("ORD-1", "ORD-2", "ORD-3"), Arbitraries.of(1, 2))
            .as(Hold::new);
    var user = Arbitraries.of("1001", "1001", "1001", "1002");
    return Arbitraries.oneOf(
        List.of(
            Arbitraries.just(step("Get", get())),
            user.map(u -> step("Issue " + u, issue(u, 500, null))),
            Combinators.combine(user, hold).as((u, h) -> step("Lock " + u + h, lock(u, h))),
            hold.map(h -> step("Use " + h, use(h))),
            hold.map(h -> step("Unlock " + h, unlock(h)))));
  }

  private static Step step(String what, To command) {
    return new Step(what, Duration.ZERO, command);
  }

  @Example
  void everyCommandIsAmongThoseTried() {
    var tried =
        operations()
            .allValues()
            .orElseThrow()
            .map(step -> (Object) step.command().apply(NOBODY).getClass())
            .collect(toSet());

    assertEquals(
        Stream.of(CouponCommand.Asked.class.getPermittedSubclasses()).collect(toSet()), tried);
  }
}
