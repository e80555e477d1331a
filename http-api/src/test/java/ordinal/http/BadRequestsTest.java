package ordinal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.List;
import java.util.stream.Stream;
import ordinal.order.OrderNumber;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Whatever is wrong with a request: it is named, nothing is stored and no order is asked. */
class BadRequestsTest {

  private static final String ITEM = "{\"skuId\": \"s\", \"quantity\": 1, \"unitPrice\": 1}";

  private final Api api = Api.shared();

  private record Case(String what, String body, String... fields) {}

  private static String order(String fields) {
    return "{\"clientRequestId\": \"bad\", \"userId\": \"u1\", " + fields + "}";
  }

  private static String item(String fields) {
    return order("\"items\": [{" + fields + "}]");
  }

  private static String priced(String price) {
    return item("\"skuId\": \"s\", \"quantity\": 1, \"unitPrice\": " + price);
  }

  private static String counted(String quantity) {
    return item("\"skuId\": \"s\", \"unitPrice\": 1, \"quantity\": " + quantity);
  }

  private static String withItems(int count) {
    return order(
        "\"items\": [" + String.join(",", java.util.Collections.nCopies(count, ITEM)) + "]");
  }

  private static Case of(String what, String body, String... fields) {
    return new Case(what, body, fields);
  }

  private static final String PRICE = "items[0].unitPrice";
  private static final String QUANTITY = "items[0].quantity";

  private static List<Case> cases() {
    return List.of(
        of("every missing field", "{}", "clientRequestId", "userId", "items"),
        of(
            "every fault at once",
            "{\"clientRequestId\": \"a b\", \"userId\": true, \"currency\": \"XXXX\", \"x\": 1,"
                + " \"items\": [{\"quantity\": 0, \"unitPrice\": -1, \"skuId\": \"\"},"
                + " {\"skuId\": 7, \"quantity\": \"2\", \"unitPrice\": \"1\", \"y\": 2}]}",
            "clientRequestId",
            "userId",
            "currency",
            "x",
            "items[0].skuId",
            QUANTITY,
            PRICE,
            "items[1].skuId",
            "items[1].quantity",
            "items[1].unitPrice",
            "items[1].y"),
        of("null for a required field", order("\"items\": null"), "items"),
        of("not JSON", "{\"clientRequestId\": ", "body"),
        of("unquoted", "{clientRequestId: 1}", "body"),
        of("a comment", "{} // x", "body"),
        of("single quotes", "{'a': 1}", "body"),
        of("NaN", priced("NaN"), "body"),
        of("a leading zero", counted("01"), "body"),
        of("a control character in a string", order("\"items\": \"a\u0001b\""), "body"),
        of("something behind the end", order("\"items\": [" + ITEM + "]") + " {}", "body"),
        of("an empty body", "", "body"),
        of("blanks only", "  ", "body"),
        of("a list", "[]", "body"),
        of("a text", "\"x\"", "body"),
        of("null", "null", "body"),
        of("a field twice", "{\"userId\": \"a\", \"userId\": \"a\"}", "userId"),
        of(
            "a field of an item twice",
            item("\"skuId\": \"s\", \"skuId\": \"t\""),
            "items[0].skuId"),
        of("deep nesting", "[".repeat(30) + "]".repeat(30), "body"),
        of("very deep nesting", "{\"a\":".repeat(100_000), "body"),
        of("1e400", priced("1e400"), PRICE),
        of("1e999999999", priced("1e999999999"), PRICE),
        of("-1e-999999999", priced("-1e-999999999"), PRICE),
        of("twenty digits", priced("12345678901234567890"), PRICE),
        of("a hundred thousand digits", priced("9".repeat(100_000)), PRICE),
        of("twenty digits of quantity", counted("12345678901234567890"), QUANTITY),
        of("1e5 of quantity", counted("1e5"), QUANTITY),
        of("three decimals", priced("1.001"), PRICE),
        of("three decimals with a zero", priced("1.100"), PRICE),
        of("an exponent", priced("1e1"), PRICE),
        of("negative", priced("-0.01"), PRICE),
        of("too much", priced("10000000.00"), PRICE),
        of("money as text", priced("\"1.00\""), PRICE),
        of("1.0 of quantity", counted("1.0"), QUANTITY),
        of("quantity as text", counted("\"2\""), QUANTITY),
        of("no quantity", counted("0"), QUANTITY),
        of("too many of one", counted("10001"), QUANTITY),
        of("true as quantity", counted("true"), QUANTITY),
        of("no items", order("\"items\": []"), "items"),
        of("101 items", withItems(101), "items"),
        of("half a million values", order("\"items\": [" + "1,".repeat(400_000) + "1]"), "body"),
        of("items as an object", order("\"items\": {}"), "items"),
        of("an item that is none", order("\"items\": [1]"), "items[0]"),
        of(
            "a line break in an id",
            order("\"storeId\": \"a\\r\\nb\", \"items\": [" + ITEM + "]"),
            "storeId"),
        of(
            "NUL in an id",
            order("\"storeId\": \"a\\u0000\", \"items\": [" + ITEM + "]"),
            "storeId"),
        of(
            "half a character",
            order("\"storeId\": \"\\ud800\", \"items\": [" + ITEM + "]"),
            "storeId"),
        of(
            "an id of 65",
            order("\"storeId\": \"" + "a".repeat(65) + "\", \"items\": [" + ITEM + "]"),
            "storeId"),
        of("an unknown field", order("\"é\\u0007\": 1, \"items\": [" + ITEM + "]"), "??"),
        of(
            "an unknown currency",
            order("\"currency\": \"ABC\", \"items\": [" + ITEM + "]"),
            "currency"),
        of(
            "a small currency",
            order("\"currency\": \"cny\", \"items\": [" + ITEM + "]"),
            "currency"));
  }

