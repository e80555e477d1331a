package ordinal.order;

import static java.util.stream.Collectors.toMap;
import static ordinal.kernel.StoredFormat.sample;
import static ordinal.order.Samples.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import ordinal.kernel.StoredFormat;
import ordinal.order.OrderEvent.*;
import ordinal.order.OrderState.Existing;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
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
  static final StoredFormat format = new StoredFormat(actors.system());

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
    assertEquals(StoredFormat.names(OrderEvent.class), EVENTS.keySet());
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
    ((ObjectNode) later.get("meta")).putObject("another").put("deep", true);

    assertRead(EVENTS.get(eventType), later);
  }

  @Test
  void optionalFieldsMayBeMissing() throws IOException {
    var created = sample("OrderCreated");
    created.remove("storeId");
    var canceled = sample("OrderCanceled");
    canceled.remove("reason");
    ((ObjectNode) canceled.get("meta")).remove("request");
    var checkout = sample("OrderCheckoutLocked");
    ((ObjectNode) checkout.get("checkout")).removeAll();

    assertRead(CREATED, created);
    assertRead(new OrderCanceled(plain(), CanceledBy.USER, null), canceled);
    assertRead(new OrderCheckoutLocked(plain(), NO_ASSETS, false, 0), checkout);
  }

  /** What a flash sale stores is the same but for a word; ordinary orders do not have it. */
  @Test
  void anOrderWhoseStockWasHeldSaysSoInTheStoredForm() throws IOException {
    var held = sample("OrderCreated");
    held.remove("storeId");
    held.put("stockHeld", true);

    assertEquals(held, format.write(CREATED_HELD));
    assertRead(CREATED_HELD, held);
    var state = fold(List.of(CREATED_HELD, new OrderStockReserved(plain())));
    assertRead(state, format.write(state));
    assertTrue(((Existing) state).contents().stockHeld());
  }

  /** Of what earlier releases wrote, the fold counts it. */
  @Test
  void aCheckoutSaysItsNumberInTheStoredForm() throws IOException {
    var numbered = sample("OrderCheckoutLocked");
    numbered.put("checkoutNo", 1);

    assertEquals(numbered, format.write(LOCKING));
    assertRead(LOCKING, numbered);
  }

  @Test
  void aSnapshotStoredByAnEarlierReleaseStillReads() throws IOException {
    var sample = sample("OrderState.Existing");
    var numbered = sample.deepCopy();
    ((ObjectNode) numbered.get("progress")).put("checkoutNo", 1);

    var before = format.read(Existing.class, sample);
    assertEquals(0, before.progress().checkoutNo());
    assertEquals(numbered, format.write(STATE));
    assertRead(STATE, numbered);
    assertEquals(sample, format.write(before));
  }

  /** Its state does not say which checkout it is in; nothing but its last one can be meant. */
  @Test
  void anOrderOfAnEarlierReleaseTakesWordOfItsAssets() throws IOException {
    var snapshot = sample("OrderState.Existing");
    snapshot.put("status", "WAIT_PAY");
    ((ObjectNode) snapshot.get("progress")).remove("dueMinor");
    var order = format.read(Existing.class, snapshot);
    var locked = assetsLocked("a-9", 2, 700).apply(actors.<OrderReply>createTestProbe().ref());

    var decision = new OrderDecisions(ORDER_NO).decide(order, locked, NOON);

    assertEquals(700, ((OrderAssetsLocked) decision.events().get(0)).dueMinor());
  }

  /** Times are texts; {@link StoredFormat} looks at the rest of it. */
  @Test
  void whatIsStoredIsPleasantToRead() throws IOException {
    for (var one : Stream.concat(EVENTS.values().stream(), Stream.of(STATE, CREATED)).toList()) {
      var text = format.write(one).toString();

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

  private static void assertRead(Object expected, ObjectNode stored) throws IOException {
    assertEquals(expected, format.read(expected.getClass(), stored));
  }
}
