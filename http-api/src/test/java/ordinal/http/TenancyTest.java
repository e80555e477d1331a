package ordinal.http;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import ordinal.assets.AccountId;
import ordinal.assets.AccountKind;
import ordinal.assets.CouponStatus;
import ordinal.cash.notifications.Notification;
import ordinal.cash.story.StoryEntry;
import ordinal.cash.story.StoryEntry.Source;
import ordinal.http.serving.Endpoint;
import ordinal.order.OrderNumber;
import ordinal.order.OrderStatus;
import ordinal.projections.feed.EventFeed.FeedEvent;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;

/**
 * One tenant never sees another's, and moves nothing of it: walked over every endpoint there is. A
 * new one fails {@link #everyEndpointIsConsidered} until somebody says here how it keeps tenants
 * apart.
 */
class TenancyTest {

  private static final String TENANT = "X-Tenant-Id";
  private static final String NOBODYS = OrderNumber.of("default", "u1", "nobody's");

  private final Api api = Api.shared();

  /**
   * A call on something of one tenant's, made by another, who is to be answered as if it were not
   * there; and then by the tenant itself, to show that nothing else is wrong with it.
   *
   * @param at its path, with {@code {no}} for the order's number and {@code {refund}} for the id of
   *     its refund
   * @param body null for a call that takes none
   * @param order makes an order of the default tenant that the call fits
   */
  private record Foreign(String operationId, String at, String body, Supplier<String> order) {}

  private List<Foreign> foreign() {
    return List.of(
        new Foreign("getOrder", "/orders/{no}", null, api::create),
        new Foreign("getOrder", "/orders/{no}?atVersion=1", null, api::create),
        new Foreign("getTimeline", "/orders/{no}/timeline", null, api::create),
        new Foreign("getStory", "/orders/{no}/story", null, this::withStory),
        new Foreign("getEventPayload", "/orders/{no}/events/1", null, this::withPayload),
        new Foreign("cancelOrder", "/orders/{no}/cancel", "{}", api::create),
        new Foreign("checkoutOrder", "/orders/{no}/checkout", "{}", this::reserved),
        new Foreign(
            "paymentResult",
            "/orders/{no}/payments",
            Api.payment("p-1", "SUCCESS", "39.80"),
            api::inWaitPay),
        new Foreign(
            "completeOrder", "/orders/{no}/complete", "{\"technicianId\": \"t\"}", api::paid),
        new Foreign("requestRefund", "/orders/{no}/refunds", "{}", api::paid),
        new Foreign(
            "refundResult",
            "/refunds/{refund}/result",
            "{\"result\": \"SUCCESS\"}",
            this::refunding));
  }

  /** Calls on what each tenant has for itself, and how that is seen. */
  private Map<String, Executable> own() {
    return Map.ofEntries(
        entry("createOrder", this::theSameRequestIsAnotherOrderForAnotherTenant),
        entry("listOrders", this::listsAreOfOneTenant),
        entry("listenToEvents", this::aListenerHearsOfItsOwnTenantOnly),
        entry("buyInFlashSale", this::aFlashSaleSellsToEachTenantUnderItsOwnNumber),
        entry("getWallet", () -> balancesAreApart("wallet")),
        entry("creditWallet", () -> balancesAreApart("wallet")),
        entry("getPoints", () -> balancesAreApart("points")),
        entry("creditPoints", () -> balancesAreApart("points")),
        entry("issueCoupon", this::aCouponIdIsFreeInAnotherTenant),
        entry("listWalletEntries", () -> listsAreApart("wallet/entries")),
        entry("listPointsEntries", () -> listsAreApart("points/entries")),
        entry("listCoupons", () -> listsAreApart("coupons")),
        entry("listCommissions", () -> listsAreApart("commissions")),
        entry("listNotifications", () -> listsAreApart("notifications")));
  }

  /** The same for all: stock is kept for the whole platform, and the rest is about the API. */
  private static final List<String> SHARED =
      List.of("getStock", "setStock", "getAsyncApi", "getOpenApi", "getDocs", "getFrontDoor");

  private List<Endpoint> endpoints() {
    return HttpApi.endpoints(api.served(api.orders, new SimpleMeterRegistry()), api.settings(""));
  }

  @Test
  void everyEndpointIsConsidered() {
    var considered = new TreeSet<>(own().keySet());
    considered.addAll(SHARED);
    foreign().forEach(call -> considered.add(call.operationId()));

    assertThat(considered)
        .isEqualTo(
            endpoints().stream()
                .map(Endpoint::operationId)
                .collect(Collectors.toCollection(TreeSet::new)));
  }

  @TestFactory
  Stream<DynamicTest> whatIsAnothersIsNotThere() {
    return foreign().stream()
        .map(call -> dynamicTest(call.operationId() + " " + call.at(), () -> isNotThere(call)));
  }

