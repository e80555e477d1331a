package ordinal.assets.account;

import static java.util.stream.Collectors.toSet;
import static ordinal.assets.Samples.CLOCK;
import static ordinal.assets.Samples.NOON;
import static ordinal.assets.Samples.WALLET;
import static ordinal.assets.Samples.config;
import static ordinal.assets.Samples.settings;
import static ordinal.assets.account.AccountWords.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
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
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.statistics.Statistics;
import ordinal.assets.AccountReply;
import ordinal.assets.AccountReply.Refused;
import ordinal.assets.AccountReply.Standing;
import ordinal.assets.AssetEvent.AccountEvent;
import ordinal.assets.Hold;
import ordinal.assets.account.AccountCommand.Get;
import ordinal.assets.account.AccountDecisions.Decision;
import ordinal.kernel.StoredFormat;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestInbox;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.persistence.testkit.javadsl.EventSourcedBehaviorTestKit;

/**
 * Any operations on an account, in any order and as often as you like. Orders, keys and amounts are
 * few, so that duplicates, reorderings and contradictions are common. jqwik prints the seed and the
 * shortest sequence that fails.
 */
class AccountPropertyTest {

  /** An operation, and whether the account starts anew from a snapshot before it. */
  record Step(String what, boolean restarts, To command) {
    @Override
    public String toString() {
      return what + (restarts ? " after a restart" : "");
    }
  }

  static final ActorRef<AccountReply> NOBODY = TestInbox.<AccountReply>create().getRef();
  static final int REMEMBERED = 1000;

  static final ActorTestKit actors = ActorTestKit.create(config());
  static final EventSourcedBehaviorTestKit<AccountCommand, AccountEvent, AccountState> entity =
      EventSourcedBehaviorTestKit.create(
          actors.system(),
          Account.create(WALLET.entityId(), CLOCK, settings()),
          EventSourcedBehaviorTestKit.enabledSerializationSettings()
              .withVerifyEquality(true)
              .withVerifyState(false));

  @AfterContainer
  static void stopActors() {
    actors.shutdownTestKit();
  }

