package ordinal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import ordinal.inventory.HoldReply;
import ordinal.order.OrderEvent.OrderCreated;
import ordinal.order.OrderNumber;
import org.apache.pekko.http.javadsl.ServerBinding;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** {@code POST /flash-sales/{skuId}/orders}, whatever the stock service answers. */
class FlashSaleTest {

  private static final String PATH = "/flash-sales/tea/orders";

  private final Api api = Api.shared();
  private final FakeInventory inventory = new FakeInventory();
  private final ServerBinding server =
      api.start(api.served(api.orders, inventory), api.settings("ordinal.http.stock-timeout = 2s"));
  private final String id = Api.fresh();
  private final String orderNo = OrderNumber.of("default", "u1", id);

  @AfterEach
  void stop() {
    Api.wait(server.unbind());
  }

  static String body(String clientRequestId) {
    return """
           {"clientRequestId": "%s", "userId": "u1", "quantity": 2, "unitPrice": 19.90}"""
        .formatted(clientRequestId);
  }

  private CompletableFuture<Reply> send(String path, String body, String... headers) {
    return api.send(server.localAddress().getPort(), "POST", path, body, headers);
  }

  private Reply buy(String... headers) {
    return Api.wait(send(PATH, body(id), headers));
  }

  private void stockSays(HoldReply reply) {
    inventory.toHold = FakeInventory.done(reply);
  }

  // Bought.

  @Test
  void piecesAreHeldAndTheOrderIsReservedWithIt() {
    var start = Instant.now();

    var reply = buy("X-Trace-Id", "sale-1").is(201, "00000");

    assertThat(reply.data().get("orderNo").asText()).isEqualTo(orderNo);
    assertThat(reply.data().get("status").asText()).isEqualTo("STOCK_RESERVED");
    assertThat(reply.data().get("version").asLong()).isEqualTo(2);
    assertThat(reply.data().get("totalAmount").decimalValue()).isEqualByComparingTo("39.80");
    assertThat(reply.data().get("currency").asText()).isEqualTo("CNY");
    assertThat(reply.data().at("/items/0/skuId").asText()).isEqualTo("tea");
    var hold = inventory.held.remove();
    assertThat(hold.skuId() + " " + hold.orderNo()).isEqualTo("tea " + orderNo);
    assertThat(hold.quantity()).isEqualTo(2);
    assertThat(hold.traceId()).isEqualTo("sale-1");
    assertThat(hold.until())
        .isBetween(start.plusSeconds(59), Instant.now().plus(Duration.ofSeconds(60)));
    var created = (OrderCreated) api.journal.persistedInStorage("Order|" + orderNo).get(0);
    assertThat(created.stockHeld()).isTrue();
    assertThat(created.meta().trace().traceId()).isEqualTo("sale-1");
  }

  @Test
  void currencyAndStoreMayBeGiven() {
    var body = body(id).replace("}", ", \"currency\": \"EUR\", \"storeId\": \"s-1\"}");

    var reply = Api.wait(send(PATH, body)).is(201, "00000");

    assertThat(reply.data().get("currency").asText()).isEqualTo("EUR");
    assertThat(reply.data().get("storeId").asText()).isEqualTo("s-1");
  }

  // Again.

  @Test
  void aRepeatGetsTheFirstAnswerThoughTheOrderHasMovedOn() {
    var first = buy().is(201, "00000");
    api.post("/orders/" + orderNo + "/checkout", "{}").is(200, "00000");

    var again = buy().is(200, "00000");

    assertThat(again.isReplayed()).isTrue();
    assertThat(again.data()).isEqualTo(first.data());
    assertThat(api.events(orderNo)).isEqualTo(3);
    assertThat(inventory.letGo).isEmpty();
  }

  @Test
  void aRepeatGetsTheFirstAnswerThoughThePiecesWentBackWithACanceledOrder() {
    var first = buy().is(201, "00000");
    api.post("/orders/" + orderNo + "/cancel", "{}").is(200, "00000");
    stockSays(new HoldReply.Gone());

    var again = buy().is(200, "00000");

    assertThat(again.isReplayed()).isTrue();
    assertThat(again.data()).isEqualTo(first.data());
  }

