package ordinal.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the built-in stock service hears of orders. */
class OrderEventsTest {

  static final RecordedInventory INVENTORY = new RecordedInventory();
  static TestBridge test;

  @BeforeAll
  static void start() throws Exception {
    test = new TestBridge("bridge_orders", INVENTORY);
  }

  @AfterAll
  static void stop() {
    test.close();
  }

  static void tell(String orderNo, String type, String payload) throws Exception {
    var body =
        """
        {"eventId":"%s-%s","eventType":"%s","bizKey":"%s","schemaVersion":1,"sequenceNr":1,
         "occurredAt":"2026-01-01T00:00:00Z","traceId":"t","tenantId":"default","payload":%s}"""
            .formatted(orderNo, type, type, orderNo, payload);
    test.send(OrderEvents.TOPIC, orderNo, body.getBytes(UTF_8)).get(60, TimeUnit.SECONDS);
  }

  static String created(String more) {
    return """
{"orderNo":"x","items":[{"skuId":"a","quantity":2,"unitPrice":1.5},
 {"skuId":"b","quantity":1,"unitPrice":1},{"skuId":"a","quantity":3,"unitPrice":1}]%s}"""
        .formatted(more);
  }

  @Test
  void anOrdersLifeIsToldInOrder() throws Exception {
    tell("LIFE1", "OrderCreated", created(""));
    tell("LIFE1", "OrderStockReserved", "{}");
    tell("LIFE1", "OrderPaid", "{\"paymentId\":\"p\",\"amount\":1}");
    tell("LIFE2", "OrderCreated", created(",\"stockHeld\":true"));
    tell("LIFE2", "OrderCanceled", "{\"by\":\"USER\"}");

    await().until(() -> INVENTORY.callsOf("LIFE1").size() == 2);
    await().until(() -> INVENTORY.callsOf("LIFE2").size() == 2);

    assertThat(INVENTORY.callsOf("LIFE1")).containsExactly("reserve LIFE1 a*5,b*1", "deduct LIFE1");
    assertThat(INVENTORY.callsOf("LIFE2")).containsExactly("adopt LIFE2 a*5,b*1", "release LIFE2");
    test.awaitLog("LIFE2", "SUCCESS", "SUCCESS");
  }

  @Test
  void whatIsNoneOfItsBusinessLeavesNoTrace() throws Exception {
    tell("OTHER", "OrderCompleted", "{\"technicianId\":\"t\"}");
    tell("OTHER", "SomethingNew", "{}");
    tell("OTHER", "OrderCanceled", "{}");

    test.awaitLog("OTHER", "SUCCESS");

    assertThat(INVENTORY.callsOf("OTHER")).containsExactly("release OTHER");
  }

  @Test
  void aReservationThatHasToWaitIsStillBeforeItsRelease() throws Exception {
    INVENTORY.unavailable.add("WAITS");
    tell("WAITS", "OrderCreated", created(""));
    test.awaitLog("WAITS", "PROCESSING");
    tell("WAITS", "OrderCanceled", "{}");
    test.awaitLog("WAITS", "PROCESSING", "PROCESSING");

    INVENTORY.unavailable.remove("WAITS");

    test.awaitLog("WAITS", "SUCCESS", "SUCCESS");
    assertThat(INVENTORY.callsOf("WAITS"))
        .containsExactly("reserve WAITS a*5,b*1", "release WAITS");
  }

  @Test
  void aRepeatAndARefusalAreIgnoredEachWithItsReason() throws Exception {
    tell("TWICE", "OrderCreated", created(""));
    tell("TWICE", "OrderCreated", created(""));
    tell("REFUSED", "OrderPaid", "{}");

    test.awaitLog("TWICE", "SUCCESS", "IGNORED");
    test.awaitLog("REFUSED", "IGNORED");

    assertThat(test.log("TWICE").get(1).get(2)).startsWith("repeated");
    assertThat(test.log("REFUSED").get(0).get(2)).isEqualTo("it was released");
  }

  @Test
  void anOrderWithoutItemsIsDead() throws Exception {
    for (var payload :
        List.of("{}", "{\"items\":[{\"skuId\":\"a\",\"quantity\":0}]}", "{\"items\":[{}]}")) {
      var orderNo = "EMPTY" + payload.length();
      tell(orderNo, "OrderCreated", payload);

      test.awaitLog(orderNo, "FAILED");

      assertThat(
              test.journal.query(
                  "SELECT topic, consumer_group, status FROM dead_letter WHERE biz_key = '%s'"
                      .formatted(orderNo)))
          .containsExactly(List.of("order-events", "ordinal-inventory", "DEAD"));
    }
  }
}
