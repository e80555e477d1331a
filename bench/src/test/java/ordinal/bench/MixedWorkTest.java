package ordinal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MixedWorkTest {

  private final MixedWork work = new MixedWork("127.0.0.1:1", "run");

  @Test
  void ofTenRequestsSevenCreateTwoReadAndOneCancels() throws Exception {
    var kinds = new TreeMap<String, Integer>();
    for (int i = 0; i < 1_000; i++) {
      var request = text(work.numbered(i));
      kinds.merge(request.replaceAll("(?s) .*?(/cancel)? HTTP.*", "$1"), 1, Integer::sum);
      if (request.startsWith("POST /orders HTTP")) work.answered(created("ORD" + i));
    }

    assertThat(kinds).isEqualTo(Map.of("POST", 700, "GET", 200, "POST/cancel", 100));
  }

  @Test
  void whatIsReadAndCanceledWasCreatedBefore() throws Exception {
    work.numbered(0);
    work.answered(created("ORD-7"));

    assertThat(text(work.numbered(7))).startsWith("GET /orders/ORD-7 HTTP/1.1\r\n");
    assertThat(text(work.numbered(9)))
        .startsWith("POST /orders/ORD-7/cancel HTTP/1.1\r\n")
        .contains("X-Idempotency-Key: c-9\r\n");
  }

  @Test
  void thereIsNothingToReadBeforeTheFirstIsCreated() {
    assertThat(text(work.numbered(9))).startsWith("POST /orders HTTP/1.1\r\n");
  }

  private static Response created(String orderNo) throws Exception {
    var body = "{\"code\":\"00000\",\"data\":{\"orderNo\":\"" + orderNo + "\"}}";
    var answer = "HTTP/1.1 201 Created\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    var response = new Response(true);
    assertThat(response.read(ByteBuffer.wrap(answer.getBytes(StandardCharsets.UTF_8)))).isTrue();
    return response;
  }

  private static String text(ByteBuffer request) {
    return StandardCharsets.US_ASCII.decode(request).toString();
  }
}
