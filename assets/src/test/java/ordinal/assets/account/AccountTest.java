package ordinal.assets.account;

import static ordinal.assets.Samples.CLOCK;
import static ordinal.assets.Samples.NOON;
import static ordinal.assets.Samples.TRACE;
import static ordinal.assets.Samples.config;
import static ordinal.assets.Samples.settings;
import static ordinal.assets.account.AccountWords.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import ordinal.assets.AccountKind;
import ordinal.assets.AccountReply;
import ordinal.assets.AccountReply.Refusal;
import ordinal.assets.AccountReply.Refused;
import ordinal.assets.AccountReply.Standing;
import ordinal.assets.Alerts;
import ordinal.assets.AssetEvent.*;
import ordinal.assets.AssetSettings;
import ordinal.assets.Balance;
import ordinal.assets.Hold;
import ordinal.kernel.EventMeta;
import ordinal.kernel.StoredFormat;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.persistence.testkit.javadsl.EventSourcedBehaviorTestKit;
import org.apache.pekko.persistence.testkit.javadsl.EventSourcedBehaviorTestKit.CommandResultWithReply;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class AccountTest {

  static final ActorTestKit actors = ActorTestKit.create(config());
  static final EventSourcedBehaviorTestKit<AccountCommand, AccountEvent, AccountState> account =
      account("wallet/default/1001", settings());

  /** An account that soon forgets, and has room for two orders that wait. */
  static final EventSourcedBehaviorTestKit<AccountCommand, AccountEvent, AccountState> small =
      account("wallet/default/small", settings(3, 2, 7));

  private static EventSourcedBehaviorTestKit<AccountCommand, AccountEvent, AccountState> account(
      String entityId, AssetSettings settings) {
    return EventSourcedBehaviorTestKit.create(
        actors.system(),
        Account.create(entityId, CLOCK, settings),
        // Its state is stored in another form than it has: what comes back is compared below.
        EventSourcedBehaviorTestKit.enabledSerializationSettings()
            .withVerifyEquality(true)
            .withVerifyState(false));
  }

  @BeforeEach
  void emptyJournal() {
    account.clear();
    small.clear();
  }

  @AfterAll
  static void stopActors() {
    actors.shutdownTestKit();
  }

  // The tables of Account's Javadoc. The name of an event means that it is stored; anything else
  // stores nothing. "Freeze,other" is of another amount than the one before.

  static final String HOLDS =
      """
given                Get   Freeze     Freeze,other  Commit     Commit,other  Release
none                 show  Frozen     Frozen        RELEASED   RELEASED      Released
open                 show  repeat     REUSED        Committed  REUSED        Released
released             show  RELEASED   RELEASED      Committed  REUSED        repeat
released,first       show  RELEASED   RELEASED      Committed  Committed     repeat
committed            show  repeat     REUSED        repeat     REUSED        REUSED
paid-late            show  RELEASED   RELEASED      repeat     REUSED        repeat
none,suspended       show  SUSPENDED  SUSPENDED     RELEASED   RELEASED      Released
open,suspended       show  repeat     REUSED        Committed  REUSED        Released
released,suspended   show  RELEASED   RELEASED      SUSPENDED  REUSED        repeat
committed,suspended  show  repeat     REUSED        repeat     REUSED        REUSED
paid-late,suspended  show  RELEASED   RELEASED      repeat     REUSED        repeat
""";

  static final String KEYS =
      """
given            Credit    Credit,other  Earn    Earn,other  TakeBack   TakeBack,other  Revert    Revert,other
new              Credited  Credited      Earned  Earned      TakenBack  TakenBack       Reverted  Reverted
known            repeat    REUSED        repeat  REUSED      repeat     REUSED          repeat    REUSED
known,otherwise  REUSED    REUSED        REUSED  REUSED      REUSED     REUSED          REUSED    REUSED
new,suspended    Credited  Credited      Earned  Earned      TakenBack  TakenBack       Reverted  Reverted
known,suspended  repeat    REUSED        repeat  REUSED      repeat     REUSED          repeat    REUSED
""";

  /** Another order's hold was given up, its pieces are spent, and then it is paid for. */
  static final List<To> SUSPENDED =
      List.of(
          credit("credit:before", 400),
          freeze(SECOND, 400),
          release(SECOND),
          freeze(new Hold("ORD-3", 1), 400),
          commit(new Hold("ORD-3", 1), 400),
          commit(SECOND, 400));

  static final Map<String, List<To>> BEFORE =
      Map.of(
          "none", List.of(credit("credit:0", 1000)),
          "open", List.of(credit("credit:0", 1000), freeze(FIRST, 300)),
          "released", List.of(credit("credit:0", 1000), freeze(FIRST, 300), release(FIRST)),
          "released,first", List.of(credit("credit:0", 1000), release(FIRST)),
          "committed", List.of(credit("credit:0", 1000), freeze(FIRST, 300), commit(FIRST, 300)),
          "paid-late",
              List.of(
                  credit("credit:0", 1000), freeze(FIRST, 300), release(FIRST), commit(FIRST, 300)),
          "none,suspended", SUSPENDED,
          "open,suspended", plus(List.of(credit("credit:0", 300), freeze(FIRST, 300)), SUSPENDED),
          "committed,suspended",
              plus(
                  List.of(credit("credit:0", 300), freeze(FIRST, 300), commit(FIRST, 300)),
                  SUSPENDED),
          "paid-late,suspended",
              plus(
                  List.of(
                      credit("credit:0", 300),
                      freeze(FIRST, 300),
                      release(FIRST),
                      commit(FIRST, 300)),
                  SUSPENDED));

  /** Suspended by the very operation that the table asks for again. */
  static final List<To> STOPPED =
      List.of(
          credit("credit:0", 300),
          freeze(FIRST, 300),
          release(FIRST),
          freeze(SECOND, 300),
          commit(SECOND, 300),
          commit(FIRST, 300));

  static final Map<String, To> COMMAND =
      Map.ofEntries(
          Map.entry("Get", get()),
          Map.entry("Freeze", freeze(FIRST, 300)),
          Map.entry("Freeze,other", freeze(FIRST, 200)),
          Map.entry("Commit", commit(FIRST, 300)),
          Map.entry("Commit,other", commit(FIRST, 200)),
          Map.entry("Release", release(FIRST)),
          Map.entry("Credit", credit("k", 5)),
          Map.entry("Credit,other", credit("k", 6)),
          Map.entry("Earn", earn("k", 5)),
          Map.entry("Earn,other", earn("k", 6)),
          Map.entry("TakeBack", takeBack("k", 5)),
          Map.entry("TakeBack,other", takeBack("k", 6)),
          Map.entry("Revert", revert("k", "ORD-9", 5)),
          Map.entry("Revert,other", revert("k", "ORD-9", 6)));

  /** Walks both tables in the Javadoc of {@link Account}. A command left out fails. */
  @TestFactory
  Stream<DynamicTest> everyCellOfTheTable() {
    var cells = new ArrayList<DynamicTest>();
    var commands = new HashSet<String>();
    for (var table : List.of(HOLDS, KEYS)) {
      var rows = table.lines().map(row -> row.trim().split("\\s+")).toList();
      for (var row : rows.subList(1, rows.size())) {
        assertEquals(rows.get(0).length, row.length, "cells of " + row[0]);
        for (int i = 1; i < row.length; i++) {
          var command = rows.get(0)[i];
          commands.add(command.split(",")[0]);
          cells.add(cell(row[0], command, row[i]));
        }
      }
    }
    assertEquals(StoredFormat.names(AccountCommand.Asked.class), commands);
    return cells.stream();
  }

  private static DynamicTest cell(String given, String command, String expected) {
    return dynamicTest(
        command + " when " + given + " -> " + expected,
        () -> {
          account.clear();
          for (var one : before(given, command)) when(one);
          var balance = balance();
          assertEquals(given.endsWith(",suspended"), account.getState().isSuspended());

          var result = when(COMMAND.get(command));

          assertEquals(expected, outcome(result));
          if (result.hasNoEvents()) assertEquals(balance, balance());
          assertEquals(balance(), shown(result.reply()));
          assertNull(account.getState().fault());
        });
  }

  private static List<To> before(String given, String command) {
    if (given.equals("released,suspended")) return STOPPED;
    if (BEFORE.containsKey(given)) return BEFORE.get(given);
    var before = new ArrayList<To>();
    before.add(credit("credit:0", 900));
    before.add(freeze(new Hold("ORD-9", 1), 100));
    before.add(commit(new Hold("ORD-9", 1), 100));
    if (given.startsWith("known")) before.add(COMMAND.get(command.split(",")[0]));
    if (given.equals("known,otherwise")) {
      var otherwise = command.startsWith("Credit") ? earn("k", 5) : credit("k", 5);
      before.set(before.size() - 1, otherwise);
    }
    if (given.endsWith(",suspended")) {
      // What is left goes too, so that the account stops at what is paid late.
      before.addAll(SUSPENDED.subList(1, 3));
      before.add(freeze(new Hold("ORD-3", 1), 700));
      before.add(commit(new Hold("ORD-3", 1), 700));
      before.add(commit(SECOND, 400));
    }
    return before;
  }

  private static String outcome(Result result) {
    if (!result.hasNoEvents()) {
      assertEquals(1, result.events().size());
      return result.event().getClass().getSimpleName();
    }
    if (result.reply() instanceof Refused refused) return refused.refusal().name();
    return ((Standing) result.reply()).repeated() ? "repeat" : "show";
  }

  // The books.

  @Test
  void whatIsSetAsideIsSpentOrComesBack() {
    when(credit("credit:0", 1000));
    when(freeze(FIRST, 300));
    assertEquals(new Balance(700, 300, 0, 0, -1000), balance());
    when(freeze(SECOND, 200));
    assertEquals(new Balance(500, 500, 0, 0, -1000), balance());

    when(commit(FIRST, 300));
    when(release(SECOND));

    assertEquals(new Balance(700, 0, 300, 0, -1000), balance());
  }

  @Test
  void everyEventSaysWhyWhoseAndHowTheBooksStandAfterwards() {
    when(credit("credit:0", 1000));

    assertEquals(
        new Frozen(
            new EventMeta(NOON, TRACE, null, null),
            AccountKind.WALLET,
            "wallet:ORD-1:freeze",
            FIRST,
            300,
            new Balance(700, 300, 0, 0, -1000)),
        when(freeze(FIRST, 300)).event());
    assertEquals("wallet:ORD-1:commit", when(commit(FIRST, 300)).event().key());
    assertEquals("wallet:ORD-1:release:2", when(release(new Hold("ORD-1", 2))).event().key());
    assertEquals("refund-1", when(revert("refund-1", "ORD-1", 100)).event().key());
  }

  @Test
  void anotherTenantsAccountSaysWhoseItIs() {
    var other = account("points/acme/1001", settings());

    var event =
        other.<AccountReply>runCommand(credit("credit:0", 5)::apply).eventOfType(Credited.class);

    assertEquals("acme", event.meta().tenant());
    assertEquals("PointsCredited", event.eventType());
  }

  // The notes of the table, by their number.

  @Test
  void note1WhatIsNotThereCannotBeSetAside() {
    when(credit("credit:0", 300));

    assertRefused(Refusal.INSUFFICIENT, when(freeze(FIRST, 301)));
    assertEquals("Frozen", outcome(when(freeze(FIRST, 300))));
    assertRefused(Refusal.INSUFFICIENT, when(freeze(SECOND, 1)));
    assertEquals("Released", outcome(when(release(FIRST))));
    assertEquals("Frozen", outcome(when(freeze(SECOND, 1))));
  }

  @Test
  void note2ACommitOfAHoldThatIsForgottenTakesNothing() {
    runSmall(credit("credit:0", 1000));
    runSmall(freeze(FIRST, 300));
    runSmall(commit(FIRST, 300));
    for (int i = 0; i < 3; i++) {
      runSmall(freeze(new Hold("later-" + i, 1), 1));
      runSmall(commit(new Hold("later-" + i, 1), 1));
    }

    assertRefused(Refusal.RELEASED, runSmall(commit(FIRST, 300)));
    assertEquals(303, small.getState().balance().spent());
  }

  @Test
  void note3AReleaseThatComesFirstMakesTheFreezeFailWhenItComes() {
    when(credit("credit:0", 1000));

    var tombstone = (Released) when(release(FIRST)).event();
    assertEquals(0, tombstone.amount());
    assertEquals(new Balance(1000, 0, 0, 0, -1000), balance());
    assertRefused(Refusal.RELEASED, when(freeze(FIRST, 300)));
    account.restart();
    assertRefused(Refusal.RELEASED, when(freeze(FIRST, 300)));
  }

  @Test
  void note3TheNextCheckoutOfTheSameOrderIsAnotherHold() {
    when(credit("credit:0", 1000));
    when(release(FIRST));
    var again = new Hold(FIRST.orderNo(), 2);

    assertEquals("Frozen", outcome(when(freeze(again, 300))));
    assertEquals("repeat", outcome(when(release(FIRST))));
    assertEquals(300, balance().frozen());
    assertEquals("Committed", outcome(when(commit(again, 300))));
    assertEquals(300, account.getState().spentBy("ORD-1"));
  }

  @Test
  void note4AKeyThatWasUsedForSomethingElseSaysWhatItSaid() {
    when(credit("k", 5));

    assertEquals("this key has said: credit 5", refusedDetail(when(earn("k", 5))));
    assertEquals("this key has said: credit 5", refusedDetail(when(credit("k", 6))));
  }

  @Test
  void note5WhatWasGivenUpIsTakenFromWhatIsAvailableWhenTheOrderIsPaid() {
    when(credit("credit:0", 1000));
    when(freeze(FIRST, 300));
    when(release(FIRST));

    var committed = (Committed) when(commit(FIRST, 300)).event();

    assertEquals(300, committed.fromAvailable());
    assertEquals(new Balance(700, 0, 300, 0, -1000), balance());
    assertEquals("Reverted", outcome(when(revert("refund-1", "ORD-1", 300))));
    assertEquals(1000, balance().available());
  }

  @Test
  void note5IfThatIsNotEnoughTheAccountSuspendsItselfAndRaisesAnAlert() {
    try (var alerts = new Alerts(Account.class)) {
      for (var one : STOPPED.subList(0, 5)) when(one);

      var result = when(commit(FIRST, 300));

      assertEquals(
          new Suspended(
              new EventMeta(NOON, TRACE, null, null),
              AccountKind.WALLET,
              "wallet:ORD-1:commit",
              "ORD-1",
              "available would be -300",
              new Balance(0, 0, 300, 0, -300)),
          result.event());
      assertEquals(Refusal.SUSPENDED, ((Refused) result.reply()).refusal());
      assertEquals(
          List.of(
              "[Assets] [ALERT] account wallet/default/1001: suspended by wallet:ORD-1:commit:"
                  + " available would be -300"),
          alerts.raised());
    }
  }

  @Test
  void aSuspendedAccountOnlyRefusesNewHoldsAndStoresTheSuspensionOnce() {
    for (var one : STOPPED) when(one);

    assertRefused(Refusal.SUSPENDED, when(commit(FIRST, 300)));
    when(credit("credit:1", 100));
    assertRefused(Refusal.SUSPENDED, when(commit(FIRST, 300)));
    assertRefused(Refusal.SUSPENDED, when(freeze(new Hold("ORD-5", 1), 1)));
    assertEquals("Reverted", outcome(when(revert("refund-1", "ORD-2", 100))));
    assertTrue(((Standing) when(get()).reply()).suspended());
  }

  @Test
  void itIsFreeWhenWhatItStoppedAtCanBeDone() {
    for (var one : STOPPED) when(one);
    when(credit("credit:1", 300));
    assertTrue(account.getState().isSuspended());

    assertEquals("Committed", outcome(when(commit(FIRST, 300))));

    assertFalse(account.getState().isSuspended());
    assertEquals(new Balance(0, 0, 600, 0, -600), balance());
    assertEquals("INSUFFICIENT", outcome(when(freeze(new Hold("ORD-5", 1), 1))));
  }

  @Test
  void note6CreditsAndEarningsPayTheDebtFirst() {
    when(credit("credit:0", 10));
    when(takeBack("back", 100));
    assertEquals(new Balance(0, 0, 0, -90, 90), balance());

    assertEquals(40, ((Earned) when(earn("earn", 40)).event()).debtPaid());
    assertEquals(new Balance(0, 0, 0, -50, 50), balance());
    assertEquals(50, ((Credited) when(credit("credit:1", 70)).event()).debtPaid());
    assertEquals(new Balance(20, 0, 0, 0, -20), balance());
    assertEquals(0, ((Earned) when(earn("earn-2", 1)).event()).debtPaid());
  }

  @Test
  void note6AnAccountHoldsSoMuchAndNoMore() {
    long most = AccountDecisions.MOST;
    assertRefused(Refusal.TOO_MUCH, when(credit("k", most + 1)));
    assertRefused(Refusal.TOO_MUCH, when(credit("k", Long.MAX_VALUE)));
    when(credit("k", most));
    when(freeze(FIRST, most / 2));
    when(commit(FIRST, most / 2));

    assertRefused(Refusal.TOO_MUCH, when(credit("k-2", 1)));
    assertRefused(Refusal.TOO_MUCH, when(earn("k-2", 1)));
    assertRefused(Refusal.TOO_MUCH, when(earn("k-2", Long.MAX_VALUE)));
    assertEquals("show", outcome(when(get())));
  }

  @Test
  void note7WhatIsNotThereAnyMoreIsOwed() {
    when(earn("earn", 30));
    when(freeze(FIRST, 20));

    var back = (TakenBack) when(takeBack("back", 30)).event();

    assertEquals(20, back.missing());
    assertEquals(new Balance(0, 20, 0, -20, 0), balance());
    when(release(FIRST));
    assertEquals(new Balance(20, 0, 0, -20, 0), balance());
  }

  @Test
  void note7EvenAFullAccountGivesBackWhatItHas() {
    when(credit("k", AccountDecisions.MOST));

    assertEquals("TakenBack", outcome(when(takeBack("back", AccountDecisions.MOST))));
    assertEquals(Balance.ZERO, balance());
    assertEquals("TakenBack", outcome(when(takeBack("back-2", AccountDecisions.MOST))));
    assertRefused(Refusal.TOO_MUCH, when(takeBack("back-3", 1)));
    assertRefused(Refusal.TOO_MUCH, when(takeBack("back-3", Long.MAX_VALUE)));
  }

  @Test
  void note8AnOrderGetsBackNoMoreThanItHasSpent() {
    when(credit("credit:0", 1000));
    when(freeze(FIRST, 300));
    assertRefused(Refusal.INSUFFICIENT, when(revert("refund-1", "ORD-1", 1)));
    when(commit(FIRST, 300));

    assertEquals("order ORD-1 has spent 300 here", refusedDetail(when(revert("r", "ORD-1", 301))));
    when(revert("refund-1", "ORD-1", 200));
    assertRefused(Refusal.INSUFFICIENT, when(revert("refund-2", "ORD-1", 101)));
    when(revert("refund-2", "ORD-1", 100));

    assertEquals(new Balance(1000, 0, 0, 0, -1000), balance());
    assertRefused(Refusal.INSUFFICIENT, when(revert("refund-3", "ORD-1", 1)));
  }

  // Limits.

  @Test
  void onlySoManyOrdersWaitForTheirPaymentAtATime() {
    runSmall(credit("credit:0", 1000));
    runSmall(freeze(FIRST, 1));
    runSmall(freeze(SECOND, 1));

    assertRefused(Refusal.TOO_MUCH, runSmall(freeze(new Hold("ORD-3", 1), 1)));
    runSmall(commit(FIRST, 1));
    assertEquals("Frozen", outcome(runSmall(freeze(new Hold("ORD-3", 1), 1))));
  }

  @Test
  void aKeyIsForgottenAfterAsManyOthersAndNotBefore() {
    runSmall(credit("k-0", 5));
    runSmall(credit("k-1", 5));
    runSmall(credit("k-2", 5));
    assertEquals("repeat", outcome(runSmall(credit("k-0", 5))));
    runSmall(credit("k-3", 5));

    assertEquals("repeat", outcome(runSmall(credit("k-1", 5))));
    assertEquals("Credited", outcome(runSmall(credit("k-0", 5))));
  }

  @Test
  void anOpenHoldIsNeverForgotten() {
    runSmall(credit("credit:0", 1000));
    runSmall(freeze(FIRST, 300));
    for (int i = 0; i < 10; i++) {
      runSmall(freeze(new Hold("later-" + i, 1), 1));
      runSmall(release(new Hold("later-" + i, 1)));
    }

    assertEquals("Committed", outcome(runSmall(commit(FIRST, 300))));
  }

  @Test
  void amountsAreOfOneAtLeast() {
    for (long amount : new long[] {0, -1, Long.MIN_VALUE}) {
      for (var one :
          List.of(
              credit("k", amount),
              earn("k", amount),
              takeBack("k", amount),
              revert("k", "ORD-1", amount),
              freeze(FIRST, amount),
              commit(FIRST, amount))) {
        assertThrows(IllegalArgumentException.class, () -> one.apply(null));
      }
    }
    assertThrows(IllegalArgumentException.class, () -> new Hold("ORD-1", 0));
  }

  // Restarts.

  @Test
  void anAccountIsTheSameAfterARestart() {
    for (var one : STOPPED) when(one);
    when(credit("credit:1", 50));
    when(takeBack("back", 80));
    when(freeze(new Hold("ORD-7", 1), 1));
    var before = account.getState().toSnapshot();

    assertEquals(before, account.restart().state().toSnapshot());
  }

  @Test
  void aSnapshotHoldsAllThatAnAccountKnows() {
    for (var one : BEFORE.get("open,suspended")) when(one);
    when(release(new Hold("ORD-8", 3)));
    var snapshot = account.getState().toSnapshot();

    var again = AccountState.of(snapshot, settings().accountRemembers());

    assertEquals(snapshot, again.toSnapshot());
    assertEquals(1, snapshot.open().size());
    assertEquals(3, snapshot.ended().size());
    assertEquals("wallet:ORD-2:commit", snapshot.suspendedBy());
    assertEquals(300, again.openOf(FIRST));
    assertEquals(400, again.spentBy("ORD-3"));
  }

  // Words of the tests.

  /** What a command led to. */
  record Result(List<AccountEvent> events, AccountReply reply) {
    static Result of(
        CommandResultWithReply<AccountCommand, AccountEvent, AccountState, AccountReply> result) {
      return new Result(result.events(), result.reply());
    }

    boolean hasNoEvents() {
      return events.isEmpty();
    }

    AccountEvent event() {
      assertEquals(1, events.size(), () -> "answered " + reply);
      return events.get(0);
    }
  }

  private static Result when(To command) {
    return Result.of(account.runCommand(command::apply));
  }

  private static Result runSmall(To command) {
    return Result.of(small.runCommand(command::apply));
  }

  private static Balance balance() {
    return account.getState().balance();
  }

  private static Balance shown(AccountReply reply) {
    return reply instanceof Refused refused ? refused.balance() : ((Standing) reply).balance();
  }

  private static void assertRefused(Refusal refusal, Result result) {
    assertTrue(result.hasNoEvents());
    assertEquals(refusal, ((Refused) result.reply()).refusal());
  }

  private static String refusedDetail(Result result) {
    assertTrue(result.hasNoEvents());
    return ((Refused) result.reply()).detail();
  }

  private static List<To> plus(List<To> one, List<To> more) {
    return Stream.concat(one.stream(), more.stream()).toList();
  }
}
