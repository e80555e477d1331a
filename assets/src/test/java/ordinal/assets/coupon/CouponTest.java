package ordinal.assets.coupon;

import static java.util.stream.Collectors.toSet;
import static ordinal.assets.Samples.CLOCK;
import static ordinal.assets.Samples.COUPON;
import static ordinal.assets.Samples.NOON;
import static ordinal.assets.Samples.TRACE;
import static ordinal.assets.Samples.config;
import static ordinal.assets.Samples.settings;
import static ordinal.assets.coupon.CouponWords.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import ordinal.assets.Alerts;
import ordinal.assets.AssetEvent.*;
import ordinal.assets.CouponReply;
import ordinal.assets.CouponReply.Refusal;
import ordinal.assets.CouponReply.Refused;
import ordinal.assets.CouponReply.Standing;
import ordinal.assets.CouponStatus;
import ordinal.assets.Hold;
import ordinal.kernel.EventMeta;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.persistence.testkit.javadsl.EventSourcedBehaviorTestKit;
import org.apache.pekko.persistence.testkit.javadsl.EventSourcedBehaviorTestKit.CommandResultWithReply;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class CouponTest {

  static final ActorTestKit actors = ActorTestKit.create(config());
  static final EventSourcedBehaviorTestKit<CouponCommand, CouponEvent, CouponState> coupon =
      EventSourcedBehaviorTestKit.create(
          actors.system(),
          Coupon.create(COUPON.entityId(), CLOCK, settings()),
          EventSourcedBehaviorTestKit.enabledSerializationSettings().withVerifyEquality(true));

  @BeforeEach
  void emptyJournal() {
    coupon.clear();
  }

  @AfterAll
  static void stopActors() {
    actors.shutdownTestKit();
  }

  // The table of Coupon's Javadoc. "Event>STATUS": that event is stored and the coupon stands there
  // afterwards; anything else stores nothing. All commands are about the FIRST hold.

  static final String TABLE =
      """
given                  Get      Issue                   Lock                 Use              Unlock
not-issued             UNKNOWN  CouponIssued>AVAILABLE  UNKNOWN              UNKNOWN          UNKNOWN
AVAILABLE              show     repeat                  CouponLocked>LOCKED  RELEASED         CouponReleased>AVAILABLE
AVAILABLE,given-up     show     repeat                  RELEASED             CouponUsed>USED  repeat
AVAILABLE,tombstone    show     repeat                  RELEASED             CouponUsed>USED  repeat
LOCKED                 show     repeat                  repeat               CouponUsed>USED  CouponReleased>AVAILABLE
LOCKED,another         show     repeat                  LOCKED               RELEASED         CouponReleased>LOCKED
LOCKED,given-up        show     repeat                  RELEASED             LOCKED           repeat
USED                   show     repeat                  repeat               repeat           USED
USED,another           show     repeat                  USED                 RELEASED         CouponReleased>USED
USED,given-up          show     repeat                  RELEASED             USED             repeat
USED,given-up-before   show     repeat                  RELEASED             repeat           repeat
""";

  static final Map<String, List<To>> BEFORE =
      Map.ofEntries(
          Map.entry("not-issued", List.of()),
          Map.entry("AVAILABLE", List.of(issue())),
          Map.entry("AVAILABLE,given-up", List.of(issue(), lock(FIRST), unlock(FIRST))),
          Map.entry("AVAILABLE,tombstone", List.of(issue(), unlock(FIRST))),
          Map.entry("LOCKED", List.of(issue(), lock(FIRST))),
          Map.entry("LOCKED,another", List.of(issue(), lock(SECOND))),
          Map.entry("LOCKED,given-up", List.of(issue(), lock(FIRST), unlock(FIRST), lock(SECOND))),
          Map.entry("USED", List.of(issue(), lock(FIRST), use(FIRST))),
          Map.entry("USED,another", List.of(issue(), lock(SECOND), use(SECOND))),
          Map.entry("USED,given-up", List.of(issue(), unlock(FIRST), lock(SECOND), use(SECOND))),
          Map.entry("USED,given-up-before", List.of(issue(), unlock(FIRST), use(FIRST))));

  static final Map<String, To> COMMAND =
      Map.of(
          "Get", get(),
          "Issue", issue(),
          "Lock", lock(FIRST),
          "Use", use(FIRST),
          "Unlock", unlock(FIRST));

  /** Walks the table in the Javadoc of {@link Coupon}. A state or command left out fails. */
  @TestFactory
  Stream<DynamicTest> everyCellOfTheTable() {
    var rows = TABLE.lines().map(row -> row.trim().split("\\s+")).toList();
    var commands = Arrays.asList(rows.get(0)).subList(1, rows.get(0).length);
    var states = new HashSet<String>();
    var cells = new ArrayList<DynamicTest>();
    for (var row : rows.subList(1, rows.size())) {
      states.add(row[0]);
      assertEquals(commands.size() + 1, row.length, "cells of " + row[0]);
      for (int i = 0; i < commands.size(); i++) {
        cells.add(cell(row[0], commands.get(i), row[i + 1]));
      }
    }
    assertEquals(BEFORE.keySet(), states);
    assertEquals(
        Arrays.stream(CouponCommand.Asked.class.getPermittedSubclasses())
            .map(Class::getSimpleName)
            .collect(toSet()),
        new HashSet<>(commands));
    return cells.stream();
  }

  private static DynamicTest cell(String given, String command, String expected) {
    return dynamicTest(
        command + " when " + given + " -> " + expected,
        () -> {
          coupon.clear();
          for (var one : BEFORE.get(given)) when(one);
          if (!given.equals("not-issued")) assertEquals(given.split(",")[0], status());
          var before = coupon.getState();

          var result = when(COMMAND.get(command));

          assertEquals(expected, outcome(result));
          if (result.events().isEmpty()) assertEquals(before, coupon.getState());
          if (result.reply() instanceof Standing shown) assertShowsTheCoupon(shown);
        });
  }

  private static void assertShowsTheCoupon(Standing shown) {
    var state = coupon.getState();
    assertEquals(state.status(), shown.status());
    assertEquals("1001", shown.userId());
    assertEquals(500, shown.discountMinor());
    assertEquals(state.hold() == null ? null : state.hold().orderNo(), shown.orderNo());
  }

  private static String outcome(Result result) {
    if (!result.events().isEmpty()) {
      assertEquals(1, result.events().size());
      return result.events().get(0).eventType() + ">" + status();
    }
    if (result.reply() instanceof Refused refused) return refused.refusal().name();
    return ((Standing) result.reply()).repeated() ? "repeat" : "show";
  }

  // The notes of the table, by their number.

  @Test
  void note2ACouponIsIssuedOnceAndForOneUser() {
    when(issue("1001", 500, NOON.plusSeconds(60)));

    assertEquals("repeat", outcome(when(issue("1001", 500, NOON.plusSeconds(60)))));
    assertRefused(Refusal.REUSED, when(issue("1002", 500, NOON.plusSeconds(60))));
    assertRefused(Refusal.REUSED, when(issue("1001", 501, NOON.plusSeconds(60))));
    assertRefused(Refusal.REUSED, when(issue("1001", 500, null)));
  }

  @Test
  void note3ItIsOfUseToItsOwnUserOnlyWhateverItsState() {
    for (var before : List.of("AVAILABLE", "AVAILABLE,given-up", "LOCKED", "USED,another")) {
      coupon.clear();
      for (var one : BEFORE.get(before)) when(one);

      assertRefused(Refusal.NOT_YOURS, when(lock("1002", FIRST)));
    }
  }

  @Test
  void note3ItCannotBeLockedOnceItsTimeIsOver() {
    when(issue("1001", 500, NOON));
    assertRefused(Refusal.EXPIRED, when(lock(FIRST)));

    coupon.clear();
    when(issue("1001", 500, NOON.plusNanos(1)));
    assertEquals("CouponLocked>LOCKED", outcome(when(lock(FIRST))));
  }

  @Test
  void note6WhatWasLockedInTimeMayBeUsedWhenItsTimeIsOver() {
    var decisions = new CouponDecisions(COUPON, 100);
    var later = NOON.plusSeconds(3600);
    when(issue("1001", 500, NOON.plusSeconds(60)));
    when(lock(FIRST));
    assertTrue(decisions.decide(coupon.getState(), use(FIRST).apply(null), later).event() != null);
    when(unlock(FIRST));

    assertTrue(decisions.decide(coupon.getState(), use(FIRST).apply(null), later).event() != null);
    assertTrue(
        decisions.decide(coupon.getState(), lock(SECOND).apply(null), later).event() == null);
  }

  @Test
  void note7AnOrderThatIsPaidWithADiscountThatAnotherHasRaisesAnAlert() {
    try (var alerts = new Alerts(Coupon.class)) {
      for (var one : BEFORE.get("USED,given-up")) when(one);

      assertRefused(Refusal.USED, when(use(FIRST)));

      assertEquals(
          List.of(
              "[Assets] [ALERT] coupon default/coupon-88: order ORD-1 is paid but could not use it:"
                  + " order ORD-2 has used it"),
          alerts.raised());
    }
  }

  @Test
  void theNextCheckoutOfTheSameOrderIsAnotherHold() {
    var again = new Hold(FIRST.orderNo(), 2);
    for (var one : BEFORE.get("AVAILABLE,given-up")) when(one);

    assertEquals("CouponLocked>LOCKED", outcome(when(lock(again))));
    assertEquals("repeat", outcome(when(unlock(FIRST))));
    assertEquals("CouponUsed>USED", outcome(when(use(again))));
  }

  @Test
  void everyEventSaysItsKeyAndWhatItIsAbout() {
    var meta = new EventMeta(NOON, TRACE, null, null);

    assertEquals(
        new CouponIssued(meta, "coupon:coupon-88:issue", "1001", 500, null),
        when(issue()).events().get(0));
    assertEquals(
        new CouponReleased(meta, "order:ORD-2:release", SECOND, true),
        when(unlock(SECOND)).events().get(0));
    assertEquals(
        new CouponLocked(meta, "order:ORD-1:checkout", FIRST), when(lock(FIRST)).events().get(0));
    assertEquals(
        new CouponReleased(meta, "order:ORD-1:release", FIRST, false),
        when(unlock(FIRST)).events().get(0));
    assertEquals(
        new CouponUsed(meta, "order:ORD-1:commit", FIRST), when(use(FIRST)).events().get(0));
  }

  // Limits and restarts.

  @Test
  void onlyTheLastHoldsThatWereGivenUpAreKnown() {
    var decisions = new CouponDecisions(COUPON, 3);
    var state = CouponState.EMPTY;
    state = state.after(decided(decisions, state, issue()), 3);
    for (int i = 1; i <= 4; i++) {
      state = state.after(decided(decisions, state, unlock(new Hold("ORD-" + i, 1))), 3);
    }

    assertEquals(3, state.released().size());
    assertEquals(new Hold("ORD-4", 1), state.released().get(2));
  }

  private static CouponEvent decided(CouponDecisions decisions, CouponState state, To command) {
    return decisions.decide(state, command.apply(null), NOON).event();
  }

  @Test
  void aDiscountIsOfOneAtLeast() {
    assertThrows(IllegalArgumentException.class, () -> issue("1001", 0, null).apply(null));
  }

  @Test
  void aCouponIsTheSameAfterARestart() {
    for (var one : BEFORE.get("USED,given-up")) when(one);
    for (int i = 0; i < 10; i++) when(unlock(new Hold("late-" + i, 1)));
    var before = coupon.getState();

    assertEquals(before, coupon.restart().state());
    assertEquals(11, before.released().size());
  }

  // Words of the tests.

  /** What a command led to. */
  record Result(List<CouponEvent> events, CouponReply reply) {
    static Result of(
        CommandResultWithReply<CouponCommand, CouponEvent, CouponState, CouponReply> result) {
      return new Result(result.events(), result.reply());
    }
  }

  private static Result when(To command) {
    return Result.of(coupon.runCommand(command::apply));
  }

  private static String status() {
    return coupon.getState().status().name();
  }

  private static void assertRefused(Refusal refusal, Result result) {
    assertTrue(result.events().isEmpty());
    assertEquals(refusal, ((Refused) result.reply()).refusal());
  }

  /** Every status is in the table. */
  @Test
  void everyStatusIsInTheTable() {
    for (var status : CouponStatus.values()) assertTrue(TABLE.contains("\n" + status + " "));
  }
}
