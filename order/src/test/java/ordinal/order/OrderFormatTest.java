package ordinal.order;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static ordinal.order.Samples.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import ordinal.order.OrderEvent.*;
import ordinal.order.OrderState.Existing;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.serialization.SerializationExtension;
import org.apache.pekko.serialization.SerializerWithStringManifest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is stored stays readable. A sample in {@code events/v1} is what a release wrote: never edit
 * one to make this test pass.
 */
class OrderFormatTest {

  static final ActorTestKit actors = ActorTestKit.create(config());
  static final ObjectMapper json = new ObjectMapper();

  /** Each event with every optional field it has. */
  static final Map<String, OrderEvent> EVENTS =
      Stream.of(
              new OrderCreated(
                  plain(), ORDER_NO, "default", "10001", "req-1", "store-1", SOCKS, "CNY", TOTAL),
              RESERVED,
              STOCK_FAILED,
              new OrderCanceled(by("key:k-1", "Cancel:f-1"), CanceledBy.USER, "changed mind"),
              new OrderCheckoutLocked(plain(), ASSETS, false, 0),
              LOCKED,
              new OrderAssetsRejected(by("assets:a-0", ""), "coupon used"),
              PAID,
              new OrderPaymentFailed(by("payment:p-0:failed", ""), "p-0"),
              COMPLETED,
              REFUND,
              REFUNDED,
              REFUND_FAILED,
              new OrderMessageIgnored(
                  by("stock:s-2", ""), "StockReserved", "StockReserved does not fit PAID"))
          .collect(toMap(OrderEvent::eventType, Function.identity()));

  static final OrderState STATE = fold(List.of(CREATED, RESERVED, LOCKING, LOCKED, PAID, REFUND));

  @AfterAll
  static void stopActors() {
    actors.shutdownTestKit();
  }

  static Stream<String> eventTypes() {
    return EVENTS.keySet().stream().sorted();
  }

  @Test
  void everyEventHasASample() {
    var events =
        Stream.of(OrderEvent.class.getPermittedSubclasses())
            .filter(OrderEvent.class::isAssignableFrom)
            .map(Class::getSimpleName)
            .collect(toSet());

    assertEquals(events, EVENTS.keySet());
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
  }

  @ParameterizedTest
  @MethodSource("eventTypes")
  void fieldsOfLaterReleasesAreSkipped(String eventType) throws IOException {
    var later = (ObjectNode) json.readTree(sample(eventType));
    later.put("fieldOfALaterRelease", 1);
    ((ObjectNode) later.get("meta")).putObject("another").put("deep", true);

    assertEquals(EVENTS.get(eventType), read(manifest(eventType), json.writeValueAsBytes(later)));
  }

  @Test
  void optionalFieldsMayBeMissing() throws IOException {
    var created = (ObjectNode) json.readTree(sample("OrderCreated"));
    created.remove("storeId");
    var canceled = (ObjectNode) json.readTree(sample("OrderCanceled"));
    canceled.remove("reason");
    ((ObjectNode) canceled.get("meta")).remove("request");
    var checkout = (ObjectNode) json.readTree(sample("OrderCheckoutLocked"));
    ((ObjectNode) checkout.get("checkout")).removeAll();

    assertEquals(CREATED, read(manifest("OrderCreated"), json.writeValueAsBytes(created)));
    assertEquals(
        new OrderCanceled(plain(), CanceledBy.USER, null),
        read(manifest("OrderCanceled"), json.writeValueAsBytes(canceled)));
    assertEquals(
        new OrderCheckoutLocked(plain(), NO_ASSETS, false, 0),
        read(manifest("OrderCheckoutLocked"), json.writeValueAsBytes(checkout)));
  }

  /** What a flash sale stores is the same but for a word; ordinary orders do not have it. */
  @Test
  void anOrderWhoseStockWasHeldSaysSoInTheStoredForm() throws IOException {
    var held = (ObjectNode) json.readTree(sample("OrderCreated"));
    held.remove("storeId");
    held.put("stockHeld", true);

    assertEquals(held, json.readTree(write(CREATED_HELD)));
    assertEquals(CREATED_HELD, read(manifest("OrderCreated"), json.writeValueAsBytes(held)));
    var state = fold(List.of(CREATED_HELD, new OrderStockReserved(plain())));
    assertEquals(state, read(Existing.class.getName(), write(state)));
    assertTrue(((Existing) state).contents().stockHeld());
  }

