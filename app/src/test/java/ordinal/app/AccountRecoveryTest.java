package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.function.Function;
import ordinal.assets.AccountId;
import ordinal.assets.AccountKind;
import ordinal.assets.AccountReply;
import ordinal.assets.AccountReply.Standing;
import ordinal.assets.AssetEvent;
import ordinal.assets.AssetEvent.Committed;
import ordinal.assets.AssetEvent.Credited;
import ordinal.assets.AssetEvent.Frozen;
import ordinal.assets.AssetSettings;
import ordinal.assets.Balance;
import ordinal.assets.Cause;
import ordinal.assets.Hold;
import ordinal.assets.account.Account;
import ordinal.assets.account.AccountCommand;
import ordinal.kernel.EventMeta;
import ordinal.kernel.TraceContext;
import ordinal.projections.TestJournal;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A wallet with 100 000 operations behind it, on the real journal and with the limits that the
 * program has. It remembers as much as it ever will, and as many events as possible are behind its
 * last snapshot.
 */
class AccountRecoveryTest {

  static final Duration LIMIT = Duration.ofSeconds(60);
  static final int OPERATIONS = 100_000;
  static final String ID = AccountId.wallet("default", "old").entityId();
  static final String PERSISTENCE_ID = "Account|" + ID;
  static final TraceContext TRACE = TraceContext.fresh();

  static TestJournal journal;
  static ActorTestKit actors;
  static AssetSettings settings;
  static TestProbe<AccountReply> caller;

  @BeforeAll
  static void start() {
    journal = TestJournal.create("account_recovery");
    actors = ActorTestKit.create("recovery", journal.config("pekko.actor.provider = local"));
    settings = AssetSettings.of(actors.system().settings().config());
    caller = actors.createTestProbe();
  }

  @AfterAll
  static void stop() {
    actors.shutdownTestKit();
    journal.close();
  }

  @Test
  void anAccountWith100000OperationsStartsInLessThan100Milliseconds() throws Exception {
    journal.fill(PERSISTENCE_ID, OPERATIONS, AccountRecoveryTest::operation);
    var whole = timeToStart();
    // The snapshot is taken when the next multiple is reached, and is then left behind.
    int more =
        2 * settings.accountSnapshotEvery() - 1 - OPERATIONS % settings.accountSnapshotEvery();
    operate(more);
    long snapshotAt = OPERATIONS + more - (settings.accountSnapshotEvery() - 1);
    awaitSnapshot(snapshotAt);

    var starts = new ArrayList<Duration>();
    for (int i = 0; i < 10; i++) starts.add(timeToStart());

    // Of ten the fifth: whatever else the machine does slows one or the other.
    Collections.sort(starts);
    assertThat(starts.get(4))
        .as("of %s, and %s without a snapshot", starts, whole)
        .isLessThan(Duration.ofMillis(100))
        .isLessThan(whole.dividedBy(5));
    withoutTheEventsBefore(snapshotAt, more);
  }

  /** With the early events gone, only the snapshot can tell what the account has and knows. */
  private static void withoutTheEventsBefore(long snapshotAt, int more) throws Exception {
    journal.execute(
        "DELETE FROM event_journal WHERE persistence_id = '%s' AND sequence_number <= %d"
            .formatted(PERSISTENCE_ID, snapshotAt));
    var account = spawn();

    var spent = ask(account, AccountCommand.Get::new).balance().spent();
    assertThat(spent).isEqualTo(100L * (OPERATIONS / 3));
    int known = settings.accountRemembers() - more - 10;
    assertThat(ask(account, commit(OPERATIONS / 3 - known)).repeated()).isTrue();
    assertThat(ask(account, credit("credit:" + (OPERATIONS / 3 - known))).repeated()).isTrue();
    actors.stop(account);
  }

  /** What the entity stores: money comes in, is set aside for an order, and is spent. */
  private static AssetEvent operation(int i) {
    var meta = new EventMeta(Clock.systemUTC().instant(), TRACE, null, null);
    int order = i / 3;
    long spent = 100L * order;
    long funded = -spent - 100;
    var wallet = AccountKind.WALLET;
    return switch (i % 3) {
      case 0 ->
          new Credited(
              meta, wallet, "credit:" + order, null, 100, 0, new Balance(100, 0, spent, 0, funded));
      case 1 ->
          new Frozen(
              meta,
              wallet,
              key(order, "freeze"),
              hold(order),
              100,
              new Balance(0, 100, spent, 0, funded));
      default ->
          new Committed(
              meta,
              wallet,
              key(order, "commit"),
              hold(order),
              100,
              0,
              new Balance(0, 0, spent + 100, 0, funded));
    };
  }

  private static Hold hold(int order) {
    return new Hold("ORD-" + order, 1);
  }

  private static String key(int order, String operation) {
    return hold(order).key("wallet", operation);
  }

  private static void operate(int times) {
    var account = spawn();
    for (int i = 0; i < times; i++) ask(account, credit("credit:more-" + i));
    actors.stop(account);
  }

  private static Function<ActorRef<AccountReply>, AccountCommand> credit(String key) {
    return to -> new AccountCommand.Credit(100, new Cause(key, null, TRACE), to);
  }

  private static Function<ActorRef<AccountReply>, AccountCommand> commit(int order) {
    return to -> new AccountCommand.Commit(hold(order), 100, TRACE, to);
  }

  private static void awaitSnapshot(long sequenceNr) {
    await()
        .atMost(LIMIT)
        .until(
            () ->
                journal.number(
                        "SELECT COUNT(*) FROM snapshot WHERE sequence_number = " + sequenceNr)
                    == 1);
  }

  /** From nothing to the answer to its first question. */
  private static Duration timeToStart() {
    long begun = System.nanoTime();
    var account = spawn();
    ask(account, AccountCommand.Get::new);
    var took = Duration.ofNanos(System.nanoTime() - begun);
    actors.stop(account);
    return took;
  }

  private static ActorRef<AccountCommand> spawn() {
    return actors.spawn(Account.create(ID, Clock.systemUTC(), settings));
  }

  private static Standing ask(
      ActorRef<AccountCommand> account, Function<ActorRef<AccountReply>, AccountCommand> command) {
    account.tell(command.apply(caller.ref()));
    return (Standing) caller.receiveMessage(LIMIT);
  }
}
