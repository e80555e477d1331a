package ordinal.inventory;

import static ordinal.inventory.Samples.CLOCK;
import static ordinal.inventory.Samples.LIMIT;
import static ordinal.inventory.Samples.NOON;
import static ordinal.inventory.Samples.TRACE;
import static ordinal.inventory.Samples.config;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.ConfigFactory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import ordinal.inventory.ReservationReply.Refused;
import ordinal.inventory.ReservationReply.Standing;
import ordinal.inventory.ReservationReply.Status;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Join;
import org.apache.pekko.persistence.testkit.javadsl.PersistenceTestKit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** On a cluster of one node, with the limits that the program has. */
class ShardedInventoryTest {

  static final Instant SOON = NOON.plusSeconds(60);

  static final ActorTestKit actors =
      ActorTestKit.create(
          "ordinal",
          ConfigFactory.parseString(
                  """
                  pekko.actor.provider = cluster
                  pekko.remote.artery.canonical { hostname = "127.0.0.1", port = 0 }
                  pekko.cluster.sharding.passivation {
                    strategy = default-strategy
                    default-strategy.active-entity-limit = 20
                  }
                  """)
              .withFallback(config()));

  static final PersistenceTestKit journal = PersistenceTestKit.create(actors.system());
  static Inventory inventory;

  @BeforeAll
  static void join() {
    var cluster = Cluster.get(actors.system());
    cluster.manager().tell(Join.create(cluster.selfMember().address()));
    await()
        .atMost(LIMIT.multipliedBy(2))
        .until(() -> cluster.selfMember().status() == MemberStatus.up());
    inventory = ShardedInventory.start(actors.system(), CLOCK);
  }

  @AfterAll
  static void stopActors() {
    actors.shutdownTestKit();
  }

  @Test
  void aSkuIsThereOnceSomebodyCounts() throws Exception {
    assertEquals(Optional.empty(), get(inventory.levels("new")));

    assertEquals(new SkuLevels(3, 0, 0), get(inventory.setOnHand("new", 3, TRACE)));
    assertEquals(Optional.of(new SkuLevels(3, 0, 0)), get(inventory.levels("new")));
  }

  @Test
  void aNumberThatCannotBeIsRefused() {
    var failed =
        assertThrows(ExecutionException.class, () -> get(inventory.setOnHand("below", -1, TRACE)));

    assertTrue(failed.getCause() instanceof IllegalArgumentException);
  }

  @Test
  void anOrdersLifeIsReserveThenDeduct() throws Exception {
    get(inventory.setOnHand("life-a", 5, TRACE));
    get(inventory.setOnHand("life-b", 5, TRACE));
    var lines = List.of(new Line("life-b", 1), new Line("life-a", 2), new Line("life-b", 1));

    assertEquals(
        new Standing(Status.RESERVED, false, null), get(inventory.reserve("life", lines, TRACE)));
    assertEquals(
        new Standing(Status.RESERVED, true, null), get(inventory.reserve("life", lines, TRACE)));
    assertEquals(new Standing(Status.DEDUCTED, false, null), get(inventory.deduct("life", TRACE)));
    assertTrue(get(inventory.release("life", TRACE)) instanceof Refused);
    assertEquals(Optional.of(new SkuLevels(3, 0, 2)), get(inventory.levels("life-a")));
    assertEquals(Optional.of(new SkuLevels(3, 0, 2)), get(inventory.levels("life-b")));
  }

  @Test
  void whatCannotBeAnOrderOrASkuIsRefusedOrFails() throws Exception {
    var one = List.of(new Line("x", 1));
    var tooMany = List.of(new Line("x", Long.MAX_VALUE), new Line("x", 1));

    assertTrue(get(inventory.reserve("none", List.of(), TRACE)) instanceof Refused);
    assertTrue(get(inventory.reserve("many", tooMany, TRACE)) instanceof Refused);
    assertTrue(get(inventory.reserve("no|order", one, TRACE)) instanceof Refused);
    var failed = get(inventory.reserve("odd", List.of(new Line("no|sku", 1)), TRACE));
    var reason = "sku no|sku: 1 wanted, but there is no such sku";
    assertEquals(new Standing(Status.FAILED, false, reason), failed);
    assertEquals(new HoldReply.SoldOut(0), get(inventory.hold("no|sku", "o", 1, SOON, TRACE)));
  }

