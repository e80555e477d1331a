package ordinal.inventory;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static ordinal.inventory.Samples.META;
import static ordinal.inventory.Samples.NOON;
import static ordinal.inventory.Samples.TRACE;
import static ordinal.inventory.Samples.config;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import ordinal.inventory.InventoryEvent.*;
import ordinal.inventory.reservation.ReservationCommand;
import ordinal.inventory.sku.SkuCommand;
import ordinal.inventory.sku.SkuFormats;
import ordinal.inventory.sku.SkuReply;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.serialization.SerializationExtension;
import org.apache.pekko.serialization.SerializerWithStringManifest;
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
  static final ObjectMapper json = new ObjectMapper();
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
    assertEquals(leaves(InventoryEvent.class), EVENTS.keySet());
  }

  @ParameterizedTest
  @MethodSource("eventTypes")
  void eventsStoredByEarlierReleasesStillRead(String eventType) throws IOException {
    assertEquals(EVENTS.get(eventType), read(manifest(eventType), sample(eventType)));
  }

  @ParameterizedTest
  @MethodSource("eventTypes")
  void eventsAreWrittenAsTheirSamplesSay(String eventType) throws IOException {
    var written = write(EVENTS.get(eventType));

    assertEquals(json.readTree(sample(eventType)), json.readTree(written));
    var text = new String(written, StandardCharsets.UTF_8);
    assertTrue(text.startsWith("{"), text); // Not compressed.
    assertFalse(text.contains("null") || text.contains("ordinal."), text);
  }

  @ParameterizedTest
  @MethodSource("eventTypes")
  void fieldsOfLaterReleasesAreSkipped(String eventType) throws IOException {
    var later = (ObjectNode) json.readTree(sample(eventType));
    later.put("fieldOfALaterRelease", 1);

    assertEquals(EVENTS.get(eventType), read(manifest(eventType), json.writeValueAsBytes(later)));
  }

  @Test
  void aReservationNeedsNoLimit() throws IOException {
    var reserved = (ObjectNode) json.readTree(sample("SkuReserved"));
    reserved.remove("heldUntil");

    assertEquals(
        new SkuReserved(META, "o-1", 2, null),
        read(manifest("SkuReserved"), json.writeValueAsBytes(reserved)));
  }

  @Test
  void aSnapshotStoredByAnEarlierReleaseStillReads() throws IOException {
    var snapshot = SkuFormats.snapshot();

    assertEquals(json.readTree(sample("SkuState.Snapshot")), json.readTree(write(snapshot)));
    assertEquals(snapshot, read(snapshot.getClass().getName(), sample("SkuState.Snapshot")));
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
            .flatMap(type -> classes(type))
            .collect(toSet()),
        sent.stream().map(Object::getClass).collect(toSet()));
  }

  // Words of the tests.

  private static Stream<Class<?>> classes(Class<?> sealed) {
    return Arrays.stream(sealed.getPermittedSubclasses())
        .flatMap(c -> c.isSealed() ? classes(c) : c.isEnum() ? Stream.empty() : Stream.of(c));
  }

  private static Set<String> leaves(Class<?> sealed) {
    return classes(sealed).map(Class::getSimpleName).collect(toSet());
  }

  private static String manifest(String eventType) {
    return "ordinal.inventory.InventoryEvent$" + eventType;
  }

  private static byte[] sample(String name) throws IOException {
    try (var file = InventoryFormatTest.class.getResourceAsStream("/events/v1/" + name + ".json")) {
      return file.readAllBytes();
    }
  }

  private static SerializerWithStringManifest serializer(Class<?> type) throws IOException {
    return (SerializerWithStringManifest)
        SerializationExtension.get(actors.system()).serializerFor(type);
  }

  private static byte[] write(Object stored) throws IOException {
    var serializer = serializer(stored.getClass());
    assertEquals(stored.getClass().getName(), serializer.manifest(stored));
    return serializer.toBinary(stored);
  }

  private static Object read(String manifest, byte[] bytes) throws IOException {
    return serializer(InventoryEvent.class).fromBinary(bytes, manifest);
  }
}
