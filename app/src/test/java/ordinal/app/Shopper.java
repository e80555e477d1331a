package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * A customer with 50.00 in the wallet, 800 points and a coupon of 10.00, who buys for 100.00, over
 * HTTP. Everything about the order has one trace, which is called as the customer is.
 */
final class Shopper {

  static final Duration LIMIT = Duration.ofSeconds(60);
  static final String SKU = "tea";

  /** What remains of 100.00 after the coupon, 30.00 of the wallet and 500 points. */
  static final double DUE = 55;

  final String name;
  private final Supplier<String> url;
  private String orderNo = "";

  Shopper(Supplier<String> url, String name) {
    this.url = url;
    this.name = name;
  }

  static void stock(Supplier<String> url) {
    var put =
        HttpRequest.newBuilder(URI.create(url.get() + "/inventory/" + SKU))
            .header("Content-Type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofString("{\"onHand\":1000}"));
    assertThat(RunningOrdinal.send(put).statusCode()).isEqualTo(200);
  }

  String orderNo() {
    return orderNo;
  }

  HttpResponse<String> post(String path, String body) {
    return RunningOrdinal.send(
        HttpRequest.newBuilder(URI.create(url.get() + path))
            .header("Content-Type", "application/json")
            .header("X-Trace-Id", name)
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  JsonNode data(String path) {
    return RunningOrdinal.data(
        RunningOrdinal.send(HttpRequest.newBuilder(URI.create(url.get() + path))));
  }

  /** Is given everything, and has an order whose stock is reserved. */
  Shopper withReservedOrder() {
    post("/users/" + name + "/wallet/credits", "{\"requestId\":\"w\",\"amount\":50}");
    post("/users/" + name + "/points/credits", "{\"requestId\":\"p\",\"points\":800}");
    post("/users/" + name + "/coupons", "{\"couponId\":\"" + coupon() + "\",\"discount\":10}");
    var created =
        post(
            "/orders",
            """
            {"clientRequestId":"order","userId":"%s",
             "items":[{"skuId":"%s","quantity":1,"unitPrice":100}]}"""
                .formatted(name, SKU));
    assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
    orderNo = RunningOrdinal.data(created).path("orderNo").asText();
    awaitOrder("status", "STOCK_RESERVED");
    return this;
  }

  String coupon() {
    return "coupon-" + name;
  }

  HttpResponse<String> checkout() {
    return ofOrder(
        "/checkout",
        "{\"couponId\":\"%s\",\"walletAmount\":30,\"points\":500}".formatted(coupon()));
  }

  HttpResponse<String> pay() {
    return ofOrder(
        "/payments",
        "{\"paymentId\":\"pay-%s\",\"result\":\"SUCCESS\",\"amount\":%s}".formatted(name, DUE));
  }

  HttpResponse<String> ofOrder(String call, String body) {
    return post("/orders/" + orderNo + call, body);
  }

  // What can be seen of it.

  JsonNode order() {
    return data("/orders/" + orderNo);
  }

  JsonNode timeline() {
    return data("/orders/" + orderNo + "/timeline");
  }

  JsonNode story() {
    return data("/orders/" + orderNo + "/story");
  }

  void awaitOrder(String field, String value) {
    await().atMost(LIMIT).until(() -> order().path(field).asText(), value::equals);
  }

  void awaitLocked() {
    awaitOrder("assets", "LOCKED");
    assertThat(order().path("amountDue").asDouble()).isEqualTo(DUE);
    awaitWallet(20, 30);
    awaitPoints(300, 500);
    awaitCoupon("LOCKED");
  }

  /** As if nothing had ever been locked. */
  void awaitFree() {
    awaitWallet(50, 0);
    awaitPoints(800, 0);
    awaitCoupon("AVAILABLE");
  }

  /** Everything is used once, and points are earned once. */
  void awaitUsed() {
    awaitWallet(20, 0);
    awaitPoints(355, 0);
    awaitCoupon("USED");
  }

  void awaitWallet(double available, double frozen) {
    awaitBalance("wallet", available, frozen);
  }

  void awaitPoints(long available, long frozen) {
    awaitBalance("points", available, frozen);
  }

  private void awaitBalance(String what, double available, double frozen) {
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              var balance = data("/users/" + name + "/" + what);
              assertThat(balance.path("available").asDouble(-1)).as(what).isEqualTo(available);
              assertThat(balance.path("frozen").asDouble(-1)).as(what).isEqualTo(frozen);
            });
  }

  void awaitCoupon(String status) {
    await()
        .atMost(LIMIT)
        .until(
            () -> data("/users/" + name + "/coupons").path("items").path(0).path("status").asText(),
            status::equals);
  }

  /** How often each event of the order's assets is in its story. */
  Map<String, Integer> assetEvents() {
    var counts = new TreeMap<String, Integer>();
    for (var entry : story()) {
      if (entry.path("source").asText().equals("ASSETS")) {
        counts.merge(entry.path("what").asText(), 1, Integer::sum);
      }
    }
    return counts;
  }

  /** How often an event is in the order's journal. */
  long events(String eventType) {
    long count = 0;
    for (var entry : timeline()) {
      if (entry.path("event").asText().equals(eventType)) count++;
    }
    return count;
  }
}