  /** Of what earlier releases wrote, the fold counts it. */
  @Test
  void aCheckoutSaysItsNumberInTheStoredForm() throws IOException {
    var numbered = (ObjectNode) json.readTree(sample("OrderCheckoutLocked"));
    numbered.put("checkoutNo", 1);

    assertEquals(numbered, json.readTree(write(LOCKING)));
    assertEquals(LOCKING, read(manifest("OrderCheckoutLocked"), json.writeValueAsBytes(numbered)));
  }

  @Test
  void aSnapshotStoredByAnEarlierReleaseStillReads() throws IOException {
    var sample = sample("OrderState.Existing");
    var numbered = (ObjectNode) json.readTree(sample);
    ((ObjectNode) numbered.get("progress")).put("checkoutNo", 1);

    var before = (Existing) read(Existing.class.getName(), sample);
    assertEquals(0, before.progress().checkoutNo());
    assertEquals(numbered, json.readTree(write(STATE)));
    assertEquals(STATE, read(Existing.class.getName(), json.writeValueAsBytes(numbered)));
    assertEquals(json.readTree(sample), json.readTree(write(before)));
  }

  /** Its state does not say which checkout it is in; nothing but its last one can be meant. */
  @Test
  void anOrderOfAnEarlierReleaseTakesWordOfItsAssets() throws IOException {
    var snapshot = (ObjectNode) json.readTree(sample("OrderState.Existing"));
    snapshot.put("status", "WAIT_PAY");
    ((ObjectNode) snapshot.get("progress")).remove("dueMinor");
    var order = (Existing) read(Existing.class.getName(), json.writeValueAsBytes(snapshot));
    var locked = assetsLocked("a-9", 2, 700).apply(actors.<OrderReply>createTestProbe().ref());

    var decision = new OrderDecisions(ORDER_NO).decide(order, locked, NOON);

    assertEquals(700, ((OrderAssetsLocked) decision.events().get(0)).dueMinor());
  }

  @Test
  void whatIsStoredIsPleasantToRead() throws IOException {
    var all = Stream.concat(EVENTS.values().stream(), Stream.of(STATE, CREATED)).toList();
    for (var one : all) {
      var text = new String(write(one), StandardCharsets.UTF_8);

      assertTrue(text.startsWith("{"), text); // Not compressed.
      assertFalse(text.contains("null") || text.contains("@class"), text);
      assertFalse(text.contains("ordinal."), text);
      assertTrue(text.contains("\"2025-01-01T12:00:00Z\""), text);
    }
  }

  @Test
  void aHistoryFoldsIntoStepsWithTheirPlaceAndId() {
    var steps = OrderStep.fold(List.of(CREATED, RESERVED));

    assertEquals(null, steps.get(0).from());
    assertEquals(OrderStatus.CREATED, steps.get(1).from());
    assertEquals(OrderStatus.STOCK_RESERVED, steps.get(1).after().status());
    assertEquals(List.of(1L, 2L), steps.stream().map(OrderStep::sequenceNr).toList());
    assertEquals("VCSCJ806AA9ZJAC79EW45RP2EM", steps.get(0).eventId());
  }

  // Words of the tests.

  private static OrderState fold(List<OrderEvent> events) {
    OrderState state = new OrderState.Absent();
    for (var event : events) {
      state = state.after(event);
    }
    return state;
  }

  /** What Pekko keeps beside the payload: the class it was written from. */
  private static String manifest(String eventType) {
    return "ordinal.order.OrderEvent$" + eventType;
  }

  private static byte[] sample(String name) throws IOException {
    try (var file = OrderFormatTest.class.getResourceAsStream("/events/v1/" + name + ".json")) {
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
    return serializer(OrderEvent.class).fromBinary(bytes, manifest);
  }
}
