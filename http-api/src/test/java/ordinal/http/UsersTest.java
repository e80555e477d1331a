package ordinal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import ordinal.assets.AccountId;
import ordinal.assets.AccountReply;
import ordinal.assets.Assets;
import ordinal.assets.Cause;
import ordinal.assets.CouponId;
import ordinal.assets.Hold;
import ordinal.kernel.TraceContext;
import ordinal.order.OrderNumber;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What users own beside money, over HTTP, from real accounts and coupons. */
class UsersTest {

  private static final TraceContext TRACE = TraceContext.fresh();

  private final Api api = Api.shared();
  private final Assets assets = api.users.assets();
  private final String user = "user-" + Api.fresh();
  private final String at = "/users/" + user;

  private static String credit(String requestId, String amount) {
    return "{\"requestId\": \"%s\", \"amount\": %s}".formatted(requestId, amount);
  }

  private static String points(String requestId, String points) {
    return "{\"requestId\": \"%s\", \"points\": %s}".formatted(requestId, points);
  }

  private static String coupon(String couponId, String discount) {
    return "{\"couponId\": \"%s\", \"discount\": %s}".formatted(couponId, discount);
  }

  private static Hold hold() {
    return new Hold(OrderNumber.of("default", "u", Api.fresh()), 1);
  }

  @Test
  void whoNeverHadAnythingHasNothing() {
    for (var what : List.of("/wallet", "/points")) {
      var data = api.get(at + what).is(200, "00000").data();
      for (var column : List.of("available", "frozen", "spent", "owed")) {
        assertThat(data.get(column).decimalValue()).isZero();
      }
      assertThat(data.get("userId").asText()).isEqualTo(user);
      assertThat(data.get("suspended").asBoolean()).isFalse();
    }
  }

  @Test
  void moneyIsShownWithTwoDecimalsAndPointsAreWhole() {
    api.post(at + "/wallet/credits", credit("r-1", "50.5")).is(201, "00000");
    api.post(at + "/points/credits", points("r-1", "120")).is(201, "00000");

    assertThat(api.get(at + "/wallet").text())
        .contains("\"available\":50.50,\"frozen\":0.00,\"spent\":0.00,\"owed\":0.00");
    assertThat(api.get(at + "/points").text())
        .contains("\"available\":120,\"frozen\":0,\"spent\":0,\"owed\":0");
  }

  @Test
  void whatAnOrderSetsAsideIsFrozenAtOnce() {
    api.post(at + "/wallet/credits", credit("r-1", "50")).is(201, "00000");
    var hold = hold();

    Api.wait(assets.freeze(AccountId.wallet("default", user), hold, 1250, TRACE));
    assertThat(api.get(at + "/wallet").text()).contains("\"available\":37.50,\"frozen\":12.50");

    Api.wait(assets.commit(AccountId.wallet("default", user), hold, 1250, TRACE));
    assertThat(api.get(at + "/wallet").text())
        .contains("\"available\":37.50,\"frozen\":0.00,\"spent\":12.50");
  }

  @Test
  void theSameCreditAgainGivesNothingMore() {
    var first = api.post(at + "/wallet/credits", credit("r-1", "50")).is(201, "00000");
    var again = api.post(at + "/wallet/credits", credit("r-1", "50.00")).is(200, "00000");
    var twin = api.post(at + "/points/credits", points("r-1", "50")).is(201, "00000");

    assertThat(first.isReplayed()).isFalse();
    assertThat(again.isReplayed()).isTrue();
    assertThat(again.data()).isEqualTo(first.data());
    assertThat(twin.isReplayed()).isFalse();
    assertThat(api.get(at + "/wallet").text()).contains("\"available\":50.00");
  }

  @Test
  void aRequestIdForAnotherCreditIsRefused() {
    api.post(at + "/wallet/credits", credit("r-1", "50")).is(201, "00000");
    api.post(at + "/points/credits", points("r-1", "50")).is(201, "00000");

    api.post(at + "/wallet/credits", credit("r-1", "51")).is(422, "A0402");
    api.post(at + "/points/credits", points("r-1", "51")).is(422, "A0402");

    assertThat(api.get(at + "/wallet").text()).contains("\"available\":50.00");
    assertThat(api.get(at + "/points").text()).contains("\"available\":50,");
  }

