package ordinal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import ordinal.inventory.SkuLevels;
import org.apache.pekko.http.javadsl.ServerBinding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** {@code /inventory}: what is on hand, reserved and sold. */
class StockTest {

  private final Api api = Api.shared();
  private final FakeInventory inventory = new FakeInventory();
  private final ServerBinding server =
      api.start(
          api.served(api.orders, inventory), api.settings("ordinal.http.inventory-timeout = 2s"));

  @AfterEach
  void stop() {
    Api.wait(server.unbind());
  }

  private Reply send(String method, String path, String body) {
    return Api.wait(api.send(server.localAddress().getPort(), method, path, body));
  }

  @Test
  void whatWasCountedIsShown() {
    inventory.levels.put("tea", new SkuLevels(7, 2, 3));

    var set = send("PUT", "/inventory/tea", "{\"onHand\": 500}").is(200, "00000");
    var again = send("PUT", "/inventory/tea", "{\"onHand\": 500}").is(200, "00000");
    var shown = send("GET", "/inventory/tea", null).is(200, "00000");

    assertThat(set.data().toString())
        .isEqualTo("{\"skuId\":\"tea\",\"onHand\":500,\"reserved\":2,\"sold\":3}");
    assertThat(again.data()).isEqualTo(set.data());
    assertThat(again.isReplayed()).isFalse();
    assertThat(shown.data()).isEqualTo(set.data());
  }

  @Test
  void aSkuThatNobodyCountedIsNotThere() {
    var reply = send("GET", "/inventory/nothing", null).is(404, "A0404");

    assertThat(reply.json().get("message").asText()).contains("nothing");
  }

  @Test
  void theLeastAndTheMostFit() {
    send("PUT", "/inventory/a", "{\"onHand\": 0}").is(200, "00000");
    send("PUT", "/inventory/a", "{\"onHand\": 1000000000}").is(200, "00000");
  }

  @TestFactory
  Stream<DynamicTest> aWrongCountIsNamed() {
    return Stream.of(
            "{}",
            "{\"onHand\": null}",
            "{\"onHand\": -1}",
            "{\"onHand\": 1000000001}",
            "{\"onHand\": 1.0}",
            "{\"onHand\": 1e3}",
            "{\"onHand\": \"5\"}",
            "{\"onHand\": true}")
        .map(
            body ->
                dynamicTest(
                    body,
                    () -> {
                      send("PUT", "/inventory/tea", body).faults("onHand");
                      assertThat(inventory.levels).isEmpty();
                    }));
  }

  @Test
  void everyFaultIsNamedAtOnce() {
    send("PUT", "/inventory/a%20b", "{\"onHand\": -1, \"x\": 1}").faults("skuId", "onHand", "x");
    send("PUT", "/inventory/tea", "").faults("body");
    send("GET", "/inventory/a%20b?x=1", null).faults("skuId", "x");
  }

  @Test
  void aStockServiceThatDoesNotAnswerMeansTryAgain() {
    inventory.failure = new TimeoutException("Ask timed out on [Actor[...]]");

    var read = send("GET", "/inventory/tea", null).is(503, "B0100");
    var written = send("PUT", "/inventory/tea", "{\"onHand\": 1}").is(503, "B0100");

    assertThat(read.header("Retry-After")).isEqualTo("1");
    assertThat(written.header("Retry-After")).isEqualTo("1");
    assertThat(written.text()).doesNotContain("Actor");
  }

  @Test
  void withoutTheBuiltInServiceTheAnswerNamesTheSetting() {
    var calls =
        Stream.of(
            api.get("/inventory/tea"),
            Api.wait(api.send(api.port, "PUT", "/inventory/tea", "{\"onHand\": 1}")),
            api.post("/flash-sales/tea/orders", FlashSaleTest.body(Api.fresh())));

    assertThat(calls)
        .allSatisfy(
            reply ->
                assertThat(reply.is(404, "A0404").json().get("message").asText())
                    .contains("ORDINAL_INVENTORY=external"));
  }

  @Test
  void countingWaitsWhileTheOutboxIsFull() {
    var full =
        api.start(
            api.served(api.orders, inventory, () -> 11),
            api.settings("ordinal.http.outbox { slow-above = 5, stop-above = 10 }"));
    int port = full.localAddress().getPort();

    Api.wait(api.send(port, "PUT", "/inventory/tea", "{\"onHand\": 1}")).is(503, "B0100");
    Api.wait(api.send(port, "GET", "/inventory/tea", null)).is(404, "A0404");
    Api.wait(full.unbind());
  }
}
