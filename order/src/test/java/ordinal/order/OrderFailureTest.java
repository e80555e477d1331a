package ordinal.order;

import static ordinal.order.Samples.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.ConfigFactory;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import ordinal.order.OrderEvent.OrderCreated;
import ordinal.order.OrderReply.Accepted;
import ordinal.order.OrderReply.Refusal;
import ordinal.order.OrderReply.Refused;
import ordinal.order.OrderReply.Repeated;
import ordinal.order.OrderReply.Unavailable;
import ordinal.order.OrderState.Existing;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;
import org.apache.pekko.persistence.testkit.JournalOperation;
import org.apache.pekko.persistence.testkit.ProcessingPolicy;
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

/** An order whose journal fails, and one that starts from a snapshot. */
class OrderFailureTest {

  /** Everything is stored as JSON here, as in the real journal. */
  static final ActorTestKit actors =
      ActorTestKit.create(
          ConfigFactory.parseString(
                  """
                  pekko.persistence.testkit.events.serialize = on
                  pekko.persistence.testkit.snapshots.serialize = on
                  """)
              .withFallback(config()));

  static final PersistenceTestKit journal = PersistenceTestKit.create(actors.system());
  static final SnapshotTestKit snapshots = SnapshotTestKit.create(actors.system());

  final OrderSettings settings = settings(5);
  final TestProbe<OrderReply> caller = actors.createTestProbe();
  ActorRef<OrderCommand> order = start();

  @BeforeEach
  void createTheOrder() {
    assertEquals(OrderStatus.CREATED, accepted(ask(create(SOCKS))).status());
  }

  @AfterEach
  void emptyJournal() {
    actors.stop(order);
    journal.resetPolicy();
    journal.clearAll();
    snapshots.clearAll();
  }

  @AfterAll
  static void stopActors() {
    actors.shutdownTestKit();
  }

  @Test
  void oneThatSaidThatThereIsNoOrderIsPutAwayAndAnswersNothingElse() {
    var shard = actors.<ClusterSharding.ShardCommand>createTestProbe();
    var nobody =
        actors.spawn(
            Order.create(
                OrderNumber.of("default", "u", "nobody"),
                Clock.systemUTC(),
                settings,
                shard.ref()));

    nobody.tell(new OrderCommand.Get(TRACE, caller.ref()));
    nobody.tell(new OrderCommand.Get(TRACE, caller.ref()));

    assertEquals(Refusal.UNKNOWN_ORDER, caller.expectMessageClass(Refused.class).refusal());
    assertEquals(new OrderReply.Outdated(), caller.receiveMessage());
    shard.expectMessageClass(ClusterSharding.Passivate.class);
    actors.stop(nobody);
  }

  @Test
  void aFailedWriteIsAnsweredAtOnceAndTheOrderWorksAgain() {
    journal.failNextPersisted(PERSISTENCE_ID);

    assertEquals(new Unavailable("the journal did not answer"), ask(cancel(null)));

    assertEquals(OrderStatus.CREATED, accepted(ask(get())).status());
    assertEquals(OrderStatus.CANCELED, accepted(ask(cancel(null))).status());
  }

  @Test
  void aRefusedWriteIsAnsweredAtOnceAndTheOrderWorksAgain() {
    journal.rejectNextPersisted(PERSISTENCE_ID);

    assertEquals(new Unavailable("the journal refused it"), ask(cancel(null)));

    assertEquals(OrderStatus.CREATED, accepted(ask(get())).status());
    assertEquals(OrderStatus.CANCELED, accepted(ask(cancel(null))).status());
  }

  @Test
  void anOrderThatCouldNotBeCreatedDoesNotExistAfterwards() {
    actors.stop(order);
    journal.clearAll();
    order = start();
    journal.failNextPersisted(PERSISTENCE_ID);

    assertTrue(ask(create(SOCKS)) instanceof Unavailable);

    assertEquals(Refusal.UNKNOWN_ORDER, ((Refused) ask(get())).refusal());
    assertEquals(1, accepted(ask(create(SOCKS))).version());
  }

  /** The journal says of each event that it failed: only one of these may reach the order. */
  @Test
  void aFailedWriteOfTwoEventsHoldsUpNothingBehindIt() {
    actors.stop(order);
    journal.clearAll();
    order = start();
    journal.failNextPersisted(PERSISTENCE_ID);
    assertTrue(ask(createHeld(SOCKS, NOON)) instanceof Unavailable);
    assertEquals(Refusal.UNKNOWN_ORDER, ((Refused) ask(get())).refusal());
    journal.rejectNextPersisted(PERSISTENCE_ID);
    assertTrue(ask(createHeld(SOCKS, NOON)) instanceof Unavailable);

    tell(createHeld(SOCKS, NOON));
    tell(get());

    assertEquals(OrderStatus.STOCK_RESERVED, accepted(answer()).status());
    assertEquals(2, accepted(answer()).version());
    assertEquals(2, journal.persistedInStorage(PERSISTENCE_ID).size());
  }