  @Test
  void moreThanAnAccountHoldsNamesTheFieldThatIsTooMuch() {
    var most = "9999999990000.00";
    api.post(at + "/wallet/credits", credit("r-1", most)).is(201, "00000");

    api.post(at + "/wallet/credits", credit("r-2", most)).faults("amount");
    for (int i = 0; i < 2; i++) {
      api.post(at + "/points/credits", points("r-" + i, "1000000000000")).is(201, "00000");
    }
    assertThat(api.get(at + "/points").text()).contains("\"available\":2000000000000");
  }

  @Test
  void whatIsOwedIsShownAndPaidByTheNextCredit() {
    api.post(at + "/points/credits", points("r-1", "10")).is(201, "00000");
    var account = AccountId.points("default", user);
    var cause = new Cause("points:x:take-back", null, TRACE);
    Api.wait(assets.takeBack(account, 25, cause));

    assertThat(api.get(at + "/points").text()).contains("\"available\":0,", "\"owed\":15");
    api.post(at + "/points/credits", points("r-2", "20")).is(201, "00000");
    assertThat(api.get(at + "/points").text()).contains("\"available\":5,", "\"owed\":0");
  }

  @Test
  void aSuspendedAccountSaysSo() {
    var account = AccountId.wallet("default", user);
    api.post(at + "/wallet/credits", credit("r-1", "1")).is(201, "00000");
    var hold = hold();
    Api.wait(assets.release(account, hold, TRACE));

    var reply = Api.wait(assets.commit(account, hold, 500, TRACE));

    assertThat(reply).isInstanceOf(AccountReply.Refused.class);
    assertThat(api.get(at + "/wallet").data().get("suspended").asBoolean()).isTrue();
  }

  @Test
  void aCouponIsGivenOnce() {
    var id = "c-" + Api.fresh();

    var first = api.post(at + "/coupons", coupon(id, "5")).is(201, "00000");
    var again = api.post(at + "/coupons", coupon(id, "5.00")).is(200, "00000");

    assertThat(first.text())
        .contains("\"couponId\":\"" + id, "\"discount\":5.00", "\"status\":\"AVAILABLE\"");
    assertThat(again.isReplayed()).isTrue();
    assertThat(again.data()).isEqualTo(first.data());
    api.post(at + "/coupons", coupon(id, "6")).is(422, "A0402");
    api.post("/users/another/coupons", coupon(id, "5")).is(422, "A0402");
  }

  @Test
  void aCouponShowsTheOrderThatHasIt() {
    var id = "c-" + Api.fresh();
    api.post(at + "/coupons", coupon(id, "5")).is(201, "00000");
    var hold = hold();

    Api.wait(assets.lock(new CouponId("default", id), user, hold, TRACE));

    assertThat(api.post(at + "/coupons", coupon(id, "5")).is(200, "00000").text())
        .contains("\"status\":\"LOCKED\"", "\"orderNo\":\"" + hold.orderNo());
  }

  @Test
  void aCouponWhoseTimeIsOverIsExpired() {
    var body = coupon("c-" + Api.fresh(), "5").replace("}", ", \"expiresAt\": \"%s\"}");

    var over = api.post(at + "/coupons", body.formatted("2020-01-01T02:00:00.500+02:00"));
    assertThat(over.is(201, "00000").text())
        .contains("\"EXPIRED\"", "\"expiresAt\":\"2020-01-01T00:00:00.500Z\"");
    var again = api.post(at + "/coupons", body.formatted("2020-01-01T00:00:00.5Z"));
    assertThat(again.is(200, "00000").isReplayed()).isTrue();
    api.post(at + "/coupons", body.formatted("2020-01-01T00:00:00Z")).is(422, "A0402");
  }

  @Test
  void onlyOneOfManyTwinsIsAnsweredAsTheFirst() {
    var replies =
        Stream.generate(
                () -> api.send(api.port, "POST", at + "/wallet/credits", credit("r-1", "7")))
            .limit(20)
            .toList()
            .stream()
            .map(Api::wait)
            .toList();

    assertThat(replies.stream().filter(r -> r.status() == 201)).hasSize(1);
    assertThat(replies)
        .allSatisfy(
            r -> {
              if (r.status() != 201 && !r.code().equals("A0401")) r.is(200, "00000");
            });
    assertThat(api.get(at + "/wallet").text()).contains("\"available\":7.00");
  }

