package ordinal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What no HTTP client would send. */
class RawHttpTest {

  private static final String HOST = "Host: localhost\r\n";
  private static final String JSON = "Content-Type: application/json\r\n";

  private final Api api = Api.shared();

  private static String post(String path, String headers, String body) {
    return "POST " + path + " HTTP/1.1\r\n" + HOST + JSON + headers + "\r\n" + body;
  }

  @TestFactory
  Stream<DynamicTest> unreadableRequestsAreAnsweredInTheEnvelope() {
    return Map.of(
            "no request", "garbage-garbage-garbage\r\n\r\n",
            "no host", "GET / HTTP/1.1\r\n\r\n",
            "a control character in a header", get("X-Trace-Id: a\u0001b\r\n"),
            "NUL in a key",
                post("/orders", "X-Idempotency-Key: a\u0000b\r\nContent-Length: 2\r\n", "{}"),
            "an illegal header name", get("X Trace: a\r\n"),
            "a bad length", post("/orders", "Content-Length: x\r\n", "{}"),
            "two lengths", post("/orders", "Content-Length: 2\r\nContent-Length: 3\r\n", "{}"),
            "length and chunks",
                post("/orders", "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"),
            "a long path", "GET /" + "a".repeat(5000) + " HTTP/1.1\r\n" + HOST + "\r\n",
            "another protocol", "GET / HTTP/9.9\r\n" + HOST + "\r\n")
        .entrySet()
        .stream()
        .map(c -> dynamicTest(c.getKey(), () -> unreadable(c.getValue())));
  }

  @TestFactory
  Stream<DynamicTest> moreUnreadableRequests() {
    return Map.of(
            "a bad escape", "GET /orders/%zz HTTP/1.1\r\n" + HOST + "\r\n",
            "a raw control character in the path",
                "GET /orders/a\u0001 HTTP/1.1\r\n" + HOST + "\r\n",
            "a long header", get("X-Long: " + "a".repeat(10_000) + "\r\n"),
            "many headers", get("X-Many: a\r\n".repeat(100)),
            "two media types",
                post("/orders", "Content-Type: text/plain\r\nContent-Length: 2\r\n", "{}"),
            "two hosts", get(HOST.replace("localhost", "other")))
        .entrySet()
        .stream()
        .map(c -> dynamicTest(c.getKey(), () -> unreadable(c.getValue())));
  }

  private static String get(String headers) {
    return "GET /orders/x HTTP/1.1\r\n" + HOST + headers + "\r\n";
  }

  private void unreadable(String request) {
    int asked = api.orders.asked.get();

    var reply = api.raw(request).faults("request");

    assertThat(reply.header("X-Trace-Id")).matches("[0-9a-f]{32}");
    assertThat(api.orders.asked.get()).isEqualTo(asked);
  }

  @Test
  void anUnknownMethodIsNotAllowed() {
    assertThat(
            api.raw("BREW /orders HTTP/1.1\r\n" + HOST + "\r\n").is(405, "A0405").header("Allow"))
        .isNotEmpty();
    api.raw("DELETE /orders HTTP/1.1\r\n" + HOST + "\r\n").is(405, "A0405");
  }

  @Test
  void aKeySentTwiceIsRefusedEvenIfItIsTheSame() {
    var headers = "X-Idempotency-Key: a\r\nX-Idempotency-Key: a\r\nContent-Length: 2\r\n";

    api.raw(post("/orders/x/cancel", headers, "{}")).faults("X-Idempotency-Key");
    api.raw(post("/orders/x/cancel", "X-Idempotency-Key: \r\nContent-Length: 2\r\n", "{}"))
        .faults("X-Idempotency-Key");
    api.raw(post("/orders/x/cancel", "X-Idempotency-Key: \u00e9\r\nContent-Length: 2\r\n", "{}"))
        .faults("X-Idempotency-Key");
  }

  @Test
  void invalidUtf8IsRefused() {
    for (var bytes : new int[][] {{0xff}, {0xc3}, {0xc0, 0xaf}, {0xed, 0xa0, 0x80}}) {
      var body = new ByteArrayOutputStream();
      body.writeBytes("{\"reason\": \"".getBytes(StandardCharsets.US_ASCII));
      for (int b : bytes) body.write(b);
      body.writeBytes("\"}".getBytes(StandardCharsets.US_ASCII));
      var text = body.toString(StandardCharsets.ISO_8859_1);

      var reply =
          api.raw(post("/orders/x/cancel", "Content-Length: " + text.length() + "\r\n", text));

      reply.faults("body");
      assertThat(reply.text()).contains("UTF-8");
    }
  }

  @Test
  void aChunkedBodyThatIsTooLargeIsRefusedAndTheAnswerSeen() {
    var chunk = Integer.toHexString(100_000) + "\r\n" + "x".repeat(100_000) + "\r\n";

    var reply =
        api.raw(post("/orders", "Transfer-Encoding: chunked\r\n", chunk.repeat(12) + "0\r\n\r\n"));

    reply.is(413, "A0413");
  }

  @Test
  void aBodyThatIsAnnouncedFarTooLargeIsRefusedBeforeItComes() {
    api.raw(post("/orders", "Content-Length: 900000000\r\n", "{")).is(413, "A0413");
    api.raw(post("/orders", "Expect: 100-continue\r\nContent-Length: 2000000\r\n", ""))
        .is(413, "A0413");
  }

  @Test
  void aSmallChunkedBodyIsTaken() {
    var body = Api.createBody(Api.fresh());
    var chunks = Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n";

    api.raw(post("/orders", "Transfer-Encoding: chunked\r\n", chunks)).is(201, "00000");
  }

  @Test
  void aBrokenChunkIsTheCallersFault() {
    api.raw(post("/orders", "Transfer-Encoding: chunked\r\n", "zz\r\n")).faults("body");
  }

  @Test
  void aBodyThatDoesNotComeIsTimedOut() {
    var reply = api.raw(post("/orders", "Content-Length: 10\r\n", "{")).is(408, "A0400");

    assertThat(reply.faultyFields()).containsExactly("body");
  }

  @Test
  void whereAllIsOptionalNothingIsEnough() {
    var orderNo = api.create();

    api.raw("POST /orders/" + orderNo + "/cancel HTTP/1.1\r\n" + HOST + "\r\n").is(200, "00000");
    api.raw(
            "POST /orders/"
                + orderNo
                + "/cancel HTTP/1.1\r\n"
                + HOST
                + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 0\r\n\r\n")
        .is(200, "00000");
    api.raw("POST /orders HTTP/1.1\r\n" + HOST + "\r\n").faults("body");
    api.raw("POST /orders HTTP/1.1\r\n" + HOST + "Content-Length: 2\r\n\r\n{}").is(415, "A0415");
  }
}
