package ordinal.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** An answer as it came over the wire. */
record Reply(int status, Map<String, List<String>> headers, String text) {

  static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  static Reply of(int status, Map<String, List<String>> headers, String text) {
    var lower = new TreeMap<String, List<String>>(String.CASE_INSENSITIVE_ORDER);
    lower.putAll(headers);
    return new Reply(status, lower, text);
  }

  JsonNode json() {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(text, e);
    }
  }

  JsonNode data() {
    return json().get("data");
  }

  String code() {
    return json().get("code").asText();
  }

  String header(String name) {
    var values = headers.get(name);
    return values == null ? null : values.get(0);
  }

  boolean isReplayed() {
    return "true".equals(header("Idempotent-Replayed"));
  }

  List<String> faultyFields() {
    return data().get("errors").findValuesAsText("field");
  }

  /** Every answer has this shape, whatever it says. */
  Reply inEnvelope() {
    assertThat(header("Content-Type")).isEqualTo("application/json");
    assertThat(header("Server")).isNull();
    assertThat(json().fieldNames())
        .toIterable()
        .containsExactly("code", "message", "data", "traceId");
    assertThat(json().get("traceId").asText()).isNotEmpty().isEqualTo(header("X-Trace-Id"));
    assertThat(json().get("message").asText()).isNotBlank();
    return this;
  }

  Reply is(int expectedStatus, String expectedCode) {
    inEnvelope();
    assertThat(status + " " + code()).as(text).isEqualTo(expectedStatus + " " + expectedCode);
    return this;
  }

  Reply faults(String... fields) {
    is(400, "A0400");
    assertThat(faultyFields()).as(text).containsExactlyInAnyOrder(fields);
    assertThat(text).doesNotContain("com.fasterxml", "java.", "Exception", "org.apache");
    return this;
  }
}
