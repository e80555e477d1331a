package ordinal.inventory;

import static ordinal.inventory.Samples.CLOCK;
import static ordinal.inventory.Samples.LIMIT;
import static ordinal.inventory.Samples.TRACE;
import static ordinal.inventory.Samples.config;
import static ordinal.inventory.Samples.reservationSettings;
import static ordinal.inventory.Samples.skuSettings;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import ordinal.inventory.ReservationReply.Standing;
import ordinal.inventory.ReservationReply.Status;
import ordinal.inventory.ReservationReply.Unavailable;
import ordinal.inventory.reservation.Reservation;
import ordinal.inventory.reservation.ReservationCommand;
import ordinal.inventory.sku.SkuCommand;
import ordinal.inventory.sku.SkuDesk;
import ordinal.inventory.sku.SkuReply;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.javadsl.AskPattern;
import org.apache.pekko.persistence.testkit.ProcessingSuccess;
import org.apache.pekko.persistence.testkit.StorageFailure;
import org.apache.pekko.persistence.testkit.WriteEvents;
import org.apache.pekko.persistence.testkit.javadsl.PersistenceTestKit;
import org.apache.pekko.persistence.testkit.javadsl.SnapshotTestKit;

/**
 * The entities themselves, under calls of many orders at once, each sent twice, while entities are
 * stopped at any moment and some writes fail. Callers repeat what was not answered. Afterwards the
 * sums are exact and every order has all of its lines or none.
 */
class RestartsPropertyTest {

  static final int ORDERS = 12;
  static final List<String> SKUS = List.of("a", "b", "c");
  static final long PIECES = 10;

  static final ActorTestKit actors = ActorTestKit.create(config());
  static final PersistenceTestKit journal = PersistenceTestKit.create(actors.system());
  static final SnapshotTestKit snapshots = SnapshotTestKit.create(actors.system());

  final Map<String, ActorRef<SkuCommand>> desks = new ConcurrentHashMap<>();
  final Map<String, ActorRef<ReservationCommand>> reservations = new ConcurrentHashMap<>();

  @AfterContainer
  static void stopActors() {
    actors.shutdownTestKit();
  }

  @Property(tries = 12, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
  void entitiesThatStopAndWritesThatFailLoseAndInventNothing(@ForAll long seed) throws Exception {
    var random = new Random(seed);
    journal.clearAll();
    snapshots.clearAll();
    for (var sku : SKUS) {
      get(askSkuInPeace(sku, to -> new SkuCommand.SetOnHand(PIECES, TRACE, to)));
    }
    failSomeWrites(new Random(seed + 1));

    var calls = new ArrayList<CompletableFuture<ReservationReply>>();
    for (int i = 0; i < ORDERS; i++) {
      calls.addAll(lifeOf(i, random));
      stopSomething(random);
    }
    var stops = new AtomicInteger(20);
    await()
        .atMost(LIMIT.multipliedBy(3))
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> {
              if (stops.getAndDecrement() > 0) stopSomething(random);
              return calls.stream().allMatch(CompletableFuture::isDone);
            });
    journal.resetPolicy();

    checkSums();
    stopAll();
  }

  /** Reserve, then perhaps release or deduct; each twice, and repeated until there is an answer. */
  private List<CompletableFuture<ReservationReply>> lifeOf(int i, Random random) {
    var orderNo = "o-" + i;
    var lines = lines(i);
    int end = random.nextInt(4);
    var calls = new ArrayList<CompletableFuture<ReservationReply>>();
    for (int twice = 0; twice < 2; twice++) {
      calls.add(repeat(orderNo, to -> new ReservationCommand.Reserve(lines, TRACE, to)));
      if (end == 1) calls.add(repeat(orderNo, to -> new ReservationCommand.Release(TRACE, to)));
      if (end == 2) calls.add(repeat(orderNo, to -> new ReservationCommand.Deduct(TRACE, to)));
    }
    return calls;
  }