  @Test
  void aTwinOfARequestInProgressIsToldToWaitAndAnotherSkuIsNotItsTwin() {
    var waiting = new CompletableFuture<HoldReply>();
    inventory.toHold = waiting;
    var first = send(PATH, body(id));
    Awaitility.await().until(() -> inventory.held.size() == 1);

    var twin = buy().is(409, "A0401");

    assertThat(twin.header("Retry-After")).isEqualTo("1");
    var other = send("/flash-sales/coffee/orders", body(Api.fresh()));
    Awaitility.await().until(() -> inventory.held.size() == 2);
    waiting.complete(new HoldReply.Held(Instant.MAX));
    Api.wait(first).is(201, "00000");
    Api.wait(other).is(201, "00000");
  }

  @Test
  void aRepeatHasOnlyTheTimeThatTheFirstCallHad() {
    stockSays(new HoldReply.Held(Instant.now().plusSeconds(20))); // The margin is 30 s.

    buy().is(503, "B0100");

    assertThat(api.events(orderNo))
        .as("nothing is created on pieces that are about to go")
        .isZero();
    stockSays(new HoldReply.Held(Instant.now().plusSeconds(50)));
    buy().is(201, "00000");
  }

  @Test
  void anotherQuantityUnderTheSameRequestIdIsRefused() {
    stockSays(new HoldReply.Differs(1));

    buy().is(422, "A0402");

    assertThat(api.events(orderNo)).isZero();
    assertThat(inventory.letGo).isEmpty();
  }

  // Refused.

  @Test
  void soldOutIsSaidWithoutAskingAnyOrder() {
    stockSays(new HoldReply.SoldOut(1));
    int asked = api.orders.asked.get();

    var reply = buy().is(409, "A0409");

    assertThat(reply.data().get("status").asText()).isEqualTo("SOLD_OUT");
    assertThat(api.orders.asked.get()).isEqualTo(asked);
    assertThat(api.events(orderNo)).isZero();
  }

  @Test
  void piecesThatHaveGoneBackAreNotOrderedAgain() {
    stockSays(new HoldReply.Gone());

    var reply = buy().is(409, "A0409");

    assertThat(reply.data().get("status").asText()).isEqualTo("GONE");
    assertThat(reply.json().get("message").asText()).contains("clientRequestId");
    assertThat(api.events(orderNo)).isZero();
  }

  @Test
  void aStockServiceThatDoesNotKnowMeansTryAgain() {
    stockSays(new HoldReply.Unavailable("the journal did not answer"));
    var unknown = buy().is(503, "B0100");
    inventory.toHold = CompletableFuture.failedFuture(new TimeoutException("Actor"));
    var late = buy().is(503, "B0100");
    inventory.toHold = CompletableFuture.failedFuture(new IllegalStateException("a bug"));
    buy().is(500, "B0001");

    assertThat(unknown.header("Retry-After")).isEqualTo("1");
    assertThat(late.header("Retry-After")).isEqualTo("1");
    assertThat(api.events(orderNo)).isZero();
    stockSays(new HoldReply.Held(Instant.MAX));
    buy().is(201, "00000");
  }

  @Test
  void aStockServiceThatNeverAnswersMeansTryAgain() {
    inventory.toHold = new CompletableFuture<>();

    buy().is(503, "B0100");
  }

  @Test
  void anOrderThatCannotBeStoredMeansTryAgainAndItsPiecesStayHeld() {
    api.journal.failNextPersisted("Order|" + orderNo, new java.sql.SQLException("disk full"));

    buy().is(503, "B0100");

    assertThat(inventory.letGo).isEmpty();
    buy().is(201, "00000");
  }

  @Test
  void anOrderThatComesTooLateIsNotMade() {
    var late =
        api.start(
            api.served(api.orders, inventory),
            api.settings("ordinal.flash-sale { hold = 2ms, margin = 1ms }"));
    var waiting = new CompletableFuture<HoldReply>();
    inventory.toHold = waiting;
    var reply = api.send(late.localAddress().getPort(), "POST", PATH, body(id));
    Awaitility.await()
        .until(
            () ->
                inventory.held.size() == 1
                    && Instant.now().isAfter(inventory.held.peek().until().plusMillis(1)));
    waiting.complete(new HoldReply.Held(Instant.MAX));

    Api.wait(reply).is(503, "B0100");

    assertThat(api.events(orderNo)).isZero();
    assertThat(inventory.letGo).isEmpty();
    Api.wait(late.unbind());
  }

