package ordinal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.ParseOptions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import ordinal.assets.AccountId;
import ordinal.assets.AccountKind;
import ordinal.assets.CouponStatus;
import ordinal.cash.notifications.Notification;
import ordinal.http.serving.Endpoint;
import ordinal.inventory.HoldReply;
import ordinal.order.OrderNumber;
import ordinal.order.OrderStatus;
import ordinal.projections.views.Deliveries;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The description says what is there, and what is there does what it says. */
class OpenApiTest {

  private final Api api = Api.shared();
  private final Reply description = api.get("/openapi.json");
  private final List<Endpoint> endpoints =
      HttpApi.endpoints(api.served(api.orders, new SimpleMeterRegistry()), api.settings(""));

  @Test
  void itIsAnOpenApiDocumentWithNothingToComplainAbout() {
    var options = new ParseOptions();
    options.setResolve(true);
    var parsed = new OpenAPIV3Parser().readContents(description.text(), null, options);

    assertThat(parsed.getMessages()).isNullOrEmpty();
    assertThat(parsed.getOpenAPI().getPaths()).isNotEmpty();
    assertThat(description.header("Content-Type")).isEqualTo("application/json");
    assertThat(description.header("X-Trace-Id")).isNotEmpty();
  }

  @Test
  void itHasEveryEndpointAndNoOther() {
    var described = new TreeSet<String>();
    var paths = description.json().get("paths");
    paths
        .fieldNames()
        .forEachRemaining(
            path ->
                paths.get(path).fieldNames().forEachRemaining(m -> described.add(m + " " + path)));

    var there = new TreeSet<String>();
    for (var endpoint : endpoints) {
      there.add(endpoint.method().name().toLowerCase(Locale.ROOT) + " " + endpoint.path());
    }
    assertThat(described).isEqualTo(there);
    assertThat(endpoints.stream().map(Endpoint::operationId)).doesNotHaveDuplicates();
  }

  @TestFactory
  Stream<DynamicTest> everyDescribedPathAnswers() {
    return endpoints.stream().map(e -> dynamicTest(e.operationId(), () -> answers(e)));
  }

  private void answers(Endpoint endpoint) {
    var path = endpoint.path().replaceAll("\\{[^}]*}", OrderNumber.of("default", "u1", "nobody"));
    var body = endpoint.body() != null ? example(endpoint).toString() : null;
    if (endpoint.isStream()) {
      try (var listener = new Listener(api.port, path)) {
        assertThat(listener.answer.statusCode()).isEqualTo(200);
        assertThat(listener.header("Content-Type")).isEqualTo(endpoint.mediaType());
      }
      return;
    }

    var reply = Api.wait(api.send(api.port, endpoint.method().name(), path, body));

    assertThat(reply.status()).isNotIn(400, 405, 415, 500);
    assertThat(reply.text()).doesNotContain("no such path");
  }

  private JsonNode operation(Endpoint endpoint) {
    return description
        .json()
        .get("paths")
        .get(endpoint.path())
        .get(endpoint.method().name().toLowerCase(Locale.ROOT));
  }

  private JsonNode example(Endpoint endpoint) {
    return operation(endpoint).at("/requestBody/content/application~1json/example");
  }

  @TestFactory
  Stream<DynamicTest> everyExampleFitsItsSchema() {
    var tests = new ArrayList<DynamicTest>();
    for (var endpoint : endpoints) {
      if (endpoint.response() == null) continue;
      var method = endpoint.method().name().toLowerCase(Locale.ROOT);
      if (endpoint.body() != null) {
        var at = pointer(endpoint.path(), method) + "/requestBody/content/application~1json/schema";
        tests.add(dynamicTest(endpoint.operationId(), () -> assertFits(at, example(endpoint))));
      }
      operation(endpoint)
          .get("responses")
          .properties()
          .forEach(
              response ->
                  tests.add(
                      dynamicTest(
                          endpoint.operationId() + " " + response.getKey(),
                          () -> examplesFit(endpoint, method, response))));
    }
    return tests.stream();
  }

  private void examplesFit(Endpoint endpoint, String method, Map.Entry<String, JsonNode> response) {
    var json = response.getValue().at("/content/application~1json");
    var examples = new ArrayList<JsonNode>();
    if (json.has("example")) examples.add(json.get("example"));
    if (json.has("examples")) json.get("examples").forEach(e -> examples.add(e.get("value")));
    assertThat(examples).isNotEmpty();
    for (var example : examples) {
      assertFits(answerPointer(endpoint.path(), method, response.getKey()), example);
    }
  }

  private static String pointer(String path, String method) {
    return "#/paths/"
        + path.replace("/", "~1").replace("{", "%7B").replace("}", "%7D")
        + "/"
        + method;
  }

  private static String answerPointer(String path, String method, String status) {
    return pointer(path, method) + "/responses/" + status + "/content/application~1json/schema";
  }

  private void assertFits(String pointer, JsonNode value) {
    var root = (ObjectNode) description.json().deepCopy();
    root.put("$ref", pointer);
    var schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(root);

    assertThat(schema.validate(value)).as(pointer + " " + value).isEmpty();
  }

