package ordinal.inventory;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static ordinal.inventory.Samples.META;
import static ordinal.inventory.Samples.NOON;
import static ordinal.inventory.Samples.TRACE;
import static ordinal.inventory.Samples.config;
import static ordinal.kernel.StoredFormat.sample;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import ordinal.inventory.InventoryEvent.*;
import ordinal.inventory.reservation.ReservationCommand;
import ordinal.inventory.sku.SkuCommand;
import ordinal.inventory.sku.SkuFormats;
import ordinal.inventory.sku.SkuReply;
import ordinal.kernel.StoredFormat;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is stored stays readable, and what goes between nodes arrives. A sample in {@code events/v1}
 * is what a release wrote: never edit one to make this test pass.
 */
class InventoryFormatTest {

  static final ActorTestKit actors = ActorTestKit.create(config());
  static final StoredFormat format = new StoredFormat(actors.system());
  static final List<Line> LINES = List.of(new Line("a", 2), new Line("b", 1));

  /** Each event with every optional field it has. */
  static final Map<String, InventoryEvent> EVENTS =
      Stream.of(
              new SkuStockSet(META, 10),
              new SkuReserved(META, "o-1", 2, NOON.plusSeconds(60)),
              new SkuReleased(META, "o-1", 2),
              new SkuDeducted(META, "o-1", 2),
              new StockReserved(META, LINES),
              new StockReserveFailed(META, "sku b: 1 wanted, 0 on hand"),
              new StockAdopted(META, LINES),
              new StockReleased(META, LINES),
              new StockDeducted(META, LINES))
          .collect(toMap(InventoryEvent::eventType, Function.identity()));

  @AfterAll
  static void stopActors() {
    actors.shutdownTestKit();
  }

  static Stream<String> eventTypes() {
    return EVENTS.keySet().stream().sorted();
  }

  @Test
  void everyEventHasASample() {
    assertEquals(StoredFormat.names(InventoryEvent.class), EVENTS.keySet());
  }

  @ParameterizedTest
  @MethodSource("eventTypes")
  void eventsStoredByEarlierReleasesStillRead(String eventType) throws IOException {
    assertRead(EVENTS.get(eventType), sample(eventType));
  }

  @ParameterizedTest
  @MethodSource("eventTypes")
  void eventsAreWrittenAsTheirSamplesSay(String eventType) throws IOException {
    assertEquals(sample(eventType), format.write(EVENTS.get(eventType)));
  }

  @ParameterizedTest
  @MethodSource("eventTypes")
  void fieldsOfLaterReleasesAreSkipped(String eventType) throws IOException {
    var later = sample(eventType);
    later.put("fieldOfALaterRelease", 1);

    assertRead(EVENTS.get(eventType), later);
  }

  @Test
  void aReservationNeedsNoLimit() throws IOException {
    var reserved = sample("SkuReserved");
    reserved.remove("heldUntil");

    assertRead(new SkuReserved(META, "o-1", 2, null), reserved);
  }

  @Test
  void aSnapshotStoredByAnEarlierReleaseStillReads() throws IOException {
    var snapshot = SkuFormats.snapshot();

    assertEquals(sample("SkuState.Snapshot"), format.write(snapshot));
    assertRead(snapshot, sample("SkuState.Snapshot"));
  }

  @Test
  void commandsAndRepliesArriveOnOtherNodesAsTheyWere() {
    var skuReplies = actors.<SkuReply>createTestProbe().ref();
    var replies = actors.<ReservationReply>createTestProbe().ref();
    var sent =
        List.<Object>of(
            new SkuCommand.GetLevels(skuReplies),
            new SkuCommand.SetOnHand(3, TRACE, skuReplies),
            new SkuCommand.Reserve("o-1", 2, NOON, TRACE, skuReplies),
            new SkuCommand.Release("o-1", TRACE, skuReplies),
            new SkuCommand.Deduct("o-1", TRACE, skuReplies),
            new ReservationCommand.Reserve(LINES, TRACE, replies),
            new ReservationCommand.Adopt(LINES, TRACE, replies),
            new ReservationCommand.Release(TRACE, replies),
            new ReservationCommand.Deduct(TRACE, replies),
            new SkuReply.Levels(new SkuLevels(1, 2, 3)),
            new SkuReply.Reserved(true, null),
            new SkuReply.SoldOut(1),
            new SkuReply.Gone(),
            new SkuReply.Differs(2),
            new SkuReply.Released(false),
            new SkuReply.Deducted(true),
            new SkuReply.Refused("sold"),
            new SkuReply.Unavailable("away"),
            new ReservationReply.Standing(ReservationReply.Status.FAILED, true, "short"),
            new ReservationReply.Refused(ReservationReply.Status.DEDUCTED, "sold"),
            new ReservationReply.Unavailable("away"));

    for (var message : sent) {
      actors.serializationTestKit().verifySerialization(message, true);
    }
    actors.serializationTestKit().verifySerialization(new SkuReply.Levels(null), true);
    assertEquals(
        Stream.of(
                SkuCommand.Asked.class,
                SkuReply.class,
                ReservationCommand.Asked.class,
                ReservationReply.class)
            .flatMap(StoredFormat::records)
            .collect(toSet()),
        sent.stream().map(Object::getClass).collect(toSet()));
  }

  private static void assertRead(Object expected, ObjectNode stored) throws IOException {
    assertEquals(expected, format.read(expected.getClass(), stored));
  }
}