  @TestFactory
  Stream<DynamicTest> everyBadOrderIsRefusedWithItsFaults() {
    return cases().stream().map(c -> dynamicTest(c.what(), () -> refused(c)));
  }

  private void refused(Case c) {
    int asked = api.orders.asked.get();

    api.post("/orders", c.body()).faults(c.fields());

    assertThat(api.orders.asked.get()).isEqualTo(asked);
    assertThat(api.events(OrderNumber.of("default", "u1", "bad"))).isZero();
  }

  @Test
  void whatIsAtTheLimitIsTaken() {
    var most =
        "{\"clientRequestId\": \"%s\", \"userId\": 20001, \"currency\": \"USD\", \"storeId\": null,"
            + " \"items\": [{\"skuId\": \"s\", \"quantity\": 10000, \"unitPrice\": 9999999.99}]}";

    var order = api.post("/orders", most.formatted(Api.fresh())).is(201, "00000");

    assertThat(order.text())
        .contains("\"totalAmount\":99999999900.00", "\"userId\":\"20001\"", "\"USD\"");
    var hundred = withItems(100).replace("\"bad\"", "\"" + Api.fresh() + "\"");
    api.post("/orders", hundred).is(201, "00000");
    api.post("/orders", "\ufeff" + Api.createBody(Api.fresh())).is(201, "00000");
  }

  @Test
  void aUserIdIsTheSameAsANumberAndAsText() {
    var body = Api.createBody(Api.fresh());

    var text = api.post("/orders", body.replace("\"u1\"", "\"42\"")).is(201, "00000");
    var number = api.post("/orders", body.replace("\"u1\"", "42")).is(200, "00000");

    assertThat(number.isReplayed()).isTrue();
    assertThat(number.data()).isEqualTo(text.data());
    api.post("/orders", body.replace("\"u1\"", "42.0")).faults("userId");
    api.post("/orders", body.replace("\"u1\"", "-42")).faults("userId");
    api.post("/orders", body.replace("\"u1\"", "1e3")).faults("userId");
  }

  @Test
  void pathQueryKeyAndBodyAreCheckedTogether() {
    int asked = api.orders.asked.get();

    api.post("/orders/a%20b/cancel?x=1&y=2", "{\"reason\": 5}", "X-Idempotency-Key", "a b")
        .faults("orderNo", "x", "y", "X-Idempotency-Key", "reason");

    assertThat(api.orders.asked.get()).isEqualTo(asked);
  }