  private void assertFits(String method, String path, Reply reply) {
    assertThat(operationAt(method, path).get("responses").has(String.valueOf(reply.status())))
        .as(method + " " + path + " answers " + reply.status())
        .isTrue();
    assertFits(answerPointer(path, method, String.valueOf(reply.status())), reply.json());
  }

  private void answersAboutUsersFit() {
    var user = "/users/{userId}";
    var at = "/users/described-" + Api.fresh();
    var money = "{\"requestId\": \"r\", \"amount\": %s}";
    var points = "{\"requestId\": \"r\", \"points\": %d}";
    var coupon =
        "{\"couponId\": \"%s\", \"discount\": %%d, \"expiresAt\": \"2026-12-31T00:00:00Z\"}"
            .formatted(Api.fresh());
    for (var status : List.of(201, 200)) {
      var wallet =
          api.post(at + "/wallet/credits", money.formatted(status == 201 ? "5.5" : "5.50"));
      assertFits("post", user + "/wallet/credits", wallet);
      var given = api.post(at + "/points/credits", points.formatted(7));
      assertFits("post", user + "/points/credits", given);
      var issued = api.post(at + "/coupons", coupon.formatted(5));
      assertFits("post", user + "/coupons", issued);
      assertThat(List.of(wallet.status(), given.status(), issued.status())).containsOnly(status);
    }
    assertFits("get", user + "/wallet", api.get(at + "/wallet").is(200, "00000"));
    assertFits("get", user + "/points", api.get(at + "/points").is(200, "00000"));
    var userId = at.substring("/users/".length());
    for (var kind : AccountKind.values()) {
      api.userViews.entry(1, new AccountId(kind, "default", userId), "Any", 1, 1L);
      api.userViews.entry(2, new AccountId(kind, "default", userId), "Any", 1, null);
    }
    for (int i = 1; i <= 2; i++) {
      api.userViews.coupon(i, "default", userId, CouponStatus.LOCKED, Instant.EPOCH);
      api.userViews.notification(i, "default", userId, Notification.Status.values()[i]);
    }
    for (var list :
        List.of("wallet/entries", "points/entries", "coupons", "commissions", "notifications")) {
      for (var query : List.of("", "?limit=1")) {
        var listed = api.get(at + "/" + list + query).is(200, "00000");
        assertThat(listed.data().get("items")).isNotEmpty();
        assertFits("get", user + "/" + list, listed);
      }
    }
    var reused = api.post(at + "/wallet/credits", money.formatted(6));
    assertFits("post", user + "/wallet/credits", reused.is(422, "A0402"));
    assertFits("post", user + "/coupons", api.post(at + "/coupons", coupon.formatted(6)));
    assertFits("post", user + "/coupons", api.post(at + "/coupons", "{}").is(400, "A0400"));
  }

  private JsonNode operationAt(String method, String path) {
    return description.json().get("paths").get(path).get(method);
  }

  @Test
  void theCheckOfAnswersSeesAFieldThatIsNotDescribed() {
    var reply = api.get("/orders/nope");
    var spoilt = ((ObjectNode) reply.json()).put("more", 1);
    var root = (ObjectNode) description.json().deepCopy();
    root.put("$ref", answerPointer("/orders/{orderNo}", "get", "404"));
    var schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(root);

    assertThat(schema.validate(spoilt)).isNotEmpty();
  }

