package ordinal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import ordinal.order.OrderNumber;
import org.junit.jupiter.api.Test;

class OrderLifeTest {

  private final Api api = Api.shared();

  @Test
  void aCreatedOrderIsShownWithAllItWasToldAndTheDefaults() {
    var id = Api.fresh();

    var created = api.post("/orders", Api.createBody(id)).is(201, "00000");

    var order = created.data();
    assertThat(order.get("orderNo").asText()).isEqualTo(OrderNumber.of("default", "u1", id));
    assertThat(order.get("tenantId").asText()).isEqualTo("default");
    assertThat(order.get("status").asText()).isEqualTo("CREATED");
    assertThat(order.get("version").asLong()).isEqualTo(1);
    assertThat(order.get("currency").asText()).isEqualTo("CNY");
    assertThat(created.text()).contains("\"totalAmount\":39.80", "\"unitPrice\":19.90");
    assertThat(Instant.parse(order.get("createdAt").asText())).isBeforeOrEqualTo(Instant.now());
    assertThat(order.has("storeId")).isFalse();
    assertThat(api.get("/orders/" + order.get("orderNo").asText()).data()).isEqualTo(order);
    assertThat(created.isReplayed()).isFalse();
  }

  @Test
  void anOrderLivesItsWholeLifeOverHttp() {
    var orderNo = api.create();
    var path = "/orders/" + orderNo;
    api.stockReserved(orderNo);

    var checkedOut = api.post(path + "/checkout", null).is(200, "00000").data();
    assertThat(checkedOut.get("status").asText()).isEqualTo("WAIT_PAY");
    assertThat(checkedOut.get("assets").asText()).isEqualTo("LOCKED");
    assertThat(checkedOut.get("amountDue").decimalValue()).isEqualTo(new BigDecimal("39.80"));
    var paid = api.post(path + "/payments", Api.payment("p1", "SUCCESS", "39.8")).data();
    assertThat(paid.get("status").asText()).isEqualTo("PAID");
    assertThat(paid.get("payment").get("paymentId").asText()).isEqualTo("p1");
    var completed =
        api.post(path + "/complete", "{\"technicianId\": \"t1\", \"mentorId\": \"m1\"}").data();
    assertThat(completed.get("status").asText()).isEqualTo("COMPLETED");
    assertThat(completed.get("mentorId").asText()).isEqualTo("m1");
    var refunding = api.post(path + "/refunds", "{\"reason\": \"broken\"}").is(200, "00000").data();
    assertThat(refunding.get("status").asText()).isEqualTo("REFUNDING");
    var refundId = refunding.get("refundId").asText();
    var refunded = api.post("/refunds/" + refundId + "/result", "{\"result\": \"SUCCESS\"}").data();
    assertThat(refunded.get("status").asText()).isEqualTo("REFUNDED");

    var timeline = api.get(path + "/timeline").is(200, "00000").data();
    assertThat(timeline.findValuesAsText("event"))
        .containsExactly(
            "OrderCreated",
            "OrderStockReserved",
            "OrderCheckoutLocked",
            "OrderPaid",
            "OrderCompleted",
            "OrderRefundRequested",
            "OrderRefunded");
    assertThat(timeline.get(0).get("from").isNull()).isTrue();
    assertThat(timeline.get(5).get("reason").asText()).isEqualTo("broken");
    assertThat(timeline.findValuesAsText("outcome")).containsOnly("APPLIED");
    assertThat(api.events(orderNo)).isEqualTo(7);
    for (int i = 1; i < timeline.size(); i++) {
      assertThat(timeline.get(i).get("from")).isEqualTo(timeline.get(i - 1).get("to"));
    }
  }

  @Test
  void anOrderCanBeSeenAsItWasAtEveryVersion() {
    var orderNo = api.inWaitPay();
    var path = "/orders/" + orderNo;

    assertThat(statusAt(path, 1)).isEqualTo("CREATED");
    assertThat(statusAt(path, 2)).isEqualTo("STOCK_RESERVED");
    assertThat(statusAt(path, 3)).isEqualTo("WAIT_PAY");
    api.get(path + "?atVersion=4").is(404, "A0404");
    api.get(path + "?atVersion=0").faults("atVersion");
    api.get(path + "?atVersion=-1").faults("atVersion");
    api.get(path + "?atVersion=x").faults("atVersion");
    api.get(path + "?atVersion=").faults("atVersion");
    api.get(path + "?atVersion=1&atVersion=2").faults("atVersion");
    api.get(path + "?atVersion=99999999999999999999").faults("atVersion");
  }

  private String statusAt(String path, int version) {
    return api.get(path + "?atVersion=" + version).is(200, "00000").data().get("status").asText();
  }

  @Test
  void checkoutWithAssetsIsLockingUntilTheyAreLocked() {
    var orderNo = api.create();
    api.stockReserved(orderNo);

    var order =
        api.post(
                "/orders/" + orderNo + "/checkout",
                "{\"couponId\": \"c1\", \"walletAmount\": 5, \"points\": 10}")
            .is(200, "00000")
            .data();

    assertThat(order.get("assets").asText()).isEqualTo("LOCKING");
    assertThat(order.has("amountDue")).isFalse();
    assertThat(order.get("checkout").toString())
        .isEqualTo("{\"couponId\":\"c1\",\"walletAmount\":5.00,\"points\":10}");
  }