  @Test
  void controlCharactersInPathsAreRefused() {
    for (var bad : List.of("a%0d%0ab", "%00", "a%1fb", "%c3%a9", "a%2fb", "a".repeat(65))) {
      api.get("/orders/" + bad).faults("orderNo");
      api.post("/refunds/" + bad + "/result", "{\"result\": \"SUCCESS\"}").faults("refundId");
    }
  }

  @Test
  void keysMustBeVisibleAsciiAndSayOneThing() {
    var path = "/orders/" + api.create() + "/cancel";

    api.post(path, "{}", "X-Idempotency-Key", "a".repeat(129)).faults("X-Idempotency-Key");
    api.post(path, "{}", "Idempotency-Key", "a\tb").faults("Idempotency-Key");
    api.post(path, "{}", "Idempotency-Key", "one", "X-Idempotency-Key", "two").is(400, "A0400");
    api.post(path, "{}", "Idempotency-Key", "k", "X-Idempotency-Key", "k").is(200, "00000");
    api.post(path, "{}", "X-Idempotency-Key", "b".repeat(128)).is(200, "00000");
  }

  @Test
  void otherBodiesAreCheckedToo() {
    var path = "/orders/" + api.create();
    api.post(path + "/cancel", "{\"reason\": \"" + "x".repeat(501) + "\"}").faults("reason");
    api.post(path + "/cancel", "{\"reason\": \"a\\nb\"}").faults("reason");
    api.post(path + "/cancel", "{\"reason\": \"\\udc00\"}").faults("reason");
    api.post(path + "/checkout", "{\"walletAmount\": 1.234, \"points\": -1, \"couponId\": \"\"}")
        .faults("walletAmount", "points", "couponId");
    api.post(path + "/payments", "{}").faults("paymentId", "result");
    api.post(path + "/payments", "{\"paymentId\": \"p\", \"result\": \"SUCCESS\"}")
        .faults("amount");
    api.post(path + "/payments", Api.payment("p", "SUCCESS", "null")).faults("amount");
    api.post(path + "/payments", Api.payment("p", "SUCCESS", "1.999")).faults("amount");
    api.post(path + "/payments", Api.payment("p", "success", "1")).faults("result");
    api.post(path + "/complete", "{\"mentorId\": 5}").faults("technicianId", "mentorId");
    api.post(path + "/refunds", "[]").faults("body");
    api.post("/refunds/x/result", "").faults("body");
  }

  @Test
  void unknownPathsAndMethodsAreSaidToBeSo() {
    api.get("/nope").is(404, "A0404");
    api.get("/orders/").is(404, "A0404");
    api.get("//orders").is(404, "A0404");
    api.post("/orders/x/nope", "{}").is(404, "A0404");
    var delete = Api.wait(api.send(api.port, "DELETE", "/orders", null)).is(405, "A0405");
    assertThat(delete.header("Allow")).isEqualTo("GET, HEAD, POST");
    assertThat(api.get("/orders/x/cancel").is(405, "A0405").header("Allow")).isEqualTo("POST");
    var put = Api.wait(api.send(api.port, "PUT", "/orders/x", "{}")).is(405, "A0405");
    assertThat(put.header("Allow")).isEqualTo("GET, HEAD");
    Api.wait(api.send(api.port, "OPTIONS", "/orders", null)).is(405, "A0405");
  }

  @Test
  void onlyPlainJsonIsTaken() {
    var body = Api.createBody("media");
    for (var type :
        List.of("text/plain", "application/xml", "application/x-www-form-urlencoded", "x")) {
      api.post("/orders", body, "Content-Type", type).is(415, "A0415");
    }
    api.post("/orders", body, "Content-Encoding", "gzip").is(415, "A0415");
    assertThat(api.events(OrderNumber.of("default", "u1", "media"))).isZero();
    api.post(
            "/orders",
            Api.createBody(Api.fresh()),
            "Content-Type",
            "application/json; charset=UTF-8")
        .is(201, "00000");
  }

  @Test
  void aBodyOverOneMegabyteIsTooLarge() {
    var large = "{\"x\": \"" + "y".repeat(1_100_000) + "\"}";
    var nearly = "{\"x\": \"" + "y".repeat(1_000_000) + "\"}";

    api.post("/orders", large).is(413, "A0413");
    api.post("/orders", nearly).faults("clientRequestId", "userId", "items", "x");
    api.post("/nope", large).is(404, "A0404");
  }
}