  private static List<Line> lines(int i) {
    return SKUS.subList(i % 2, 2 + i % 2).stream().map(sku -> new Line(sku, 1 + i % 3)).toList();
  }

  private CompletableFuture<ReservationReply> repeat(
      String orderNo, Function<ActorRef<ReservationReply>, ReservationCommand> call) {
    return AskPattern.<ReservationCommand, ReservationReply>ask(
            reservation(orderNo), call::apply, Duration.ofMillis(300), actors.scheduler())
        .toCompletableFuture()
        .exceptionally(lost -> new Unavailable(lost.toString()))
        .thenCompose(
            reply ->
                reply instanceof Unavailable
                    ? repeat(orderNo, call)
                    : CompletableFuture.completedFuture(reply));
  }

  private ActorRef<ReservationCommand> reservation(String orderNo) {
    return reservations.computeIfAbsent(
        orderNo,
        id -> actors.spawn(Reservation.create(id, this::askSku, CLOCK, reservationSettings(100))));
  }

  private ActorRef<SkuCommand> desk(String skuId) {
    return desks.computeIfAbsent(
        skuId, id -> actors.spawn(SkuDesk.create(id, CLOCK, skuSettings(5, 100, 1000, 7))));
  }

  /** Before and after the trouble. */
  private CompletionStage<SkuReply> askSkuInPeace(
      String skuId, Function<ActorRef<SkuReply>, SkuCommand.Asked> command) {
    return AskPattern.ask(desk(skuId), command::apply, LIMIT, actors.scheduler());
  }

  private CompletionStage<SkuReply> askSku(
      String skuId, Function<ActorRef<SkuReply>, SkuCommand.Asked> command) {
    return AskPattern.ask(desk(skuId), command::apply, Duration.ofMillis(200), actors.scheduler());
  }

  /** In the middle of whatever it does. As with sharding, the next one starts after its end. */
  private void stopSomething(Random random) {
    if (random.nextInt(3) == 0) stop(desks, SKUS.get(random.nextInt(SKUS.size())));
    if (random.nextInt(3) == 0) stop(reservations, "o-" + random.nextInt(ORDERS));
  }

  private static <T> void stop(Map<String, ActorRef<T>> entities, String id) {
    var entity = entities.replace(id, actors.system().deadLetters());
    if (entity == null) return;
    actors.stop(entity);
    entities.remove(id);
  }

  private void stopAll() {
    List.copyOf(desks.keySet()).forEach(id -> stop(desks, id));
    List.copyOf(reservations.keySet()).forEach(id -> stop(reservations, id));
  }

  private static void failSomeWrites(Random random) {
    journal.withPolicy(
        (persistenceId, operation) ->
            operation instanceof WriteEvents && random.nextInt(10) == 0
                ? StorageFailure.create()
                : ProcessingSuccess.getInstance());
  }

  private void checkSums() throws Exception {
    stopAll();
    for (var skuId : SKUS) {
      long reserved = 0;
      long sold = 0;
      for (int i = 0; i < ORDERS; i++) {
        var status = standing(i);
        long claimed =
            lines(i).stream().filter(l -> l.skuId().equals(skuId)).mapToLong(Line::quantity).sum();
        if (status == Status.RESERVED) reserved += claimed;
        if (status == Status.DEDUCTED) sold += claimed;
      }
      assertTrue(reserved + sold <= PIECES);
      var expected = new SkuLevels(PIECES - reserved - sold, reserved, sold);
      assertEquals(
          new SkuReply.Levels(expected), get(askSkuInPeace(skuId, SkuCommand.GetLevels::new)));
    }
  }

  /** A repeat of the reservation says where it stands. */
  private Status standing(int i) throws Exception {
    var reply = get(repeat("o-" + i, to -> new ReservationCommand.Reserve(lines(i), TRACE, to)));
    return ((Standing) reply).status();
  }

  private static <T> T get(CompletionStage<T> stage) throws Exception {
    try {
      return stage.toCompletableFuture().get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("no answer", e);
    }
  }
}
