package ordinal.inventory.sku;

import static ordinal.inventory.Samples.CLOCK;
import static ordinal.inventory.Samples.LIMIT;
import static ordinal.inventory.Samples.NOON;
import static ordinal.inventory.Samples.TRACE;
import static ordinal.inventory.Samples.config;
import static ordinal.inventory.Samples.skuSettings;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import ordinal.inventory.SkuLevels;
import ordinal.inventory.sku.SkuReply.*;
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
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SkuDeskTest {

  static final String PERSISTENCE_ID = "Sku|tea";

  static final ActorTestKit actors = ActorTestKit.create(config());
  static final PersistenceTestKit journal = PersistenceTestKit.create(actors.system());
  static final SnapshotTestKit snapshots = SnapshotTestKit.create(actors.system());

  final TestProbe<SkuReply> caller = actors.createTestProbe();

  /** How many events went into each write, and what becomes of it. */
  final List<Integer> writes = Collections.synchronizedList(new ArrayList<>());

  final AtomicReference<CountDownLatch> gate = new AtomicReference<>(new CountDownLatch(0));
  volatile int failing;
  volatile ProcessingResult failure = ProcessingSuccess.getInstance();
  final List<Object> replayed = Collections.synchronizedList(new ArrayList<>());

  ActorRef<SkuCommand> desk;

  @BeforeEach
  void openWithFivePieces() {
    start(skuSettings(50, 1000, 100, 1000));
    ask(set(5));
    journal.withPolicy(
        (persistenceId, operation) -> {
          if (operation instanceof ReadEvents read) replayed.addAll(read.getBatch());
          if (!(operation instanceof WriteEvents write)) return ProcessingSuccess.getInstance();
          await(gate.get());
          writes.add(write.getBatch().size());
          return writes.size() == failing ? failure : ProcessingSuccess.getInstance();
        });
  }

  @AfterEach
  void emptyJournal() {
    gate.get().countDown();
    actors.stop(desk);
    journal.resetPolicy();
    journal.clearAll();
    snapshots.clearAll();
  }

  @AfterAll
  static void stopActors() {
    actors.shutdownTestKit();
  }

  // Batches.

  @Test
  void whatComesWhileABatchIsStoredIsStoredTogether() {
    ask(set(1000));
    writes.clear();
    closeGate();
    for (int i = 0; i < 200; i++) {
      tell(reserve("o-" + i, 1));
    }
    openGate();

    for (int i = 0; i < 200; i++) {
      assertEquals(new Reserved(false, null), answer());
    }
    assertEquals(1, writes.get(0));
    assertTrue(writes.size() <= 6, () -> "writes " + writes); // 1, then at most 50 at a time.
    assertTrue(writes.stream().allMatch(size -> size <= 50), () -> "writes " + writes);
    assertEquals(200, writes.stream().mapToInt(size -> size).sum());
    assertEquals(new Levels(new SkuLevels(800, 200, 0)), ask(SkuCommand.GetLevels::new));
  }

  @Test
  void theCommandsOfABatchAreDecidedInTheirOrderOnWhatTheOthersLeave() {
    closeGate();
    tell(reserve("first", 1));
    tell(reserve("o-1", 3));
    tell(reserve("o-2", 3));
    tell(reserve("o-1", 3));
    tell(release("o-1"));
    tell(reserve("o-3", 3));
    tell(deduct("o-3"));
    tell(SkuCommand.GetLevels::new);
    openGate();

    assertEquals(new Reserved(false, null), answer());
    assertEquals(new Reserved(false, null), answer());
    assertEquals(new SoldOut(1), answer());
    assertEquals(new Reserved(true, null), answer());
    assertEquals(new Released(false), answer());
    assertEquals(new Reserved(false, null), answer());
    assertEquals(new Deducted(false), answer());
    assertEquals(new Levels(new SkuLevels(1, 1, 3)), answer());
    assertEquals(List.of(1, 4), writes);
  }

  @Test
  void soldOutAndRepeatsStoreNothing() {
    ask(reserve("o-1", 5));
    ask(release("early"));
    writes.clear();

    for (int i = 0; i < 50; i++) {
      assertEquals(new SoldOut(0), ask(reserve("late-" + i, 1)));
    }
    assertEquals(new Reserved(true, null), ask(reserve("o-1", 5)));
    assertEquals(new Gone(), ask(reserve("early", 1)));
    assertEquals(new Released(true), ask(release("early")));

    assertEquals(List.of(), writes);
  }

  @Test
  void moreThanMayWaitHearAtOnce() {
    actors.stop(desk);
    start(skuSettings(50, 3, 100, 1000));
    ask(SkuCommand.GetLevels::new);
    closeGate();

    for (int i = 0; i < 5; i++) {
      tell(reserve("o-" + i, 1));
    }

    assertEquals(new Unavailable("too many wait for sku tea"), answer());
    openGate();
    for (int i = 0; i < 4; i++) {
      assertEquals(new Reserved(false, null), answer());
    }
  }

  // Failures.

  @Test
  void aFailedWriteIsToldToItsBatchAndTheOthersAreKept() {
    theBatchHearsAndTheOthersAreKept(StorageFailure.create());
  }

  @Test
  void aRefusedWriteIsToldToItsBatchAndTheOthersAreKept() {
    theBatchHearsAndTheOthersAreKept(Reject.create());
  }

  private void theBatchHearsAndTheOthersAreKept(ProcessingResult how) {
    actors.stop(desk);
    start(skuSettings(2, 1000, 100, 1000));
    ask(SkuCommand.GetLevels::new);
    failWrite(2, how);
    closeGate();
    tell(reserve("o-0", 1));
    tell(reserve("o-1", 1));
    tell(reserve("o-2", 1));
    tell(reserve("o-1", 1));
    tell(reserve("o-3", 1));
    tell(SkuCommand.GetLevels::new);
    openGate();

    assertEquals(new Reserved(false, null), answer());
    assertEquals(new Unavailable("sku tea could not store it"), answer());
    assertEquals(new Unavailable("sku tea could not store it"), answer());
    assertEquals(new Reserved(false, null), answer());
    assertEquals(new Reserved(false, null), answer());
    assertEquals(new Levels(new SkuLevels(2, 3, 0)), answer());
    assertEquals(List.of(1, 2, 2), writes);
    assertEquals(4, journal.persistedInStorage(PERSISTENCE_ID).size());
  }

  @Test
  void manyFailuresInARowAreAllAnswered() {
    for (int i = 1; i <= 3; i++) {
      failWrite(i, StorageFailure.create());
      assertTrue(ask(reserve("o-1", 1)) instanceof Unavailable);
    }

    assertEquals(new Reserved(false, null), ask(reserve("o-1", 1)));
  }

  @Test
  void aSkuThatCannotBeReadAnswersOnceItCan() {
    actors.stop(desk);
    journal.resetPolicy();
    journal.failNextNReads(PERSISTENCE_ID, 2);

    start(skuSettings(50, 1000, 100, 1000));

    assertTrue(ask(SkuCommand.GetLevels::new) instanceof Unavailable);
    Awaitility.await()
        .atMost(LIMIT)
        .until(
            () ->
                ask(SkuCommand.GetLevels::new) instanceof Levels now && now.levels().onHand() == 5);
  }

  @Test
  void aBugCostsItsBatchAndNobodyElse() {
    actors.stop(desk);
    var broken = new AtomicBoolean(true);
    desk =
        actors.spawn(
            SkuDesk.create("tea", new BreakingClock(broken), skuSettings(1, 1000, 100, 1000)));

    tell(reserve("o-1", 1));
    tell(reserve("o-2", 1));

    assertEquals(new Unavailable("sku tea could not store it"), answer());
    assertEquals(new Reserved(false, null), answer());
  }

  // Going away and coming back.

  @Test
  void aDeskThatIsToGoAnswersEverybodyFirst() {
    failWrite(1, StorageFailure.create());
    closeGate();
    tell(reserve("o-1", 1));
    tell(reserve("o-2", 1));
    desk.tell(SkuCommand.Passivate.INSTANCE);
    openGate();

    assertTrue(answer() instanceof Unavailable);
    assertEquals(new Reserved(false, null), answer());
    caller.expectTerminated(desk, LIMIT);
  }

  @Test
  void aDeskWithNothingToDoGoesAtOnce() {
    desk.tell(SkuCommand.Passivate.INSTANCE);

    caller.expectTerminated(desk, LIMIT);
  }

  @Test
  void aSkuIsTheSameAfterARestart() {
    ask(reserve("o-1", 1));
    ask(reserve("o-2", 2));
    ask(deduct("o-2"));
    ask(release("o-3"));

    actors.stop(desk);
    start(skuSettings(50, 1000, 100, 1000));

    assertEquals(new Levels(new SkuLevels(2, 1, 2)), ask(SkuCommand.GetLevels::new));
    assertEquals(new Reserved(true, null), ask(reserve("o-1", 1)));
    assertEquals(new Deducted(true), ask(deduct("o-2")));
    assertEquals(new Gone(), ask(reserve("o-3", 1)));
  }

  @Test
  void aSnapshotHoldsOpenAndEndedClaims() {
    actors.stop(desk);
    start(skuSettings(50, 1000, 2, 4));
    ask(reserve("o-1", 1));
    ask(release("forgotten"));
    ask(release("o-2")); // The fourth event.
    ask(release("o-3"));

    actors.stop(desk);
    replayed.clear();
    start(skuSettings(50, 1000, 2, 4));

    assertEquals(new Levels(new SkuLevels(4, 1, 0)), ask(SkuCommand.GetLevels::new));
    assertEquals(1, replayed.size(), () -> "replayed " + replayed);
    assertEquals(new Gone(), ask(reserve("o-2", 1)));
    assertEquals(new Gone(), ask(reserve("o-3", 1)));
    assertEquals(new Reserved(true, null), ask(reserve("o-1", 1)));
    assertEquals(new Reserved(false, null), ask(reserve("forgotten", 1)));
  }

  // Words of the tests.

  /** Throws once. */
  private static final class BreakingClock extends Clock {
    private final AtomicBoolean broken;

    BreakingClock(AtomicBoolean broken) {
      this.broken = broken;
    }

    @Override
    public Instant instant() {
      if (broken.getAndSet(false)) throw new IllegalStateException("a bug");
      return NOON;
    }

    @Override
    public ZoneOffset getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(java.time.ZoneId zone) {
      return this;
    }
  }

  private void start(SkuSettings settings) {
    desk = actors.spawn(SkuDesk.create("tea", CLOCK, settings));
  }

  /** Counted from the next write on, or from the last time that they were cleared. */
  private void failWrite(int which, ProcessingResult how) {
    failure = how;
    failing = which;
  }

  private void closeGate() {
    gate.set(new CountDownLatch(1));
  }

  private void openGate() {
    gate.get().countDown();
  }

  private static Function<ActorRef<SkuReply>, SkuCommand> set(long onHand) {
    return to -> new SkuCommand.SetOnHand(onHand, TRACE, to);
  }

  private static Function<ActorRef<SkuReply>, SkuCommand> reserve(String orderNo, long quantity) {
    return to -> new SkuCommand.Reserve(orderNo, quantity, null, TRACE, to);
  }

  private static Function<ActorRef<SkuReply>, SkuCommand> release(String orderNo) {
    return to -> new SkuCommand.Release(orderNo, TRACE, to);
  }

  private static Function<ActorRef<SkuReply>, SkuCommand> deduct(String orderNo) {
    return to -> new SkuCommand.Deduct(orderNo, TRACE, to);
  }

  private void tell(Function<ActorRef<SkuReply>, SkuCommand> command) {
    desk.tell(command.apply(caller.ref()));
  }

  private SkuReply ask(Function<ActorRef<SkuReply>, SkuCommand> command) {
    tell(command);
    return answer();
  }

  private SkuReply answer() {
    return caller.receiveMessage(LIMIT);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(LIMIT.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