  @Test
  void realAnswersFitTheirSchemas() {
    var id = Api.fresh();
    var body = Api.createBody(id).replace("\"u1\"", "\"u1\", \"storeId\": \"s\"");
    var created = api.post("/orders", body);
    var orderNo = created.is(201, "00000").data().get("orderNo").asText();
    var at = "/orders/" + orderNo;
    assertFits("post", "/orders", created);
    assertFits("post", "/orders", api.post("/orders", body).is(200, "00000"));
    assertFits("post", "/orders", api.post("/orders", Api.createBody(id)).is(422, "A0402"));
    assertFits("post", "/orders", api.post("/orders", "{}").is(400, "A0400"));
    assertFits("post", "/orders", api.post("/orders", "{}", "Content-Type", "a/b"));
    assertFits("post", "/orders", api.post("/orders", "x".repeat(1_100_000)).is(413, "A0413"));
    assertFits(
        "post",
        "/orders/{orderNo}/complete",
        api.post(at + "/complete", "{\"technicianId\": \"t\"}").is(409, "A0409"));
    assertFits(
        "post",
        "/orders/{orderNo}/payments",
        api.post(at + "/payments", Api.payment("e", "SUCCESS", "1")).is(200, "00000"));
    api.stockReserved(orderNo);
    assertFits(
        "post",
        "/orders/{orderNo}/checkout",
        api.post(at + "/checkout", "{\"walletAmount\": 99}").is(400, "A0400"));
    assertFits(
        "post", "/orders/{orderNo}/checkout", api.post(at + "/checkout", "").is(200, "00000"));
    assertFits("get", "/orders/{orderNo}", api.get(at).is(200, "00000"));
    assertFits(
        "post",
        "/orders/{orderNo}/payments",
        api.post(at + "/payments", Api.payment("p", "SUCCESS", "39.80")).is(200, "00000"));
    assertFits(
        "post",
        "/orders/{orderNo}/complete",
        api.post(at + "/complete", "{\"technicianId\": \"t\", \"mentorId\": \"m\"}")
            .is(200, "00000"));
    var refunding = api.post(at + "/refunds", "{\"reason\": \"r\"}").is(200, "00000");
    assertFits("post", "/orders/{orderNo}/refunds", refunding);
    var refundId = refunding.data().get("refundId").asText();
    assertFits(
        "post",
        "/refunds/{refundId}/result",
        api.post("/refunds/" + refundId + "/result", "{\"result\": \"FAILED\"}").is(200, "00000"));
    assertFits("get", "/orders/{orderNo}/timeline", api.get(at + "/timeline").is(200, "00000"));
    var out = new Deliveries.Delivery("order-events", 7, 0, Instant.EPOCH);
    api.views.deliveries.known.put(orderNo, Map.of(2L, out));
    assertFits("get", "/orders/{orderNo}/timeline", api.get(at + "/timeline").is(200, "00000"));
    answersAboutUsersFit();
    api.views.list.add(900, "described", OrderStatus.PAID);
    api.views.list.add(901, "described", OrderStatus.PAID);
    var list = "/orders?userId=described&limit=1";
    var page = api.get(list).is(200, "00000");
    assertFits("get", "/orders", page);
    var rest = list + "&cursor=" + page.data().get("nextCursor").asText();
    assertFits("get", "/orders", api.get(rest).is(200, "00000"));
    assertFits("get", "/orders", api.get("/orders?status=x").is(400, "A0400"));
    assertFits("get", "/events", api.get("/events?after=x").is(400, "A0400"));
    assertFits("get", "/orders/{orderNo}", api.get(at + "?atVersion=1").is(200, "00000"));
    assertFits("get", "/orders/{orderNo}", api.get("/orders/nope").is(404, "A0404"));
    assertFits("get", "/orders/{orderNo}", api.get(at + "?x=1").is(400, "A0400"));
    assertFits("post", "/orders/{orderNo}/cancel", api.post(at + "/cancel", "{}").is(409, "A0409"));
    var locking = api.create();
    api.stockReserved(locking);
    assertFits(
        "post",
        "/orders/{orderNo}/checkout",
        api.post("/orders/" + locking + "/checkout", "{\"couponId\": \"c\", \"points\": 1}")
            .is(200, "00000"));
    assertFits(
        "post",
        "/orders/{orderNo}/cancel",
        api.post("/orders/" + locking + "/cancel", "{\"reason\": \"r\"}").is(200, "00000"));
  }

  @Test
  void realAnswersAboutStockFitTheirSchemas() {
    var inventory = new FakeInventory();
    var server = api.start(api.served(api.orders, inventory), api.settings(""));
    int port = server.localAddress().getPort();
    var sku = "/inventory/{skuId}";
    var sale = "/flash-sales/{skuId}/orders";
    var body = FlashSaleTest.body(Api.fresh());

    assertFits("get", sku, Api.wait(api.send(port, "GET", "/inventory/tea", null)));
    assertFits("put", sku, Api.wait(api.send(port, "PUT", "/inventory/tea", "{\"onHand\": 5}")));
    assertFits("put", sku, Api.wait(api.send(port, "PUT", "/inventory/tea", "{}")));
    assertFits("get", sku, Api.wait(api.send(port, "GET", "/inventory/tea", null)));
    for (int status : List.of(201, 200)) {
      var bought = Api.wait(api.send(port, "POST", "/flash-sales/tea/orders", body));
      assertThat(bought.status()).isEqualTo(status);
      assertFits("post", sale, bought);
    }
    inventory.toHold = FakeInventory.done(new HoldReply.SoldOut(0));
    var soldOut = Api.wait(api.send(port, "POST", "/flash-sales/tea/orders", body));
    assertFits("post", sale, soldOut.is(409, "A0409"));
    assertFits("post", sale, api.post("/flash-sales/tea/orders", body).is(404, "A0404"));
    Api.wait(server.unbind());
  }

  @Test
  void thePagesAreWholeInThemselves() {
    for (var path : List.of("/", "/docs")) {
      var page = api.get(path);

      assertThat(page.status()).isEqualTo(200);
      assertThat(page.header("Content-Type")).isEqualTo("text/html; charset=UTF-8");
      assertThat(page.header("Server")).isNull();
      assertThat(page.header("Content-Security-Policy"))
          .contains("default-src 'none'", "style-src 'sha256-")
          .doesNotContain("unsafe");
      assertThat(page.text().replace("http://127.0.0.1:8080", "")).doesNotContain("://", "src=");
      assertThat(page.text()).doesNotContain(" style=", "onclick");
    }
    assertThat(api.get("/docs").header("Content-Security-Policy")).contains("script-src 'sha256-");
    api.get("/docs?x=1").faults("x");
  }
}
