package ordinal.assets.account;

import static ordinal.assets.Samples.CLOCK;
import static ordinal.assets.Samples.LIMIT;
import static ordinal.assets.Samples.WALLET;
import static ordinal.assets.Samples.config;
import static ordinal.assets.account.AccountWords.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import ordinal.assets.AccountReply;
import ordinal.assets.AccountReply.Standing;
import ordinal.assets.AccountReply.Unavailable;
import ordinal.assets.AssetSettings;
import ordinal.assets.Samples;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.persistence.testkit.ProcessingResult;
import org.apache.pekko.persistence.testkit.ProcessingSuccess;
import org.apache.pekko.persistence.testkit.ReadEvents;
import org.apache.pekko.persistence.testkit.Reject;
import org.apache.pekko.persistence.testkit.StorageFailure;
import org.apache.pekko.persistence.testkit.WriteEvents;
import org.apache.pekko.persistence.testkit.javadsl.PersistenceTestKit;
import org.apache.pekko.persistence.testkit.javadsl.SnapshotTestKit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * An account whose journal fails, and one that starts from a snapshot. Coupons go through the same
 * {@link ordinal.assets.StoringEntity}.
 */
class AccountFailureTest {

  static final String PERSISTENCE_ID = "Account|" + WALLET.entityId();

  static final ActorTestKit actors = ActorTestKit.create(config());
  static final PersistenceTestKit journal = PersistenceTestKit.create(actors.system());
  static final SnapshotTestKit snapshots = SnapshotTestKit.create(actors.system());

  final AssetSettings settings = Samples.settings(1000, 100, 5);
  final TestProbe<AccountReply> caller = actors.createTestProbe();
  ActorRef<AccountCommand> account = start();

  @BeforeEach
  void fillTheAccount() {
    assertEquals(1000, available(ask(credit("credit:0", 1000))));
  }

  @AfterEach
  void emptyJournal() {
    actors.stop(account);
    journal.resetPolicy();
    journal.clearAll();
    snapshots.clearAll();
  }

  @AfterAll
  static void stopActors() {
    actors.shutdownTestKit();
  }

  @Test
  void aFailedWriteIsAnsweredAtOnceAndMovesNothing() {
    journal.failNextPersisted(PERSISTENCE_ID);

    assertEquals(new Unavailable("the journal did not answer"), ask(freeze(FIRST, 300)));

    assertEquals(1000, available(ask(get())));
    assertEquals(700, available(ask(freeze(FIRST, 300))));
  }

  @Test
  void aRefusedWriteIsAnsweredAtOnceAndMovesNothing() {
    journal.rejectNextPersisted(PERSISTENCE_ID);

    assertEquals(new Unavailable("the journal refused it"), ask(freeze(FIRST, 300)));

    assertEquals(1000, available(ask(get())));
    assertEquals(700, available(ask(freeze(FIRST, 300))));
  }

  @Test
  void manyFailuresInARowAreAllAnswered() {
    journal.failNextNPersisted(PERSISTENCE_ID, 3);

    for (int i = 0; i < 3; i++) {
      assertTrue(ask(freeze(FIRST, 300)) instanceof Unavailable);
    }
    assertEquals(700, available(ask(freeze(FIRST, 300))));
  }

  @Test
  void commandsThatWaitBehindAFailedWriteAreAnsweredInTheirOrder() {
    commandsThatWaitAreAnswered(StorageFailure.create());
  }

  @Test
  void commandsThatWaitBehindARefusedWriteAreAnsweredInTheirOrder() {
    commandsThatWaitAreAnswered(Reject.create());
  }

  /** Holds the write until the others are in the mailbox; one more comes during the backoff. */
  private void commandsThatWaitAreAnswered(ProcessingResult failure) {
    var othersAreThere = new CountDownLatch(1);
    var failing = new CountDownLatch(1);
    journal.withPolicy(
        (persistenceId, operation) -> {
          if (!(operation instanceof WriteEvents) || failing.getCount() == 0) {
            return ProcessingSuccess.getInstance();
          }
          await(othersAreThere);
          failing.countDown();
          return failure;
        });

    tell(freeze(FIRST, 300));
    tell(get());
    tell(freeze(SECOND, 100));
    othersAreThere.countDown();
    await(failing);
    tell(freeze(SECOND, 100));

    assertTrue(answer() instanceof Unavailable);
    assertEquals(1000, available(answer()));
    assertEquals(900, available(answer()));
    assertTrue(((Standing) answer()).repeated());
  }

  /** Sharding holds back all commands until the entity has ended: it must not forget to. */
  @Test
  void anAccountThatIsToBePutAwayEndsAlthoughItsWriteFails() {
    var putAway = new CountDownLatch(1);
    journal.withPolicy(
        (persistenceId, operation) -> {
          if (!(operation instanceof WriteEvents)) return ProcessingSuccess.getInstance();
          await(putAway);
          return StorageFailure.create();
        });

    tell(freeze(FIRST, 300));
    account.tell(AccountCommand.Passivate.INSTANCE);
    putAway.countDown();

    assertTrue(answer() instanceof Unavailable);
    caller.expectTerminated(account, LIMIT);
  }

  @Test
  void anAccountThatCannotBeReadAnswersOnceItCan() {
    actors.stop(account);
    journal.failNextNReads(PERSISTENCE_ID, 2);

    account = start();

    assertEquals(1000, available(ask(get())));
  }

  @Test
  void aSnapshotIsTakenEveryNEventsAndRecoveryStartsFromIt() {
    for (int i = 1; i <= 11; i++) ask(credit("credit:" + i, 1));
    actors.stop(account);
    var replayed = Collections.synchronizedList(new ArrayList<Object>());
    journal.withPolicy(
        (persistenceId, operation) -> {
          if (operation instanceof ReadEvents read) replayed.addAll(read.getBatch());
          return ProcessingSuccess.getInstance();
        });

    account = start();

    assertEquals(1011, available(ask(get())));
    assertTrue(((Standing) ask(credit("credit:1", 1))).repeated());
    assertEquals(
        List.of(5L, 10L),
        snapshots.persistedInStorage(PERSISTENCE_ID).stream()
            .map(snapshot -> snapshot.first().getSequenceNr())
            .toList());
    assertEquals(2, replayed.size(), () -> "replayed " + replayed);
  }

  @Test
  void snapshotsThatFailDoNotKeepAnybodyWaiting() {
    snapshots.failNextNPersisted(PERSISTENCE_ID, 1);

    for (int i = 1; i <= 6; i++) assertEquals(1000 + i, available(ask(credit("credit:" + i, 1))));
  }

  // Words of the tests.

  private ActorRef<AccountCommand> start() {
    return actors.spawn(Account.create(WALLET.entityId(), CLOCK, settings));
  }

  private void tell(To command) {
    account.tell(command.apply(caller.ref()));
  }

  private AccountReply ask(To command) {
    tell(command);
    return answer();
  }

  private AccountReply answer() {
    return caller.receiveMessage(settings.askTimeout());
  }

  private static long available(AccountReply reply) {
    return ((Standing) reply).balance().available();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(LIMIT.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
