package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import ordinal.cash.story.StoryEntry.Source;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * An order that uses everything, from its creation to its refund, on a whole node with its own
 * stock service, under one trace: its story has all of it.
 */
class OrderStoryTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String TRACE = "one-order-one-trace";

  static TestNode node;
  static String orderNo;
  static JsonNode story;

  @BeforeAll
  static void liveThroughEverything() throws Exception {
    node =
        TestNode.start(
            "order_story",
            "ordinal.inventory = builtin",
            "ordinal.bridge { poll = 100ms, look-every = 100ms }",
            "ordinal.cash.refunds { look-every = 100ms, simulated.delay = 0s }");
    RunningOrdinal.send(
        HttpRequest.newBuilder(URI.create(node.node.httpUrl() + "/inventory/tea"))
            .header("Content-Type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofString("{\"onHand\":10}")));
    post("/users/ann/wallet/credits", "{\"requestId\":\"w\",\"amount\":50}");
    post("/users/ann/points/credits", "{\"requestId\":\"p\",\"points\":800}");
    post("/users/ann/coupons", "{\"couponId\":\"story\",\"discount\":10}");
    orderNo =
        post(
                "/orders",
                """
                {"clientRequestId":"story","userId":"ann",
                 "items":[{"skuId":"tea","quantity":1,"unitPrice":100}]}""")
            .path("orderNo")
            .asText();
    awaitOrder("status", "STOCK_RESERVED");
    ofOrder("/checkout", "{\"couponId\":\"story\",\"walletAmount\":30,\"points\":500}");
    awaitOrder("assets", "LOCKED");
    ofOrder("/payments", "{\"paymentId\":\"pay-1\",\"result\":\"SUCCESS\",\"amount\":55}");
    awaitAssets("CouponUsed", "WalletCommitted", "PointsCommitted", "PointsEarned");
    ofOrder("/complete", "{\"technicianId\":\"tom\",\"mentorId\":\"may\"}");
    awaitAssets("CommissionEarned");
    ofOrder("/refunds", "{\"reason\":\"too small\"}");
    awaitOrder("status", "REFUNDED");
    awaitAssets("WalletReverted", "PointsReverted", "PointsTakenBack", "CommissionTakenBack");
    story = await().atMost(LIMIT).until(OrderStoryTest::story, OrderStoryTest::isWhole);
  }

  @AfterAll
  static void stop() {
    if (node != null) node.close();
  }

  private static JsonNode post(String path, String body) {
    var answer = node.post(path, body, "X-Trace-Id", TRACE);
    assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 201);
    return RunningOrdinal.data(answer);
  }

  private static void ofOrder(String what, String body) {
    var key = what.substring(1) + "-1";
    var answer =
        node.post("/orders/" + orderNo + what, body, "X-Trace-Id", TRACE, "X-Idempotency-Key", key);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }

  private static void awaitOrder(String field, String value) {
    await()
        .atMost(LIMIT)
        .until(() -> node.data("/orders/" + orderNo).path(field).asText(), value::equals);
  }

  private static void awaitAssets(String... events) {
    await().atMost(LIMIT).until(() -> whats(story(), Source.ASSETS).containsAll(List.of(events)));
  }

  private static JsonNode story() {
    return node.data("/orders/" + orderNo + "/story");
  }

  private static List<JsonNode> of(JsonNode told, Source source) {
    var found = new ArrayList<JsonNode>();
    for (var entry : told) {
      if (entry.path("source").asText().equals(source.name())) found.add(entry);
    }
    return found;
  }

  private static List<String> whats(JsonNode told, Source source) {
    return of(told, source).stream().map(entry -> entry.path("what").asText()).toList();
  }

  /** Everything is on Kafka, told to whom it concerns, and heard by all. */
  private static boolean isWhole(JsonNode told) {
    int events =
        of(told, Source.ORDER).size()
            + of(told, Source.STOCK).size()
            + of(told, Source.ASSETS).size();
    return of(told, Source.KAFKA).size() == events
        && whats(told, Source.REFUND).equals(List.of("SUCCEEDED"))
        && of(told, Source.NOTIFICATION).stream()
                .filter(one -> one.path("status").asText().equals("SENT"))
                .count()
            == 4
        && whats(told, Source.CONSUMER).contains("OrderRefunded");
  }

  @Test
  void everyoneHasSomethingToTell() {
    var sources = new TreeSet<String>();
    for (var entry : story) sources.add(entry.path("source").asText());

    var all = new TreeSet<String>();
    for (var source : Source.values()) all.add(source.name());
    assertThat(sources).isEqualTo(all);
    assertThat(whats(story, Source.HTTP))
        .containsExactly(
            "createOrder", "checkoutOrder", "paymentResult", "completeOrder", "requestRefund");
    assertThat(whats(story, Source.ORDER))
        .containsExactly(
            "OrderCreated",
            "OrderStockReserved",
            "OrderCheckoutLocked",
            "OrderAssetsLocked",
            "OrderPaid",
            "OrderCompleted",
            "OrderRefundRequested",
            "OrderRefunded");
    assertThat(whats(story, Source.STOCK)).containsExactly("StockReserved", "StockDeducted");
    assertThat(whats(story, Source.ASSETS))
        .contains(
            "CouponLocked",
            "WalletFrozen",
            "PointsFrozen",
            "CouponUsed",
            "WalletCommitted",
            "PointsCommitted",
            "PointsEarned",
            "CommissionEarned",
            "WalletReverted",
            "PointsReverted",
            "PointsTakenBack",
            "CommissionTakenBack");
  }

  @Test
  void allOfItHasTheOneTrace() {
    for (var entry : story) {
      assertThat(entry.path("traceId").asText()).as(entry.toString()).isEqualTo(TRACE);
    }
  }

  @Test
  void itIsInTheOrderOfTime() {
    var times = new ArrayList<Instant>();
    for (var entry : story) times.add(Instant.parse(entry.path("at").asText()));

    assertThat(times).isSorted();
    assertThat(story.get(0).path("what").asText()).isEqualTo("createOrder");
  }

  @Test
  void aCallIsToldWithItsKeyAndAnAssetWithItsOperations() {
    var calls = of(story, Source.HTTP);
    assertThat(calls.get(0).path("key").asText()).isEqualTo("story");
    assertThat(calls.get(1).path("key").asText()).isEqualTo("checkout-1");

    var frozen =
        of(story, Source.ASSETS).stream()
            .filter(one -> one.path("what").asText().equals("WalletFrozen"))
            .findFirst()
            .orElseThrow();
    assertThat(frozen.path("key").asText()).isEqualTo("wallet:" + orderNo + ":freeze");
    assertThat(frozen.path("amount").asDouble()).isEqualTo(30);
    assertThat(frozen.path("entityId").asText()).isEqualTo("wallet/default/ann");
  }

  @Test
  void itIsAsItIsDescribed() throws Exception {
    var root = (ObjectNode) ApiClient.JSON.readTree(node.get("/openapi.json").body());
    root.put(
        "$ref",
        "#/paths/~1orders~1%7BorderNo%7D~1story/get/responses/200/content/application~1json/schema");
    var schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(root);
    var answer = ApiClient.JSON.readTree(node.get("/orders/" + orderNo + "/story").body());

    assertThat(schema.validate(answer)).isEmpty();
  }

  @Test
  void anotherTenantIsToldNothing() {
    var request =
        HttpRequest.newBuilder(URI.create(node.node.httpUrl() + "/orders/" + orderNo + "/story"))
            .header("X-Tenant-Id", "acme");

    assertThat(RunningOrdinal.send(request).statusCode()).isEqualTo(404);
  }

  @Test
  void theCommandLinePrintsALineForEach() {
    var out = new StringWriter();

    StoryPrinter.print(story, new PrintWriter(out, true));

    var lines = out.toString().lines().toList();
    assertThat(lines).hasSize(story.size() + 2);
    assertThat(lines.get(0)).isEqualTo("trace " + TRACE);
    assertThat(lines.get(2)).contains("HTTP", "createOrder", "key=story");
    assertThat(lines).noneMatch(line -> line.contains("trace=")); // There is only one.
  }
}