  @Test
  void manyFailuresInARowAreAllAnswered() {
    journal.failNextNPersisted(PERSISTENCE_ID, 3);

    for (int i = 0; i < 3; i++) {
      assertTrue(ask(cancel(null)) instanceof Unavailable);
    }
    assertEquals(OrderStatus.CANCELED, accepted(ask(cancel(null))).status());
  }

  @Test
  void commandsThatWaitBehindAFailedWriteAreAnsweredInTheirOrder() {
    commandsThatWaitAreAnswered(StorageFailure.create());
  }

  @Test
  void commandsThatWaitBehindARefusedWriteAreAnsweredInTheirOrder() {
    commandsThatWaitAreAnswered(Reject.create());
  }

  /**
   * Holds the write until the others are in the mailbox, so that they are stashed when it fails;
   * one more comes during the backoff.
   */
  private void commandsThatWaitAreAnswered(ProcessingResult failure) {
    var othersAreThere = new CountDownLatch(1);
    var failing = new CountDownLatch(1);
    policy(
        (persistenceId, operation) -> {
          if (!(operation instanceof WriteEvents) || failing.getCount() == 0) {
            return ProcessingSuccess.getInstance();
          }
          await(othersAreThere);
          failing.countDown();
          return failure;
        });

    tell(cancel(null));
    tell(get());
    tell(reserved("s-1"));
    othersAreThere.countDown();
    await(failing);
    tell(reserved("s-1"));

    assertTrue(answer() instanceof Unavailable);
    assertEquals(OrderStatus.CREATED, accepted(answer()).status());
    assertEquals(OrderStatus.STOCK_RESERVED, accepted(answer()).status());
    assertEquals(2, ((Repeated) answer()).version());
  }

  /** Sharding holds back all commands until the entity has ended: it must not forget to. */
  @Test
  void anOrderThatIsToBePutAwayEndsAlthoughItsWriteFails() {
    var putAway = new CountDownLatch(1);
    policy(
        (persistenceId, operation) -> {
          if (!(operation instanceof WriteEvents)) return ProcessingSuccess.getInstance();
          await(putAway);
          return StorageFailure.create();
        });

    tell(cancel(null));
    order.tell(OrderCommand.Passivate.INSTANCE);
    putAway.countDown();

    assertTrue(answer() instanceof Unavailable);
    caller.expectTerminated(order, settings.askTimeout());
  }

  @Test
  void anOrderThatCannotBeReadAnswersOnceItCan() {
    actors.stop(order);
    journal.failNextNReads(PERSISTENCE_ID, 2);

    order = start();

    assertEquals(OrderStatus.CREATED, accepted(ask(get())).status());
  }

  @Test
  void aSnapshotIsTakenEveryNEventsAndRecoveryStartsFromIt() {
    for (int i = 0; i < 11; i++) {
      ask(reserved("s-" + i));
    }
    var before = accepted(ask(get()));
    actors.stop(order);
    var replayed = Collections.synchronizedList(new ArrayList<Object>());
    policy(
        (persistenceId, operation) -> {
          if (operation instanceof ReadEvents read) replayed.addAll(read.getBatch());
          return ProcessingSuccess.getInstance();
        });

    order = start();
    var after = accepted(ask(get()));

    assertEquals(12, before.version());
    assertEquals(before, after);
    var taken = snapshots.persistedInStorage(PERSISTENCE_ID);
    assertEquals(
        List.of(5L, 10L),
        taken.stream().map(snapshot -> snapshot.first().getSequenceNr()).toList());
    assertEquals(2, replayed.size(), () -> "replayed " + replayed);
  }

  @Test
  void snapshotsThatFailDoNotKeepAnybodyWaiting() {
    snapshots.failNextNPersisted(PERSISTENCE_ID, 1);

    for (int i = 0; i < 6; i++) {
      assertEquals(2 + i, version(ask(reserved("s-" + i))));
    }
  }

  @Test
  void whatIsStoredIsWhatWasDecided() {
    assertEquals(
        CREATED.items(),
        ((OrderCreated) journal.persistedInStorage(PERSISTENCE_ID).get(0)).items());
  }

  // Words of the tests.

  private ActorRef<OrderCommand> start() {
    return actors.spawn(Order.create(ORDER_NO, new TestClock(), settings));
  }

  private void tell(To command) {
    order.tell(command.apply(caller.ref()));
  }

  private OrderReply ask(To command) {
    tell(command);
    return answer();
  }

  /** Fails when there is no answer within the time that a caller would wait. */
  private OrderReply answer() {
    return caller.receiveMessage(settings.askTimeout());
  }

  private static Existing accepted(OrderReply reply) {
    return ((Accepted) reply).order();
  }

  private static long version(OrderReply reply) {
    return OrderTest.shown(reply).version();
  }

  private static void policy(ProcessingPolicy<JournalOperation> policy) {
    journal.withPolicy(policy);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(Duration.ofSeconds(5).toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