  @Test
  void aWriteThatFailsMeansTheSameAgain() {
    api.journal.failNextPersisted("Account|wallet/default/" + user, new SQLException("disk full"));

    var failed = api.post(at + "/wallet/credits", credit("r-1", "7")).is(503, "B0100");

    assertThat(failed.header("Retry-After")).isEqualTo("1");
    assertThat(failed.text()).doesNotContain("disk full");
    api.post(at + "/wallet/credits", credit("r-1", "7")).is(201, "00000");
    assertThat(api.get(at + "/wallet").text()).contains("\"available\":7.00");
  }

  private record Bad(String path, String body, String... fields) {}

  private static Bad bad(String path, String body, String... fields) {
    return new Bad(path, body, fields);
  }

  private static List<Bad> bads() {
    var wallet = "/wallet/credits";
    var points = "/points/credits";
    var coupons = "/coupons";
    return List.of(
        bad(wallet, "{}", "requestId", "amount"),
        bad(wallet, "", "body"),
        bad(wallet, "[]", "body"),
        bad(
            wallet,
            "{\"requestId\": 1, \"amount\": \"5\", \"points\": 5}",
            "requestId",
            "amount",
            "points"),
        bad(wallet, credit("a b", "5"), "requestId"),
        bad(wallet, credit("x".repeat(65), "5"), "requestId"),
        bad(wallet, credit("r", "0"), "amount"),
        bad(wallet, credit("r", "0.00"), "amount"),
        bad(wallet, credit("r", "-1"), "amount"),
        bad(wallet, credit("r", "1.001"), "amount"),
        bad(wallet, credit("r", "1e2"), "amount"),
        bad(wallet, credit("r", "9999999990000.01"), "amount"),
        bad(wallet, credit("r", "9".repeat(400)), "amount"),
        bad(wallet, credit("r", "null"), "amount"),
        bad(wallet, credit("r", "true"), "amount"),
        bad(points, "{}", "requestId", "points"),
        bad(points, points("r", "0"), "points"),
        bad(points, points("r", "-5"), "points"),
        bad(points, points("r", "1.0"), "points"),
        bad(points, points("r", "1.5"), "points"),
        bad(points, points("r", "1000000000001"), "points"),
        bad(points, credit("r", "5"), "points", "amount"),
        bad(coupons, "{}", "couponId", "discount"),
        bad(coupons, coupon("", "5"), "couponId"),
        bad(coupons, coupon("a/b", "5"), "couponId"),
        bad(coupons, coupon("c", "0"), "discount"),
        bad(coupons, coupon("c", "5.005"), "discount"),
        bad(coupons, coupon("c", "5, \"userId\": 1"), "userId"),
        bad(coupons, expiring("5"), "expiresAt"),
        bad(coupons, expiring("\"tomorrow\""), "expiresAt"),
        bad(coupons, expiring("\"2026-12-31\""), "expiresAt"),
        bad(coupons, expiring("\"2026-12-31T23:59:59\""), "expiresAt"),
        bad(coupons, expiring("\"2026-02-30T00:00:00Z\""), "expiresAt"),
        bad(coupons, expiring("\"2026-12-31T23:59:59.1234Z\""), "expiresAt"),
        bad(coupons, expiring("\"1969-12-31T23:59:59Z\""), "expiresAt"),
        bad(coupons, expiring("\"9999-12-31T23:59:59-12:00\""), "expiresAt"));
  }

  private static String expiring(String when) {
    return coupon("c", "5, \"expiresAt\": " + when);
  }

  @TestFactory
  Stream<DynamicTest> everyBadBodyIsRefusedWithItsFaults() {
    return bads().stream()
        .map(
            bad ->
                dynamicTest(
                    bad.path() + " " + bad.body(),
                    () -> api.post(at + bad.path(), bad.body()).faults(bad.fields())));
  }

  @Test
  void aUsersIdIsCheckedWithTheBody() {
    for (var path : List.of("/wallet", "/points")) {
      api.get("/users/a%20b" + path).faults("userId");
      api.get("/users/" + "x".repeat(65) + path + "?x=1").faults("userId", "x");
    }
    api.post("/users/%c3%a9/wallet/credits", "{}").faults("userId", "requestId", "amount");
    api.post("/users/a%00/coupons", "{}").faults("userId", "couponId", "discount");
  }
}