  @Test
  void aHoldIsHeldThenAdoptedOrLetGo() throws Exception {
    get(inventory.setOnHand("sale", 2, TRACE));

    assertEquals(new HoldReply.Held(SOON), get(inventory.hold("sale", "h-1", 1, SOON, TRACE)));
    var later = SOON.plusSeconds(60);
    assertEquals(
        new HoldReply.Held(SOON),
        get(inventory.hold("sale", "h-1", 1, later, TRACE)),
        "a repeat does not prolong it");
    assertEquals(new HoldReply.Differs(1), get(inventory.hold("sale", "h-1", 2, SOON, TRACE)));
    assertEquals(new HoldReply.SoldOut(1), get(inventory.hold("sale", "h-2", 2, SOON, TRACE)));
    assertEquals(
        new Standing(Status.RESERVED, false, null),
        get(inventory.adopt("h-1", List.of(new Line("sale", 1)), TRACE)));

    get(inventory.hold("sale", "h-3", 1, SOON, TRACE));
    assertEquals(new HoldReply.Gone(), get(inventory.letGo("sale", "h-3", TRACE)));
    assertEquals(new HoldReply.Gone(), get(inventory.hold("sale", "h-3", 1, SOON, TRACE)));
    assertEquals(Optional.of(new SkuLevels(1, 1, 0)), get(inventory.levels("sale")));

    get(inventory.deduct("h-1", TRACE));
    assertEquals(new HoldReply.Held(null), get(inventory.letGo("sale", "h-1", TRACE)));
    assertEquals(new HoldReply.Held(null), get(inventory.hold("sale", "h-1", 1, SOON, TRACE)));
  }

  @Test
  void aFlashSaleSellsWhatThereIsAndNoMore() throws Exception {
    get(inventory.setOnHand("hot", 100, TRACE));
    var holds = new ArrayList<CompletableFuture<HoldReply>>();
    for (int i = 0; i < 1000; i++) {
      for (int twice = 0; twice < 2; twice++) {
        holds.add(inventory.hold("hot", "buyer-" + i, 1, SOON, TRACE).toCompletableFuture());
      }
    }

    int held = 0;
    for (var hold : holds) {
      var reply = get(hold);
      if (reply instanceof HoldReply.Held) held++;
      else assertEquals(new HoldReply.SoldOut(0), reply);
    }
    assertEquals(200, held);
    assertEquals(Optional.of(new SkuLevels(0, 100, 0)), get(inventory.levels("hot")));
    assertEquals(101, journal.persistedInStorage("Sku|hot").size());
  }

  /** More orders than stay in memory: they are put away and come back. */
  @Test
  void ordersThatAreShortOfEachOthersPiecesGetExactlyWhatThereIs() throws Exception {
    get(inventory.setOnHand("many-a", 40, TRACE));
    get(inventory.setOnHand("many-b", 25, TRACE));
    var lines = List.of(new Line("many-a", 1), new Line("many-b", 1));
    var replies = new ArrayList<CompletableFuture<ReservationReply>>();
    for (int i = 0; i < 100; i++) {
      replies.add(inventory.reserve("many-" + i, lines, TRACE).toCompletableFuture());
    }

    int reserved = 0;
    for (var reply : replies) {
      if (((Standing) get(reply)).status() == Status.RESERVED) reserved++;
    }
    assertTrue(reserved <= 25);
    assertEquals(
        Optional.of(new SkuLevels(40 - reserved, reserved, 0)), get(inventory.levels("many-a")));
    assertEquals(
        Optional.of(new SkuLevels(25 - reserved, reserved, 0)), get(inventory.levels("many-b")));
  }

  private static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
  }
}