  @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE)
  void whateverComesTheBooksAreRightAndEveryKeyWorksOnce(@ForAll("sequences") List<Step> steps) {
    var decisions = new AccountDecisions(WALLET, REMEMBERED, 3);
    var books = new Books();
    var events = new ArrayList<AccountEvent>();
    var state = AccountState.EMPTY;
    for (var step : steps) {
      if (step.restarts()) state = AccountState.of(state.toSnapshot(), REMEMBERED);
      var command = step.command().apply(NOBODY);

      var decision = decisions.decide(state, command, NOON);
      var event = decision.event();
      if (event != null) {
        events.add(event);
        books.add(event); // Which checks every rule that there is about what may be stored.
        state = state.after(event, REMEMBERED);
      }

      assertEquals(books.balance(), state.balance());
      assertEquals(books.isSuspended(), state.isSuspended());
      assertNull(state.fault());
      assertReplyIsTrue(decision, state);
      assertRepeatChangesNothing(decisions, state, command, decision);
    }
    assertEquals(state.toSnapshot(), fold(events).toSnapshot());
    statistics(events);
  }

  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
  void theEntityIsTheFoldOfItsJournalBeforeAndAfterARestart(@ForAll("sequences") List<Step> steps) {
    entity.clear();
    var events = new ArrayList<AccountEvent>();
    var decisions = new AccountDecisions(WALLET, REMEMBERED, 100);
    for (var step : steps) {
      if (step.restarts()) entity.restart();
      var expected = decisions.decide(entity.getState(), step.command().apply(NOBODY), NOON);

      var result = entity.<AccountReply>runCommand(step.command()::apply);

      events.addAll(result.events());
      assertEquals(
          expected.event() == null ? List.of() : List.of(expected.event()), result.events());
      assertEquals(expected.reply(), result.reply());
    }

    var stored = entity.persistenceTestKit().persistedInStorage("Account|" + WALLET.entityId());
    assertEquals(stored, List.copyOf(events));
    assertEquals(fold(events).toSnapshot(), entity.getState().toSnapshot());
    assertEquals(fold(events).toSnapshot(), entity.restart().state().toSnapshot());
    assertEquals(Books.of(events).balance(), entity.getState().balance());
  }

  // The rules.

  /** Nobody is told anything but what the books say now. */
  private static void assertReplyIsTrue(Decision decision, AccountState state) {
    if (decision.reply() instanceof Standing shown) {
      assertEquals(state.balance(), shown.balance());
      assertEquals(state.isSuspended(), shown.suspended());
    } else {
      assertEquals(state.balance(), ((Refused) decision.reply()).balance());
    }
  }

  /** Said twice in a row, the second stores nothing, and succeeds if the first one did. */
  private static void assertRepeatChangesNothing(
      AccountDecisions decisions,
      AccountState state,
      AccountCommand.Asked command,
      Decision first) {
    var again = decisions.decide(state, command, NOON);

    assertNull(again.event(), () -> "stored " + again.event());
    if (command instanceof Get) return;
    if (first.reply() instanceof Standing) {
      assertTrue(((Standing) again.reply()).repeated());
    } else {
      assertEquals(((Refused) first.reply()).refusal(), ((Refused) again.reply()).refusal());
    }
  }

  private static AccountState fold(List<AccountEvent> events) {
    var state = AccountState.EMPTY;
    for (var event : events) state = state.after(event, REMEMBERED);
    return state;
  }

  /** Every event is stored often enough for the rules about it to mean something. */
  private static void statistics(List<AccountEvent> events) {
    var kinds = events.stream().map(AccountPropertyTest::kind).collect(toSet());
    for (var kind : kinds) Statistics.label("stored").collect(kind);
    Statistics.label("stored")
        .coverage(
            stored -> {
              kinds().forEach(kind -> stored.check(kind).count(n -> n >= 20));
            });
  }

  private static String kind(AccountEvent event) {
    return event.getClass().getSimpleName();
  }

  private static Stream<String> kinds() {
    return Stream.of(AccountEvent.class.getPermittedSubclasses()).map(Class::getSimpleName);
  }

  // Operations.

  @Provide
  Arbitrary<List<Step>> sequences() {
    return Combinators.combine(operations(), Arbitraries.of(true, false, false, false, false))
        .as((step, restarts) -> new Step(step.what(), restarts, step.command()))
        .list()
        .ofMaxSize(40);
  }

  private static Arbitrary<Step> operations() {
    var amount = Arbitraries.of(100L, 100L, 100L, 250L);
    var key = Arbitraries.of("k-1", "k-2", "k-3", "k-4");
    var order = Arbitraries.of("ORD-1", "ORD-2", "ORD-3");
    var hold = Combinators.combine(order, Arbitraries.of(1, 1, 2)).as(Hold::new);
    return Arbitraries.frequencyOf(
        Tuple.of(1, Arbitraries.just(step("Get", get()))),
        Tuple.of(
            3, Combinators.combine(key, amount).as((k, a) -> of("Credit", k, a, credit(k, a)))),
        Tuple.of(2, Combinators.combine(key, amount).as((k, a) -> of("Earn", k, a, earn(k, a)))),
        Tuple.of(
            1, Combinators.combine(key, amount).as((k, a) -> of("TakeBack", k, a, takeBack(k, a)))),
        Tuple.of(
            2,
            Combinators.combine(key, order, amount)
                .as((k, o, a) -> of("Revert " + o, k, a, revert(k, o, a)))),
        Tuple.of(
            5, Combinators.combine(hold, amount).as((h, a) -> of("Freeze", h, a, freeze(h, a)))),
        Tuple.of(
            5, Combinators.combine(hold, amount).as((h, a) -> of("Commit", h, a, commit(h, a)))),
        Tuple.of(4, hold.map(h -> step("Release " + h, release(h)))));
  }

  private static Step of(String what, Object of, long amount, To command) {
    return step(what + " " + of + " " + amount, command);
  }

  private static Step step(String what, To command) {
    return new Step(what, false, command);
  }

  @Example
  void everyCommandIsAmongThoseTried() {
    var tried =
        operations()
            .allValues()
            .orElseThrow()
            .map(step -> step.command().apply(NOBODY).getClass().getSimpleName())
            .collect(toSet());

    assertEquals(StoredFormat.names(AccountCommand.Asked.class), tried);
  }
}
