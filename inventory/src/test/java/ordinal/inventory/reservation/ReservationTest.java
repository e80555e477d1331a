package ordinal.inventory.reservation;

import static java.util.stream.Collectors.toSet;
import static ordinal.inventory.Samples.CLOCK;
import static ordinal.inventory.Samples.LIMIT;
import static ordinal.inventory.Samples.META;
import static ordinal.inventory.Samples.TRACE;
import static ordinal.inventory.Samples.config;
import static ordinal.inventory.Samples.reservationSettings;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import ordinal.inventory.InventoryEvent.*;
import ordinal.inventory.Line;
import ordinal.inventory.ReservationReply;
import ordinal.inventory.ReservationReply.*;
import ordinal.inventory.SkuLevels;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.persistence.testkit.javadsl.PersistenceTestKit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ReservationTest {

  static final String PERSISTENCE_ID = "Reservation|o-1";
  static final List<Line> LINES = List.of(new Line("a", 2), new Line("b", 1));
  static final Standing RESERVED = new Standing(Status.RESERVED, false, null);
  static final Standing RELEASED = new Standing(Status.RELEASED, false, null);

  static final ActorTestKit actors = ActorTestKit.create(config());
  static final PersistenceTestKit journal = PersistenceTestKit.create(actors.system());

  final TestProbe<ReservationReply> caller = actors.createTestProbe();
  ModelSkus skus;
  ActorRef<ReservationCommand> reservation;

  @BeforeEach
  void stockUp() {
    skus = new ModelSkus();
    skus.sku("a").set(5);
    skus.sku("b").set(5);
    start();
  }

  @AfterEach
  void emptyJournal() {
    actors.stop(reservation);
    journal.clearAll();
  }

  @AfterAll
  static void stopActors() {
    actors.shutdownTestKit();
  }

  // The table of Reservation's Javadoc: "Event>STATUS", "repeat", or "refuse".

  static final String TABLE =
      """
given      Reserve                     Adopt                       Release                 Deduct
none       StockReserved>RESERVED      StockAdopted>RESERVED       StockReleased>RELEASED  refuse
short      StockReserveFailed>FAILED   StockReserveFailed>FAILED   StockReleased>RELEASED  refuse
RESERVED   repeat                      repeat                      StockReleased>RELEASED  StockDeducted>DEDUCTED
FAILED     repeat                      repeat                      repeat                  refuse
RELEASED   repeat                      repeat                      repeat                  refuse
tombstone  repeat                      repeat                      repeat                  refuse
DEDUCTED   repeat                      repeat                      refuse                  repeat
""";

  static final Map<String, List<Function<ActorRef<ReservationReply>, ReservationCommand>>> GIVEN =
      Map.of(
          "none", List.of(),
          "short", List.of(),
          "RESERVED", List.of(reserve(LINES)),
          "FAILED", List.of(reserve(List.of(new Line("a", 6)))),
          "RELEASED", List.of(reserve(LINES), release()),
          "tombstone", List.of(release()),
          "DEDUCTED", List.of(reserve(LINES), deduct()));

  static final Map<String, Function<ActorRef<ReservationReply>, ReservationCommand>> COMMAND =
      Map.of(
          "Reserve",
          reserve(LINES),
          "Adopt",
          adopt(LINES),
          "Release",
          release(),
          "Deduct",
          deduct());

  @TestFactory
  Stream<DynamicTest> everyCellOfTheTable() {
    var rows = TABLE.lines().map(row -> row.trim().split("\\s+")).toList();
    var commands = Arrays.asList(rows.get(0)).subList(1, rows.get(0).length);
    var cells = new ArrayList<DynamicTest>();
    for (var row : rows.subList(1, rows.size())) {
      for (int i = 0; i < commands.size(); i++) {
        cells.add(cell(row[0], commands.get(i), row[i + 1]));
      }
    }
    var states = rows.stream().skip(1).map(row -> row[0]).collect(toSet());
    assertEquals(GIVEN.keySet(), states);
    assertTrue(states.containsAll(Arrays.stream(Status.values()).map(Enum::name).toList()));
    assertEquals(COMMAND.keySet(), Set.copyOf(commands));
    return cells.stream();
  }

  private DynamicTest cell(String given, String command, String expected) {
    return dynamicTest(
        command + " when " + given + " -> " + expected,
        () -> {
          emptyJournal();
          stockUp();
          if (given.equals("short")) skus.sku("b").set(0);
          GIVEN.get(given).forEach(this::ask);
          int before = stored().size();

          var reply = ask(COMMAND.get(command));

          assertEquals(expected, outcome(before, reply));
          assertEquals(10 - (given.equals("short") ? 5 : 0), pieces());
        });
  }

  private String outcome(int before, ReservationReply reply) {
    var events = stored();
    if (reply instanceof Standing standing && events.size() == before + 1) {
      assertEquals(false, standing.repeated());
      return ((ReservationEvent) events.get(before)).eventType() + ">" + standing.status();
    }
    assertEquals(before, events.size());
    if (reply instanceof Standing standing && standing.repeated()) return "repeat";
    return reply instanceof Refused ? "refuse" : reply.toString();
  }

  // All or none.

  @Test
  void whenOneSkuIsShortWhatWasReservedGoesBack() {
    skus.sku("b").set(0);

    var reply = ask(reserve(LINES));

    var reason = "sku b: 1 wanted, 0 on hand";
    assertEquals(new Standing(Status.FAILED, false, reason), reply);
    assertEquals(List.of(new StockReserveFailed(META, reason)), stored());
    assertEquals(new SkuLevels(5, 0, 0), skus.levels("a"));
    assertEquals(new Standing(Status.FAILED, true, reason), ask(reserve(LINES)));
  }

  @Test
  void linesOfTheSameSkuAreOneAndSkusAreAskedInTheirOrder() {
    ask(reserve(List.of(new Line("b", 1), new Line("a", 1), new Line("b", 2))));

    assertEquals(
        List.of(new StockReserved(META, List.of(new Line("a", 1), new Line("b", 3)))), stored());
    assertEquals(new SkuLevels(2, 3, 0), skus.levels("b"));
  }

  @Test
  void otherLinesUnderTheSameOrderAreRefused() {
    ask(reserve(LINES));

    assertTrue(ask(reserve(List.of(new Line("a", 3)))) instanceof Refused);
    assertEquals(new SkuLevels(3, 2, 0), skus.levels("a"));
  }

  // Broken off, and again.

  @Test
  void aSkuThatIsAwayLeavesNothingStoredAndTheRepeatGoesOn() {
    skus.unavailable.add("b");
    assertEquals(new Unavailable("sku b: is away"), ask(reserve(LINES)));
    assertEquals(List.of(), stored());
    assertEquals(new SkuLevels(3, 2, 0), skus.levels("a"));

    skus.unavailable.clear();
    restart();

    assertEquals(RESERVED, ask(reserve(LINES)));
    assertEquals(new SkuLevels(3, 2, 0), skus.levels("a"));
    assertEquals(new SkuLevels(4, 1, 0), skus.levels("b"));
  }

  @Test
  void aLostAnswerIsTheSameAsNone() {
    skus.silent.add("b");
    assertEquals(new Unavailable("sku b: did not answer in time"), ask(reserve(LINES)));

    skus.silent.clear();

    assertEquals(RESERVED, ask(reserve(LINES)));
    assertEquals(new SkuLevels(4, 1, 0), skus.levels("b"));
  }

  @Test
  void aCompensationThatBreaksOffIsFinishedByTheRepeat() {
    skus.sku("b").set(0);
    skus.holdBack("b");
    tell(reserve(LINES));
    await().atMost(LIMIT).until(() -> skus.levels("a").reserved() == 2);
    skus.silent.add("a");
    skus.letAnswer("b");
    assertEquals(new Unavailable("sku a: did not answer in time"), answer());
    skus.silent.clear();
    skus.sku("b").set(5);

    var reply = ask(reserve(LINES));

    assertEquals(Status.FAILED, ((Standing) reply).status());
    assertEquals(new SkuLevels(5, 0, 0), skus.levels("a"));
    assertEquals(new SkuLevels(5, 0, 0), skus.levels("b"));
  }

  @Test
  void whatABrokenAttemptReservedGoesBackAlthoughTheReleaseCameFirst() {
    skus.unavailable.add("b");
    ask(reserve(LINES));
    skus.unavailable.clear();

    assertEquals(RELEASED, ask(release()));
    assertEquals(List.of(new StockReleased(META, List.of())), stored());
    assertEquals(new Standing(Status.RELEASED, true, null), ask(reserve(LINES)));

    assertEquals(new SkuLevels(5, 0, 0), skus.levels("a"));
    assertEquals(new SkuLevels(5, 0, 0), skus.levels("b"));
  }

  @Test
  void aReleaseCannotOvertakeADeductionThatBrokeOff() {
    ask(reserve(LINES));
    skus.unavailable.add("b");
    assertTrue(ask(deduct()) instanceof Unavailable);
    skus.unavailable.clear();

    assertEquals(new Refused(Status.RESERVED, "sku a: sold to order o-1"), ask(release()));
    assertEquals(new Standing(Status.DEDUCTED, false, null), ask(deduct()));
    assertEquals(new SkuLevels(3, 0, 2), skus.levels("a"));
    assertEquals(new SkuLevels(4, 0, 1), skus.levels("b"));
  }

  @Test
  void anOutcomeThatCannotBeStoredIsUnavailableToAllWhoWait() {
    skus.holdBack("b");
    tell(reserve(LINES));
    tell(reserve(LINES));
    tell(release());
    journal.failNextPersisted(PERSISTENCE_ID);
    skus.letAnswer("b");

    for (int i = 0; i < 3; i++) {
      assertEquals(new Unavailable("the journal did not answer"), answer());
    }
    assertEquals(RESERVED, ask(reserve(LINES)));
    assertEquals(new SkuLevels(3, 2, 0), skus.levels("a"));
  }

  @Test
  void aRefusedWriteIsAnsweredAndTheReservationWorksAgain() {
    journal.rejectNextPersisted(PERSISTENCE_ID);

    assertEquals(new Unavailable("the journal refused it"), ask(reserve(LINES)));
    assertEquals(RESERVED, ask(reserve(LINES)));
  }

  // Several at a time.

  @Test
  void theSameCallAgainJoinsTheOneUnderWayAndAReleaseWaits() {
    skus.holdBack("b");
    tell(reserve(LINES));
    tell(release());
    tell(reserve(LINES));
    skus.letAnswer("b");

    assertEquals(RESERVED, answer());
    assertEquals(new Standing(Status.RESERVED, true, null), answer());
    assertEquals(RELEASED, answer());
    assertEquals(List.of(new StockReserved(META, LINES), new StockReleased(META, LINES)), stored());
    assertEquals(new SkuLevels(5, 0, 0), skus.levels("a"));
  }

  @Test
  void moreThanMayWaitHearAtOnce() {
    skus.holdBack("a");
    for (int i = 0; i < 7; i++) {
      tell(i % 2 == 0 ? reserve(LINES) : deduct());
    }

    assertEquals(new Unavailable("too many wait for order o-1"), answer());
    skus.letAnswer("a");
    for (int i = 0; i < 6; i++) {
      assertTrue(answer() instanceof Standing);
    }
  }

  @Test
  void aReservationThatIsToGoFinishesFirst() {
    skus.holdBack("b");
    tell(reserve(LINES));
    tell(release());
    reservation.tell(ReservationCommand.Passivate.INSTANCE);
    skus.letAnswer("b");

    assertEquals(RESERVED, answer());
    assertEquals(RELEASED, answer());
    caller.expectTerminated(reservation, LIMIT);
  }

  @Test
  void aReservationThatIsToGoEndsAlthoughItsWriteFails() {
    skus.holdBack("b");
    tell(reserve(LINES));
    reservation.tell(ReservationCommand.Passivate.INSTANCE);
    journal.failNextPersisted(PERSISTENCE_ID);
    skus.letAnswer("b");

    assertTrue(answer() instanceof Unavailable);
    caller.expectTerminated(reservation, LIMIT);
  }

  // Flash sales.

  @Test
  void whatIsHeldIsAdopted() {
    skus.sku("a").reserve("o-1", 2);
    var held = List.of(new Line("a", 2));

    assertEquals(RESERVED, ask(adopt(held)));

    assertEquals(List.of(new StockAdopted(META, held)), stored());
    assertEquals(new SkuLevels(3, 2, 0), skus.levels("a"));
    assertEquals(new Standing(Status.DEDUCTED, false, null), ask(deduct()));
    assertEquals(new SkuLevels(3, 0, 2), skus.levels("a"));
  }

  @Test
  void whatIsHeldGoesBackWhenTheOrderWasReleasedBefore() {
    ask(release());
    skus.sku("a").reserve("o-1", 2);

    assertEquals(new Standing(Status.RELEASED, true, null), ask(adopt(List.of(new Line("a", 2)))));
    assertEquals(new SkuLevels(5, 0, 0), skus.levels("a"));
  }

  @Test
  void whatIsHeldGoesBackWhenTheReservationFailedBefore() {
    ask(reserve(List.of(new Line("a", 6))));
    skus.sku("a").reserve("o-1", 2);

    assertEquals(Status.FAILED, ((Standing) ask(adopt(List.of(new Line("a", 2))))).status());
    assertEquals(new SkuLevels(5, 0, 0), skus.levels("a"));
  }

  @Test
  void whatWasLetGoCannotBeAdoptedAndTheOtherLinesGoBack() {
    skus.sku("a").release("o-1");
    skus.sku("b").reserve("o-1", 1);

    assertEquals(Status.FAILED, ((Standing) ask(adopt(LINES))).status());
    assertEquals(new SkuLevels(5, 0, 0), skus.levels("b"));
  }

  @Test
  void aHoldOfAnotherQuantityCannotBeAdoptedAndGoesBack() {
    skus.sku("a").reserve("o-1", 1);

    var reply = (Standing) ask(adopt(LINES));

    assertEquals("sku a: 2 wanted, 1 reserved before", reply.reason());
    assertEquals(new SkuLevels(5, 0, 0), skus.levels("a"));
  }

  @Test
  void aReservationIsTheSameAfterARestart() {
    ask(reserve(LINES));
    restart();
    assertEquals(new Standing(Status.RESERVED, true, null), ask(reserve(LINES)));

    ask(release());
    restart();
    assertEquals(new Standing(Status.RELEASED, true, null), ask(release()));
    assertTrue(ask(deduct()) instanceof Refused);
  }

  // Words of the tests.

  private void start() {
    reservation = actors.spawn(Reservation.create("o-1", skus, CLOCK, reservationSettings(5)));
  }

  private void restart() {
    actors.stop(reservation);
    start();
  }

  private long pieces() {
    return Stream.of("a", "b")
        .map(skus::levels)
        .mapToLong(levels -> levels.onHand() + levels.reserved() + levels.sold())
        .sum();
  }

  private static List<Object> stored() {
    return journal.persistedInStorage(PERSISTENCE_ID);
  }

  static Function<ActorRef<ReservationReply>, ReservationCommand> reserve(List<Line> lines) {
    return to -> new ReservationCommand.Reserve(lines, TRACE, to);
  }

  static Function<ActorRef<ReservationReply>, ReservationCommand> adopt(List<Line> lines) {
    return to -> new ReservationCommand.Adopt(lines, TRACE, to);
  }

  static Function<ActorRef<ReservationReply>, ReservationCommand> release() {
    return to -> new ReservationCommand.Release(TRACE, to);
  }

  static Function<ActorRef<ReservationReply>, ReservationCommand> deduct() {
    return to -> new ReservationCommand.Deduct(TRACE, to);
  }

  private void tell(Function<ActorRef<ReservationReply>, ReservationCommand> command) {
    reservation.tell(command.apply(caller.ref()));
  }

  private ReservationReply ask(Function<ActorRef<ReservationReply>, ReservationCommand> command) {
    tell(command);
    return answer();
  }

  private ReservationReply answer() {
    return caller.receiveMessage(LIMIT);
  }
}