  @Test
  void aWrongAmountOrTooMuchOfTheWalletIsNamedWithTheStatus() {
    var orderNo = api.create();
    api.stockReserved(orderNo);
    var tooMuch = api.post("/orders/" + orderNo + "/checkout", "{\"walletAmount\": 40}");
    tooMuch.faults("walletAmount");
    assertThat(tooMuch.data().get("status").asText()).isEqualTo("STOCK_RESERVED");
    api.post("/orders/" + orderNo + "/checkout", "{}").is(200, "00000");

    var wrong = api.post("/orders/" + orderNo + "/payments", Api.payment("p", "SUCCESS", "39.79"));

    wrong.faults("amount");
    assertThat(wrong.data().get("status").asText()).isEqualTo("WAIT_PAY");
  }

  @Test
  void whatTheStateDoesNotAllowIsRefusedWithTheState() {
    var orderNo = api.paid();
    int before = api.events(orderNo);

    var refused = api.post("/orders/" + orderNo + "/cancel", "{}").is(409, "A0409");

    assertThat(refused.data().get("status").asText()).isEqualTo("PAID");
    assertThat(api.events(orderNo)).isEqualTo(before);
  }

  @Test
  void aPaymentAfterTheCancellationStartsARefund() {
    var orderNo = api.inWaitPay();
    api.post("/orders/" + orderNo + "/cancel", "{\"reason\": \"too slow\"}").is(200, "00000");

    var order =
        api.post("/orders/" + orderNo + "/payments", Api.payment("late", "SUCCESS", "39.80"))
            .is(200, "00000")
            .data();

    assertThat(order.get("status").asText()).isEqualTo("REFUNDING");
    assertThat(order.get("refundAmount").decimalValue()).isEqualTo(new BigDecimal("39.80"));
  }

  @Test
  void aMessageThatDoesNotFitIsTakenAndSaidToBeIgnoredEachTimeItComes() {
    var orderNo = api.create();
    var path = "/orders/" + orderNo;
    var body = "{\"paymentId\": \"early\", \"result\": \"FAILED\"}";

    var first = api.post(path + "/payments", body).is(200, "00000");
    var second = api.post(path + "/payments", body).is(200, "00000");

    assertThat(first.data().get("outcome").asText()).isEqualTo("IGNORED");
    assertThat(first.data().get("reason").asText()).contains("CREATED");
    assertThat(second.isReplayed()).isTrue();
    assertThat(second.data()).isEqualTo(first.data());
    var ignored = api.get(path + "/timeline").data().get(1);
    assertThat(ignored.get("event").asText()).isEqualTo("PaymentFailed");
    assertThat(ignored.get("outcome").asText()).isEqualTo("IGNORED");
    assertThat(ignored.get("from")).isEqualTo(ignored.get("to"));
    assertThat(api.events(orderNo)).isEqualTo(2);
  }

  @Test
  void aRepeatedRequestBehindAnIgnoredMessageIsNotSaidToBeIgnored() {
    var orderNo = api.create();
    var path = "/orders/" + orderNo;
    api.post(path + "/cancel", "{}").is(200, "00000");
    api.post(path + "/payments", "{\"paymentId\": \"x\", \"result\": \"FAILED\"}");

    var again = api.post(path + "/cancel", "{}").is(200, "00000");

    assertThat(again.isReplayed()).isTrue();
    assertThat(again.data().has("outcome")).isFalse();
  }

  @Test
  void whatDoesNotExistIsNotFoundAndNoEntityIsWokenForIt() {
    int asked = api.orders.asked.get();
    for (var path : List.of("/orders/nope", "/orders/nope/timeline", "/orders/ORD123")) {
      api.get(path).is(404, "A0404");
    }
    api.get("/orders/nope?atVersion=1").is(404, "A0404");
    api.post("/orders/nope/cancel", "{}").is(404, "A0404");
    api.post("/refunds/nope/result", "{\"result\": \"SUCCESS\"}").is(404, "A0404");
    assertThat(api.orders.asked.get()).isEqualTo(asked);

    var absent = OrderNumber.of("default", "u1", "never");
    api.get("/orders/" + absent).is(404, "A0404");
    api.get("/orders/" + absent + "/timeline").is(404, "A0404");
    api.get("/orders/" + absent + "?atVersion=1").is(404, "A0404");
    api.post("/orders/" + absent + "/cancel", null).is(404, "A0404");
    api.post("/refunds/REF" + absent.substring(3) + "-1/result", "{\"result\": \"FAILED\"}")
        .is(404, "A0404");
    assertThat(api.events(absent)).isZero();
  }

  @Test
  void headIsGetWithoutTheBody() {
    var reply = Api.wait(api.send(api.port, "HEAD", "/orders/" + api.create(), null));

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.text()).isEmpty();
    assertThat(reply.header("X-Trace-Id")).isNotEmpty();
  }
}