  private void isNotThere(Foreign call) {
    var orderNo = call.order().get();
    int before = api.events(orderNo);

    var theirs = send(call, orderNo, TENANT, "other");
    var absent = send(call, NOBODYS, TENANT, "other");

    theirs.is(404, "A0404");
    assertThat(said(theirs, orderNo)).isEqualTo(said(absent, NOBODYS));
    assertThat(api.events(orderNo)).as("events stored").isEqualTo(before);
    assertThat(send(call, orderNo).status())
        .as("what the tenant itself is answered")
        .isEqualTo(200);
  }

  private Reply send(Foreign call, String orderNo, String... headers) {
    var path = call.at().replace("{no}", orderNo).replace("{refund}", refundOf(orderNo));
    var method = call.body() == null ? "GET" : "POST";
    return Api.wait(api.send(api.port, method, path, call.body(), headers));
  }

  private static String refundOf(String orderNo) {
    return "REF" + orderNo.substring(3) + "-1";
  }

  /** All of an answer but the number that was asked for. */
  private static String said(Reply reply, String orderNo) {
    return reply.status()
        + reply.code()
        + reply.data()
        + reply
            .json()
            .get("message")
            .asText()
            .replace(orderNo, "N")
            .replace(refundOf(orderNo), "R");
  }

  private String reserved() {
    var orderNo = api.create();
    api.stockReserved(orderNo);
    return orderNo;
  }

  private String refunding() {
    var orderNo = api.paid();
    api.post("/orders/" + orderNo + "/refunds", "{}").is(200, "00000");
    return orderNo;
  }

  private String withStory() {
    var orderNo = api.create();
    var created = new StoryEntry(Instant.EPOCH, Source.HTTP, "createOrder", Map.of(), "t-1");
    api.views.stories.put("default " + orderNo, List.of(created));
    return orderNo;
  }

  private String withPayload() {
    var orderNo = api.create();
    api.views.payloads.put("default/" + orderNo + "/1", "{}".getBytes(StandardCharsets.UTF_8));
    return orderNo;
  }

  @TestFactory
  Stream<DynamicTest> whatIsOnesOwnIsApart() {
    return own().entrySet().stream().map(e -> dynamicTest(e.getKey(), e.getValue()));
  }

  private void theSameRequestIsAnotherOrderForAnotherTenant() {
    var body = Api.createBody(Api.fresh());

    var ours = api.post("/orders", body).is(201, "00000").data();
    var theirs = api.post("/orders", body, TENANT, "other").is(201, "00000").data();

    assertThat(theirs.get("orderNo")).isNotEqualTo(ours.get("orderNo"));
    assertThat(theirs.get("tenantId").asText()).isEqualTo("other");
    assertThat(ours.get("tenantId").asText()).isEqualTo("default");
    var at = "/orders/" + theirs.get("orderNo").asText();
    api.get(at).is(404, "A0404");
    api.get(at, TENANT, "other").is(200, "00000");
    api.get(at, TENANT, "OTHER").is(404, "A0404");
    api.post(at + "/cancel", "{}").is(404, "A0404");
    api.post(at + "/cancel", "{}", TENANT, "other").is(200, "00000");
  }

  private void listsAreOfOneTenant() {
    var listed = new Views();
    listed.list.add(1, "1001", OrderStatus.PAID);
    var served =
        new Served(
            api.orders,
            api.users,
            listed.list,
            listed.deliveries,
            listed::story,
            listed.feed,
            listed,
            () -> 0,
            new SimpleMeterRegistry());
    var server = api.start(served, api.settings(""));
    int port = server.localAddress().getPort();

    var ours = Api.wait(api.send(port, "GET", "/orders", null));
    var theirs = Api.wait(api.send(port, "GET", "/orders", null, TENANT, "other"));

    assertThat(ours.data().get("items")).hasSize(1);
    assertThat(theirs.data().get("items")).isEmpty();
    Api.wait(server.unbind());
  }

  private void aListenerHearsOfItsOwnTenantOnly() {
    try (var theirs = new Listener(api.port, "/events?after=0", TENANT, "listening")) {
      var orderNo = OrderNumber.of("listening", "u", Api.fresh());
      api.views.feed.publish("default", NOBODYS, new FeedEvent(100_001, "OrderCreated", "{}"));
      api.views.feed.publish("listening", orderNo, new FeedEvent(100_002, "OrderCreated", "{}"));

      theirs.block();
      assertThat(theirs.id()).isEqualTo("id: 100002");
    }
  }

  private void aFlashSaleSellsToEachTenantUnderItsOwnNumber() {
    var stock = new FakeInventory();
    var server = api.start(api.served(api.orders, stock), api.settings(""));
    int port = server.localAddress().getPort();
    var id = Api.fresh();
    var body =
        "{\"clientRequestId\": \"%s\", \"userId\": \"u1\", \"quantity\": 1, \"unitPrice\": 9.9}"
            .formatted(id);

    var path = "/flash-sales/tea/orders";
    Api.wait(api.send(port, "POST", path, body)).is(201, "00000");
    Api.wait(api.send(port, "POST", path, body, TENANT, "other")).is(201, "00000");

    assertThat(stock.held.stream().map(FakeInventory.Hold::orderNo))
        .containsExactly(OrderNumber.of("default", "u1", id), OrderNumber.of("other", "u1", id));
    Api.wait(server.unbind());
  }