  // The number of another order.

  @Test
  void aClientRequestIdOfAnOrdinaryOrderIsRefusedAndItsPiecesAreLeftAlone() {
    api.post("/orders", Api.createBody(id)).is(201, "00000");

    buy().is(422, "A0402");

    assertThat(inventory.letGo).isEmpty();
    assertThat(api.events(orderNo)).isEqualTo(1);
  }

  @Test
  void whatWasHeldForItGoesBackWhenTheOtherOrderHasNoPiecesOfIt() {
    api.post("/orders", Api.createBody(id)).is(201, "00000");

    Api.wait(send("/flash-sales/coffee/orders", body(id))).is(422, "A0402");

    assertThat(inventory.letGo).containsExactly("coffee " + orderNo);
  }

  @Test
  void whatWasHeldForItGoesBackWhenTheOtherOrderIsCanceled() {
    api.post("/orders", Api.createBody(id)).is(201, "00000");
    api.post("/orders/" + orderNo + "/cancel", "{}").is(200, "00000");
    inventory.toLetGo = CompletableFuture.failedFuture(new TimeoutException("later"));

    buy().is(422, "A0402");

    assertThat(inventory.letGo).containsExactly("tea " + orderNo);
  }

  @Test
  void anOrdinaryOrderIsRefusedUnderTheIdOfAFlashSale() {
    buy().is(201, "00000");

    api.post("/orders", Api.createBody(id)).is(422, "A0402");
    Api.wait(send(PATH, body(id).replace("\"quantity\": 2", "\"quantity\": 3"))).is(422, "A0402");
    assertThat(inventory.letGo).isEmpty();
  }

  // Wrong requests.

  private record Wrong(String path, String body, String... fields) {}

  @TestFactory
  Stream<DynamicTest> everyWrongFieldIsNamedAndNothingIsHeld() {
    var right = body(id);
    return Stream.of(
            new Wrong(PATH, "{}", "clientRequestId", "userId", "quantity", "unitPrice"),
            new Wrong(
                "/flash-sales/a%20b/orders",
                "{\"clientRequestId\": \"a b\", \"userId\": true, \"quantity\": 0,"
                    + " \"unitPrice\": -1, \"currency\": \"XXXX\", \"storeId\": \"\", \"x\": 1}",
                "skuId",
                "clientRequestId",
                "userId",
                "quantity",
                "unitPrice",
                "currency",
                "storeId",
                "x"),
            new Wrong(PATH, right.replace(": 2,", ": 10001,"), "quantity"),
            new Wrong(PATH, right.replace(": 2,", ": 1.5,"), "quantity"),
            new Wrong(PATH, right.replace("19.90", "19.901"), "unitPrice"),
            new Wrong(PATH, right.replace("}", ", \"items\": []}"), "items"),
            new Wrong(PATH, "", "body"),
            new Wrong(PATH + "?x=1", right, "x"))
        .map(
            wrong ->
                dynamicTest(
                    wrong.path() + " " + wrong.body(),
                    () -> {
                      Api.wait(send(wrong.path(), wrong.body())).faults(wrong.fields());
                      assertThat(inventory.held).isEmpty();
                    }));
  }

  @Test
  void itHasItsOwnRateLimit() {
    var limited =
        api.start(
            api.served(api.orders, inventory),
            api.settings(
                "ordinal.http.rate-limit { capacity = 1, per-second = 1, forgotten-after = 1h }"));
    int port = limited.localAddress().getPort();

    // All at once: one by one, a slow machine would give each its second.
    var sent = new ArrayList<CompletableFuture<Reply>>();
    for (int i = 0; i < 20; i++) sent.add(api.send(port, "POST", PATH, body(Api.fresh())));
    var refused = sent.stream().map(Api::wait).filter(reply -> reply.status() == 429).toList();

    assertThat(refused).isNotEmpty();
    assertThat(refused.get(0).is(429, "A0500").header("Retry-After")).isEqualTo("1");
    assertThat(inventory.held).hasSize(20 - refused.size());
    Api.wait(limited.unbind());
  }
}
