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
    node = TestNode.start("user_views");
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

  private static String order(String requestId) {
    return """
           {"clientRequestId":"%s","userId":"7","storeId":"s-1",
            "items":[{"skuId":"a","quantity":1,"unitPrice":5}]}"""
        .formatted(requestId);
  }
}
