package ordinal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import ordinal.order.OrderNumber;
import ordinal.order.OrderReply;
import org.apache.pekko.http.javadsl.ServerBinding;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IdempotencyTest {

  private final Api api = Api.shared();
  private final HeldOrders held = new HeldOrders();
  private final ServerBinding holding =
      api.start(held, api.settings("ordinal.http.max-in-flight = 3"));

  @AfterEach
  void stop() {
    held.asked.forEach(one -> one.complete(new OrderReply.Unavailable("over")));
    Api.wait(holding.unbind());
  }

  private CompletableFuture<Reply> held(String path, String body, String... headers) {
    return api.send(holding.localAddress().getPort(), "POST", path, body, headers);
  }

  private void awaitAsked(int count) {
    Awaitility.await().until(() -> held.asked.size() == count);
  }

  @Test
  void fiftyTwinsMakeOneOrder() {
    var id = Api.fresh();

    var replies =
        IntStream.range(0, 50)
            .mapToObj(i -> api.send(api.port, "POST", "/orders", Api.createBody(id)))
            .toList()
            .stream()
            .map(Api::wait)
            .toList();

    assertThat(replies).filteredOn(reply -> reply.status() == 201).hasSize(1);
    assertThat(replies)
        .allSatisfy(
            reply ->
                assertThat(List.of("201 00000", "200 00000", "409 A0401"))
                    .contains(reply.inEnvelope().status() + " " + reply.code()));
    assertThat(api.events(OrderNumber.of("default", "u1", id))).isEqualTo(1);
  }

  @Test
  void aTwinOfARequestInProgressIsToldToWait() {
    var first = held("/orders", Api.createBody("twin"));
    awaitAsked(1);

    var second = Api.wait(held("/orders", Api.createBody("twin"))).is(409, "A0401");

    assertThat(second.header("Retry-After")).isEqualTo("1");
    held.asked.peek().complete(new OrderReply.Unavailable("gone"));
    assertThat(Api.wait(first).is(503, "B0100").header("Retry-After")).isEqualTo("1");
    var third = held("/orders", Api.createBody("twin"));
    awaitAsked(2);
    assertThat(third).isNotDone();
  }

  @Test
  void theSameKeyWithOtherContentsIsLeftToTheOrder() {
    var path = "/orders/" + OrderNumber.of("default", "u1", "held");
    held(path + "/cancel", "{}", "X-Idempotency-Key", "k");
    awaitAsked(1);

    held(path + "/cancel", "{\"reason\": \"other\"}", "X-Idempotency-Key", "k");
    awaitAsked(2);
    held(path + "/checkout", "{}", "X-Idempotency-Key", "k");
    awaitAsked(3);

    Api.wait(held(path + "/cancel", null, "Idempotency-Key", "k")).is(503, "B0100");
  }

  @Test
  void paymentsInProgressAreToldApartByIdAndResult() {
    var path = "/orders/" + OrderNumber.of("default", "u1", "held") + "/payments";
    held(path, Api.payment("p", "SUCCESS", "1"));
    awaitAsked(1);

    Api.wait(held(path, Api.payment("p", "SUCCESS", "1"))).is(409, "A0401");
    held(path, Api.payment("p", "FAILED", "1"));
    awaitAsked(2);
    held(path, Api.payment("q", "SUCCESS", "1"));
    awaitAsked(3);
  }

  @Test
  void aboveTheMostInFlightCallersAreToldAtOnceToTryAgain() {
    var first = held("/orders", Api.createBody("flight-1"));
    awaitAsked(1);
    held("/orders", Api.createBody("flight-2"));
    held("/orders", Api.createBody("flight-3"));
    awaitAsked(3);

    var refused = Api.wait(held("/orders", Api.createBody("flight-4"))).is(503, "B0100");

    assertThat(refused.header("Retry-After")).isEqualTo("1");
    held.asked.peek().complete(new OrderReply.Unavailable("gone"));
    Api.wait(first);
    held("/orders", Api.createBody("flight-4"));
    awaitAsked(4);
  }

  @Test
  void aRepeatedCreateAnswersAsTheFirstThoughTheOrderHasMovedOn() {
    var id = Api.fresh();
    var first = api.post("/orders", Api.createBody(id)).is(201, "00000");
    var orderNo = first.data().get("orderNo").asText();
    api.stockReserved(orderNo);
    api.post("/orders/" + orderNo + "/cancel", "{}").is(200, "00000");

    var again = api.post("/orders", Api.createBody(id)).is(200, "00000");

    assertThat(again.isReplayed()).isTrue();
    assertThat(again.data()).isEqualTo(first.data());
    assertThat(api.events(orderNo)).isEqualTo(3);
  }

  @Test
  void aRepeatedKeyAnswersAsTheFirstThoughTheOrderHasMovedOn() {
    var orderNo = api.create();
    api.stockReserved(orderNo);
    var path = "/orders/" + orderNo;
    var first = api.post(path + "/checkout", "{\"walletAmount\": 0.0}", "X-Idempotency-Key", "c1");
    api.post(path + "/payments", Api.payment("p-" + orderNo, "SUCCESS", "39.80")).is(200, "00000");

    var again = api.post(path + "/checkout", "{\"walletAmount\": 0}", "Idempotency-Key", "c1");

    assertThat(again.is(200, "00000").isReplayed()).isTrue();
    assertThat(again.data()).isEqualTo(first.is(200, "00000").data());
    assertThat(api.events(orderNo)).isEqualTo(4);
  }

  @Test
  void aRepeatedPaymentAnswersAsTheFirst() {
    var orderNo = api.inWaitPay();
    var path = "/orders/" + orderNo;
    var first = api.post(path + "/payments", Api.payment("pp", "SUCCESS", "39.80"));
    api.post(path + "/complete", "{\"technicianId\": \"t\"}").is(200, "00000");

    var again = api.post(path + "/payments", Api.payment("pp", "SUCCESS", "39.8"));

    assertThat(again.is(200, "00000").isReplayed()).isTrue();
    assertThat(again.data()).isEqualTo(first.is(200, "00000").data());
    api.post(path + "/payments", Api.payment("pp", "SUCCESS", "39.81")).is(422, "A0402");
  }

  @Test
  void aNameUsedForAnotherRequestIsRefused() {
    var id = Api.fresh();
    var orderNo = api.post("/orders", Api.createBody(id)).data().get("orderNo").asText();

    api.post("/orders", Api.createBody(id).replace("19.90", "19.91")).is(422, "A0402");
    var path = "/orders/" + orderNo + "/cancel";
    api.post(path, "{\"reason\": \"a\"}", "X-Idempotency-Key", "k").is(200, "00000");
    api.post(path, "{\"reason\": \"b\"}", "X-Idempotency-Key", "k").is(422, "A0402");
    api.post("/orders/" + orderNo + "/refunds", "{\"reason\": \"a\"}", "X-Idempotency-Key", "k")
        .is(422, "A0402");
    assertThat(api.events(orderNo)).isEqualTo(2);
  }
}