  private void balancesAreApart(String what) {
    var at = "/users/" + Api.fresh() + "/" + what;
    var unit = what.equals("wallet") ? "amount" : "points";
    var body = "{\"requestId\": \"r\", \"" + unit + "\": %d}";

    api.post(at + "/credits", body.formatted(5)).is(201, "00000");
    api.post(at + "/credits", body.formatted(7), TENANT, "other").is(201, "00000");

    assertThat(api.get(at).data().get("available").intValue()).isEqualTo(5);
    assertThat(api.get(at, TENANT, "other").data().get("available").intValue()).isEqualTo(7);
    assertThat(api.get(at, TENANT, "third").data().get("available").intValue()).isZero();
  }

  private void listsAreApart(String list) {
    var user = "apart-" + Api.fresh();
    api.userViews.coupon(1, "default", user, CouponStatus.AVAILABLE, null);
    api.userViews.notification(1, "default", user, Notification.Status.SENT);
    for (var kind : AccountKind.values()) {
      api.userViews.entry(1, new AccountId(kind, "default", user), "Any", 1, 1L);
    }
    var at = "/users/" + user + "/" + list;

    assertThat(api.get(at).is(200, "00000").data().get("items")).hasSize(1);
    var theirs = api.get(at, TENANT, "other").is(200, "00000");
    assertThat(theirs.data().get("items")).isEmpty();
  }

  private void aCouponIdIsFreeInAnotherTenant() {
    var body = "{\"couponId\": \"c-%s\", \"discount\": 5}".formatted(Api.fresh());

    api.post("/users/1001/coupons", body).is(201, "00000");
    api.post("/users/1002/coupons", body).is(422, "A0402");
    api.post("/users/1002/coupons", body, TENANT, "other").is(201, "00000");
  }

  // The header.

  @TestFactory
  Stream<DynamicTest> aTenantThatIsNoIdIsRefusedEverywhere() {
    return endpoints().stream()
        .map(
            endpoint ->
                dynamicTest(
                    endpoint.operationId(),
                    () -> {
                      var body = endpoint.body() == null ? null : "{\"x\": 1}";
                      var reply =
                          Api.wait(
                              api.send(
                                  api.port,
                                  endpoint.method().name(),
                                  endpoint.path().replaceAll("\\{[^}]*}", NOBODYS),
                                  body,
                                  TENANT,
                                  "a b"));
                      reply.is(400, "A0400");
                      assertThat(reply.faultyFields()).contains(TENANT);
                    }));
  }

  @Test
  void aTenantIsOneIdAndTheDefaultMayBeSaid() {
    for (var bad : List.of("", "a/b", "x".repeat(65), "a,b")) {
      api.get("/orders", TENANT, bad).faults(TENANT);
    }
    for (var good : List.of("default", "42", "x".repeat(64), "Shop.7_a:b-c")) {
      api.get("/orders", TENANT, good).is(200, "00000");
    }
    var twice = "GET /orders HTTP/1.1\r\nHost: x\r\nX-Tenant-Id: a\r\nx-tenant-id: a\r\n\r\n";
    api.raw(twice).faults(TENANT);
    api.get("/orders/" + api.create(), TENANT, "default").is(200, "00000");
  }

  @Test
  void eachTenantHasItsOwnRateLimit() {
    var limits = "ordinal.http.rate-limit { capacity = 1, per-second = 1, forgotten-after = 1h }";
    var limited = api.start(api.orders, api.settings(limits));
    int port = limited.localAddress().getPort();

    Api.wait(api.send(port, "GET", "/orders", null)).is(200, "00000");
    Api.wait(api.send(port, "GET", "/orders", null, TENANT, "a")).is(200, "00000");
    Api.wait(api.send(port, "GET", "/orders", null, TENANT, "b")).is(200, "00000");
    Api.wait(api.send(port, "GET", "/orders", null, TENANT, "?")).is(400, "A0400");
    // What is wrong counts together, or each wrong word would be a limit of its own.
    Api.wait(api.send(port, "GET", "/orders", null, TENANT, "!")).is(429, "A0500");
    Api.wait(limited.terminate(Duration.ofSeconds(1)));
  }

  @Test
  void noTenantLearnsThatAnothersRequestIsUnderWay() {
    var held = new HeldOrders();
    var server = api.start(held, api.settings(""));
    int port = server.localAddress().getPort();
    var path = "/orders/" + NOBODYS + "/cancel";

    CompletableFuture<Reply> first = api.send(port, "POST", path, "{}", "X-Idempotency-Key", "k");
    await().until(() -> held.asked.size() == 1);
    Api.wait(api.send(port, "POST", path, "{}", "X-Idempotency-Key", "k")).is(409, "A0401");
    CompletableFuture<Reply> theirs =
        api.send(port, "POST", path, "{}", "X-Idempotency-Key", "k", TENANT, "other");

    await().until(() -> held.asked.size() == 2);
    assertThat(first).isNotDone();
    assertThat(theirs).isNotDone();
    Api.wait(server.terminate(Duration.ofMillis(100)));
  }
}
