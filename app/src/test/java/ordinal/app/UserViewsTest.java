package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What users own and were told, on a whole node: given over HTTP, and listed from the database. */
class UserViewsTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  static TestNode node;

  @BeforeAll
  static void start() throws IOException {
    node = TestNode.start("user_views", "ordinal.inventory = builtin");
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static HttpResponse<String> getAs(String tenant, String path) {
    return RunningOrdinal.send(
        HttpRequest.newBuilder(URI.create(node.node.httpUrl() + path))
            .header("X-Tenant-Id", tenant));
  }

  @Test
  void whatIsGivenIsSeenAtOnceAndListedSoon() {
    node.post("/users/1001/wallet/credits", "{\"requestId\":\"top-up-1\",\"amount\":50.5}");
    node.post("/users/1001/points/credits", "{\"requestId\":\"gift-1\",\"points\":100}");
    node.post(
        "/users/1001/coupons",
        "{\"couponId\":\"c-1\",\"discount\":10,\"expiresAt\":\"2020-01-01T00:00:00.25Z\"}");

    assertThat(node.data("/users/1001/wallet").path("available").asDouble()).isEqualTo(50.5);
    assertThat(node.data("/users/1001/points").path("available").asLong()).isEqualTo(100);
    await()
        .atMost(LIMIT)
        .until(() -> node.data("/users/1001/wallet/entries?limit=1"), UserViewsTest::has);
    await().atMost(LIMIT).until(() -> node.data("/users/1001/points/entries"), UserViewsTest::has);
    await().atMost(LIMIT).until(() -> node.data("/users/1001/coupons"), UserViewsTest::has);
    var entry = node.data("/users/1001/wallet/entries").path("items").get(0);
    assertThat(entry.path("event").asText()).isEqualTo("WalletCredited");
    assertThat(entry.path("key").asText()).isEqualTo("credit:top-up-1");
    assertThat(entry.path("amount").asDouble()).isEqualTo(50.5);
    var coupon = node.data("/users/1001/coupons").path("items").get(0);
    assertThat(coupon.path("status").asText()).isEqualTo("EXPIRED");
    assertThat(coupon.path("expiresAt").asText()).isEqualTo("2020-01-01T00:00:00.250Z");
    for (var list : new String[] {"wallet/entries", "points/entries", "coupons"}) {
      assertThat(RunningOrdinal.data(getAs("other", "/users/1001/" + list)).path("items"))
          .isEmpty();
    }
  }

  private static boolean has(JsonNode page) {
    return page.path("items").size() == 1 && page.path("nextCursor").isNull();
  }

  @Test
  void aTenantsOrderIsThereForNobodyElse() throws Exception {
    var created = node.post("/orders", order("acme-1"), "X-Tenant-Id", "acme");
    var orderNo = RunningOrdinal.data(created).path("orderNo").asText();

    assertThat(RunningOrdinal.data(created).path("tenantId").asText()).isEqualTo("acme");
    assertThat(node.get("/orders/" + orderNo).statusCode()).isEqualTo(404);
    assertThat(getAs("acme", "/orders/" + orderNo).statusCode()).isEqualTo(200);
    await()
        .atMost(LIMIT)
        .until(
            () ->
                RunningOrdinal.data(getAs("acme", "/orders?storeId=s-1")).path("items").size()
                    == 1);
    assertThat(node.data("/orders?storeId=s-1").path("items")).isEmpty();
    assertThat(node.data("/users/7/notifications").path("items")).isEmpty();
    assertThat(node.get("/users/7/notifications?cursor=nonsense").statusCode()).isEqualTo(400);
  }

  @Test
  void aCheckoutTakesFromItsOwnTenantsWalletAndCoupons() {
    RunningOrdinal.send(
        HttpRequest.newBuilder(URI.create(node.node.httpUrl() + "/inventory/a"))
            .header("Content-Type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofString("{\"onHand\":10}")));
    node.post("/users/7/wallet/credits", "{\"requestId\":\"r\",\"amount\":100}");
    node.post("/users/7/coupons", "{\"couponId\":\"theirs\",\"discount\":1}");
    as("shop", "/users/7/wallet/credits", "{\"requestId\":\"r\",\"amount\":3}");
    as("shop", "/users/7/coupons", "{\"couponId\":\"ours\",\"discount\":1}");
    var created = RunningOrdinal.data(as("shop", "/orders", order("checkout")));
    var at = "/orders/" + created.path("orderNo").asText();
    await().atMost(LIMIT).until(() -> status(at).equals("STOCK_RESERVED"));

    as("shop", at + "/checkout", "{\"couponId\":\"theirs\",\"walletAmount\":2}");
    await().atMost(LIMIT).until(() -> status(at).equals("STOCK_RESERVED"));
    as("shop", at + "/checkout", "{\"couponId\":\"ours\",\"walletAmount\":2}");
    await().atMost(LIMIT).until(() -> asShop(at).path("assets").asText().equals("LOCKED"));

    assertThat(asShop(at).path("amountDue").asDouble()).isEqualTo(2);
    assertThat(asShop("/users/7/wallet").path("frozen").asDouble()).isEqualTo(2);
    assertThat(node.data("/users/7/wallet").path("frozen").asDouble()).isZero();
    var payment = "{\"paymentId\":\"p\",\"result\":\"SUCCESS\",\"amount\":2}";
    assertThat(node.post(at + "/payments", payment).statusCode()).isEqualTo(404);
    assertThat(as("shop", at + "/payments", payment).statusCode()).isEqualTo(200);
    await().atMost(LIMIT).until(() -> asShop("/users/7/wallet").path("spent").asDouble() == 2);
    await().atMost(LIMIT).until(() -> !asShop("/users/7/notifications").path("items").isEmpty());
    await()
        .atMost(LIMIT)
        .until(() -> asShop("/users/7/coupons").at("/items/0/status").asText().equals("USED"));
    assertThat(node.data("/users/7/notifications").path("items")).isEmpty();
    assertThat(node.data("/users/7/wallet").path("available").asDouble()).isEqualTo(100);
    assertThat(node.data("/users/7/coupons").at("/items/0/status").asText()).isEqualTo("AVAILABLE");
  }

  private static HttpResponse<String> as(String tenant, String path, String body) {
    return node.post(path, body, "X-Tenant-Id", tenant);
  }

  private static JsonNode asShop(String path) {
    return RunningOrdinal.data(getAs("shop", path));
  }

  private static String status(String at) {
    return asShop(at).path("status").asText();
  }

  private static String order(String requestId) {
    return """
           {"clientRequestId":"%s","userId":"7","storeId":"s-1",
            "items":[{"skuId":"a","quantity":1,"unitPrice":5}]}"""
        .formatted(requestId);
  }
}
