package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import ordinal.assets.AccountId;
import ordinal.assets.Balance;
import ordinal.assets.CouponStatus;
import ordinal.projections.message.EventMessage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * From a checkout to cash and back on a whole node, over Kafka, while every message of its orders
 * comes three times, and a provider that often does not answer tells every result twice. Orders
 * cost 100.00; a point pays 0.01, and a whole unit paid earns one.
 */
class CashFlowTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  static TestNode node;
  static MessageEcho echo;
  static Books books;

  @BeforeAll
  static void start() throws Exception {
    node =
        TestNode.start(
            "cash_flow",
            "ordinal.inventory = builtin",
            "ordinal.bridge { poll = 100ms, look-every = 100ms, retry-after = [200ms, 1s, 5s] }",
            "ordinal.cash.refunds { look-every = 100ms, backoff.least = 200ms }",
            "ordinal.cash.refunds.simulated { delay = 0s, unanswered-share = 0.4, duplicates = 1"
                + " }");
    RunningOrdinal.send(
        HttpRequest.newBuilder(URI.create(node.node.httpUrl() + "/inventory/tea"))
            .header("Content-Type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofString("{\"onHand\":1000}")));
    echo = new MessageEcho(node, EventMessage.ORDER_EVENTS);
    books = new Books(node);
  }

  @AfterAll
  static void stop() {
    echo.close();
    node.close();
  }

  /** An operation that an account or a coupon has stored a second time, under the same key. */
  private static final String DONE_TWICE =
      """
      SELECT persistence_id, event_ser_manifest,
        JSON_VALUE(CONVERT(event_payload USING utf8mb4), '$.key') AS done, COUNT(*)
      FROM event_journal
      WHERE persistence_id LIKE 'Account|%' OR persistence_id LIKE 'Coupon|%'
      GROUP BY persistence_id, event_ser_manifest, done
      HAVING COUNT(*) > 1 OR done IS NULL
      """;

  /** Whatever a test has done: when all copies have come, each step was done once. */
  @AfterEach
  void nothingIsDoneTwiceAndNothingStaysFrozenAndNobodyIsDead() throws Exception {
    echo.awaitAllTwice(
        node.number("SELECT COUNT(*) FROM event_journal WHERE persistence_id LIKE 'Order|%'"));
    await().atMost(LIMIT).until(CashFlowTest::isAllConsumed);
    assertThat(node.query(DONE_TWICE)).isEmpty();
    assertThat(node.number("SELECT COUNT(*) FROM dead_letter")).isZero();
    await()
        .atMost(LIMIT)
        .until(() -> node.number("SELECT COUNT(*) FROM asset_hold WHERE kind <> 'COUPON'") == 0);
  }

  private static boolean isAllConsumed() {
    for (var group : RunningOrdinal.data(node.managed("/admin/consumers"))) {
      if (group.path("group").asText().equals("ordinal-assets")) {
        return group.path("lag").asLong(-1) == 0 && group.path("parked").asLong(-1) == 0;
      }
    }
    return false;
  }

  // Orders.

  private static String reserved(String user, String requestId) {
    var created =
        node.post(
            "/orders",
            """
            {"clientRequestId":"%s","userId":"%s",
             "items":[{"skuId":"tea","quantity":1,"unitPrice":100}]}"""
                .formatted(requestId, user));
    var orderNo = RunningOrdinal.data(created).path("orderNo").asText();
    awaitStatus(orderNo, "STOCK_RESERVED");
    return orderNo;
  }

  private static JsonNode order(String orderNo) {
    return node.data("/orders/" + orderNo);
  }

  private static void awaitStatus(String orderNo, String status) {
    await().atMost(LIMIT).until(() -> order(orderNo).path("status").asText(), status::equals);
  }

  private static void checkout(String orderNo, String body) {
    assertThat(node.post("/orders/" + orderNo + "/checkout", body).statusCode()).isEqualTo(200);
  }

  private static void awaitDue(String orderNo, double due) {
    await().atMost(LIMIT).until(() -> order(orderNo).path("assets").asText(), "LOCKED"::equals);
    assertThat(order(orderNo).path("amountDue").asDouble()).isEqualTo(due);
  }

  private static void awaitRejected(String orderNo, String reason) {
    await().atMost(LIMIT).until(() -> order(orderNo).path("statusReason").asText(), reason::equals);
    assertThat(order(orderNo).path("status").asText()).isEqualTo("STOCK_RESERVED");
  }

  private static void payment(String orderNo, String paymentId, String result, String amount) {
    var answer =
        node.post(
            "/orders/" + orderNo + "/payments",
            "{\"paymentId\":\"%s\",\"result\":\"%s\",\"amount\":%s}"
                .formatted(paymentId, result, amount));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }

  private static void refund(String orderNo) {
    assertThat(node.post("/orders/" + orderNo + "/refunds", "{}").statusCode()).isEqualTo(200);
  }

  // Books.

  private static AccountId wallet(String user) {
    return AccountId.wallet("default", user);
  }

  private static AccountId points(String user) {
    return AccountId.points("default", user);
  }

  /** 50.00 in the wallet, 800 points, and a coupon of 10.00 that is called as they are. */
  private static void provide(String user) {
    books.credit(wallet(user), 5000);
    books.credit(points(user), 800);
    books.issue("coupon-" + user, user, 1000, null);
  }

  private static final String ALL =
      "{\"couponId\":\"coupon-%s\",\"walletAmount\":30,\"points\":500}";

  private static void awaitBooks(AccountId account, long available, long frozen, long spent) {
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              var balance = books.balance(account);
              assertThat(balance)
                  .as(account.entityId())
                  .isEqualTo(
                      new Balance(available, frozen, spent, balance.owed(), balance.funded()));
            });
  }

  private static void awaitCoupon(String user, CouponStatus status) {
    await().atMost(LIMIT).until(() -> books.coupon("coupon-" + user).status(), status::equals);
  }

  private static void assertFree(String user) {
    awaitBooks(wallet(user), 5000, 0, 0);
    awaitBooks(points(user), 800, 0, 0);
    awaitCoupon(user, CouponStatus.AVAILABLE);
  }

  @Test
  void allIsLockedThenUsedThenEarnedThenGivenBack() {
    provide("ann");
    var orderNo = reserved("ann", "all");
    checkout(orderNo, ALL.formatted("ann"));
    awaitDue(orderNo, 55);
    awaitBooks(wallet("ann"), 2000, 3000, 0);
    awaitBooks(points("ann"), 300, 500, 0);
    awaitCoupon("ann", CouponStatus.LOCKED);

    payment(orderNo, "p-ann", "SUCCESS", "55");
    awaitBooks(wallet("ann"), 2000, 0, 3000);
    awaitBooks(points("ann"), 355, 0, 500);
    awaitCoupon("ann", CouponStatus.USED);

    node.post(
        "/orders/" + orderNo + "/complete", "{\"technicianId\":\"tom\",\"mentorId\":\"may\"}");
    awaitBooks(AccountId.commission("default", "tom"), 1500, 0, 0);
    awaitBooks(AccountId.commission("default", "may"), 200, 0, 0);
    awaitBooks(points("ann"), 355, 0, 500);

    refund(orderNo);
    awaitStatus(orderNo, "REFUNDED");
    awaitBooks(wallet("ann"), 5000, 0, 0);
    awaitBooks(points("ann"), 800, 0, 0);
    awaitBooks(AccountId.commission("default", "tom"), 0, 0, 0);
    awaitBooks(AccountId.commission("default", "may"), 0, 0, 0);
    assertThat(books.coupon("coupon-ann").status()).isEqualTo(CouponStatus.USED);
  }

  /** What is asked for, and why it is refused; the user has 50.00, 800 points and a coupon. */
  private record Asked(String name, String body, String reason) {}

  @TestFactory
  Stream<DynamicTest> whatCannotBeLockedIsSaidAndNothingStaysLocked() {
    provide("bob");
    books.issue("coupon-old", "bob", 1000, Instant.parse("2020-01-01T00:00:00Z"));
    books.issue("coupon-used", "bob", 10_000, null);
    var used = reserved("bob", "used");
    checkout(used, "{\"couponId\":\"coupon-used\"}");
    awaitStatus(used, "PAID");
    books.issue("coupon-taken", "bob", 1000, null);
    var other = reserved("bob", "other");
    checkout(other, "{\"couponId\":\"coupon-taken\"}");
    awaitDue(other, 90);
    provide("eve");
    return Stream.of(
            new Asked(
                "poor",
                "walletAmount\":60,\"points\":500",
                "insufficient wallet: 60.00 wanted, 50.00 available"),
            new Asked(
                "few",
                "walletAmount\":30,\"points\":801",
                "insufficient points: 801 wanted, 800 available"),
            new Asked(
                "old", "couponId\":\"coupon-old\",\"points\":1", "coupon coupon-old has expired"),
            new Asked(
                "again", "couponId\":\"coupon-used\",\"points\":1", "coupon coupon-used is used"),
            new Asked(
                "taken",
                "couponId\":\"coupon-taken\"",
                "coupon coupon-taken is locked by another order"),
            new Asked("hers", "couponId\":\"coupon-eve\"", "coupon coupon-eve is another user's"),
            new Asked("none", "couponId\":\"coupon-none\"", "coupon coupon-none is unknown"),
            new Asked(
                "much",
                "couponId\":\"coupon-bob\",\"walletAmount\":90.01",
                "90.01 of the wallet is more than the 90.00 that remain to be paid"),
            new Asked(
                "more",
                "couponId\":\"coupon-bob\",\"walletAmount\":49,\"points\":4101",
                "4101 points pay more than the 41.00 that remain to be paid"))
        .map(
            asked ->
                dynamicTest(
                    asked.name(),
                    () -> {
                      var orderNo = reserved("bob", asked.name());
                      checkout(orderNo, "{\"" + asked.body() + "}");
                      awaitRejected(orderNo, asked.reason());
                      assertFree("bob");
                      assertFree("eve");
                    }));
  }

  @Test
  void anOrderThatWasRejectedCanBeCheckedOutAgainWithLess() {
    provide("cid");
    var orderNo = reserved("cid", "again");
    checkout(orderNo, "{\"couponId\":\"coupon-cid\",\"walletAmount\":60}");
    awaitRejected(orderNo, "insufficient wallet: 60.00 wanted, 50.00 available");

    checkout(orderNo, "{\"couponId\":\"coupon-cid\",\"walletAmount\":50}");
    awaitDue(orderNo, 40);
    payment(orderNo, "p-cid", "SUCCESS", "40");

    awaitBooks(wallet("cid"), 0, 0, 5000);
    awaitBooks(points("cid"), 840, 0, 0);
    awaitCoupon("cid", CouponStatus.USED);
  }

  @Test
  void aCancelReleasesWhatIsLocked() {
    provide("dan");
    var orderNo = reserved("dan", "cancel");
    checkout(orderNo, ALL.formatted("dan"));
    awaitDue(orderNo, 55);

    node.post("/orders/" + orderNo + "/cancel", "{}");

    assertFree("dan");
  }

  /** Before, while or after its assets are locked. */
  @Test
  void aCancelAtAnyMomentReleasesWhatIsLocked() {
    provide("fay");
    for (int i = 0; i < 10; i++) {
      var orderNo = reserved("fay", "soon-" + i);
      checkout(orderNo, ALL.formatted("fay"));
      if (i % 2 == 0) order(orderNo);
      node.post("/orders/" + orderNo + "/cancel", "{}");
      assertThat(order(orderNo).path("status").asText()).isEqualTo("CANCELED");
      assertFree("fay");
    }
  }

  @Test
  void aFailedPaymentReleasesWhatIsLockedAndTheNextCheckoutLocksAnew() {
    provide("gil");
    var orderNo = reserved("gil", "failed");
    checkout(orderNo, ALL.formatted("gil"));
    awaitDue(orderNo, 55);
    payment(orderNo, "p-gil-1", "FAILED", "55");
    assertFree("gil");
    awaitStatus(orderNo, "STOCK_RESERVED");

    checkout(orderNo, ALL.formatted("gil"));
    awaitDue(orderNo, 55);
    payment(orderNo, "p-gil-2", "SUCCESS", "55");

    awaitBooks(wallet("gil"), 2000, 0, 3000);
    awaitBooks(points("gil"), 355, 0, 500);
  }

  @Test
  void whatAssetsPayForWhollyIsPaidAndRefundedWithNoProvider() throws Exception {
    provide("hal");
    books.credit(wallet("hal"), 4000);
    var orderNo = reserved("hal", "free");
    checkout(orderNo, "{\"couponId\":\"coupon-hal\",\"walletAmount\":85,\"points\":500}");
    awaitStatus(orderNo, "PAID");
    awaitBooks(wallet("hal"), 500, 0, 8500);
    awaitBooks(points("hal"), 300, 0, 500);

    refund(orderNo);

    awaitStatus(orderNo, "REFUNDED");
    awaitBooks(wallet("hal"), 9000, 0, 0);
    awaitBooks(points("hal"), 800, 0, 0);
  }

  @Test
  void pointsThatAreGoneWhenTheyAreToBeTakenBackAreOwedAndPaidByTheNext() {
    books.credit(wallet("ida"), 9945);
    var first = reserved("ida", "first");
    checkout(first, "{\"walletAmount\":45}");
    awaitDue(first, 55);
    payment(first, "p-ida-1", "SUCCESS", "55");
    awaitBooks(points("ida"), 55, 0, 0);
    var second = reserved("ida", "second");
    checkout(second, "{\"walletAmount\":54.45,\"points\":55}");
    awaitDue(second, 45);
    payment(second, "p-ida-2", "SUCCESS", "45");
    awaitBooks(points("ida"), 45, 0, 55);

    refund(first);

    awaitBooks(points("ida"), 0, 0, 55);
    assertThat(books.balance(points("ida")).owed()).isEqualTo(-10);
    books.credit(points("ida"), 30);
    assertThat(books.balance(points("ida"))).isEqualTo(new Balance(20, 0, 55, 0, -75));
  }

  @Test
  void moneyThatComesAfterTheCancelGoesBackAndNoAssetMoves() throws Exception {
    provide("jim");
    var orderNo = reserved("jim", "late");
    checkout(orderNo, ALL.formatted("jim"));
    awaitDue(orderNo, 55);
    node.post("/orders/" + orderNo + "/cancel", "{}");
    assertFree("jim");

    payment(orderNo, "p-jim", "SUCCESS", "55");

    awaitStatus(orderNo, "REFUNDED");
    assertFree("jim");
    await()
        .atMost(LIMIT)
        .until(
            () ->
                node.query(
                        "SELECT result, amount_minor, taken FROM payment_record"
                            + " WHERE order_no = '"
                            + orderNo
                            + "'")
                    .equals(List.of(List.of("SUCCESS", "5500", "TOO_LATE"))));
    await()
        .atMost(LIMIT)
        .until(
            () ->
                node.number(
                        "SELECT COUNT(*) FROM refund_request WHERE status = 'SUCCEEDED'"
                            + " AND next_attempt_at IS NULL AND order_no = '"
                            + orderNo
                            + "'")
                    == 1);
  }
}
