package ordinal.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceContextTest {

  static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  static final String SPAN = "00f067aa0ba902b7";
  static final Pattern W3C = Pattern.compile("00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})");

  @ParameterizedTest
  @ValueSource(strings = {"a", "trace-123456789", "A.b_c-9"})
  void aUsableTraceIdOfTheCallerIsTakenOver(String traceId) {
    assertEquals(traceId, TraceContext.continuing(traceId, null).traceId());
  }

  @Test
  void aTraceIdMayHave64CharactersAndNoMore() {
    assertEquals("x".repeat(64), TraceContext.continuing("x".repeat(64), null).traceId());
    assertNotEquals("x".repeat(65), TraceContext.continuing("x".repeat(65), null).traceId());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "a\n", "a/b", "a:b", "é", "<script>"})
  void anUnusableTraceIdIsReplaced(String traceId) {
    var trace = TraceContext.continuing(traceId, null);

    assertTrue(trace.traceId().matches("[0-9a-f]{32}"), trace.traceId());
  }

  @Test
  void aTraceparentIsContinuedWithASpanOfOurOwn() {
    var trace = TraceContext.continuing(null, "00-" + TRACE + "-" + SPAN + "-00");

    var parts = parts(trace);
    assertEquals(TRACE, trace.traceId());
    assertEquals(TRACE, parts[0]);
    assertNotEquals(SPAN, parts[1]);
    assertEquals("00", parts[2]);
  }

  @Test
  void theCallersTraceIdIsShownWhileItsTraceparentIsContinued() {
    var trace = TraceContext.continuing("mine", "00-" + TRACE + "-" + SPAN + "-01");

    assertEquals("mine", trace.traceId());
    assertEquals(TRACE, parts(trace)[0]);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cc-" + TRACE + "-" + SPAN + "-01",
        "cc-" + TRACE + "-" + SPAN + "-01-what-the-future-will-be-like"
      })
  void aTraceparentOfALaterVersionIsContinuedInOurs(String traceparent) {
    assertEquals(TRACE, parts(TraceContext.continuing(null, traceparent))[0]);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00",
        "00-" + TRACE + "-" + SPAN,
        "00-" + TRACE + "-" + SPAN + "-01-more", // Version 00 ends with the flags.
        "ff-" + TRACE + "-" + SPAN + "-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-" + SPAN + "-01",
        "00-00000000000000000000000000000000-" + SPAN + "-01",
        "00-" + TRACE + "-0000000000000000-01",
        "cc-" + TRACE + "-" + SPAN + "-01.more"
      })
  void anInvalidTraceparentIsReplaced(String traceparent) {
    var trace = TraceContext.continuing(null, traceparent);

    assertNotEquals(TRACE, parts(trace)[0]);
    assertEquals(parts(trace)[0], trace.traceId());
  }

  @Test
  void freshTracesDiffer() {
    assertNotEquals(TraceContext.fresh(), TraceContext.fresh());
  }

  @Property
  void whateverTheCallerSendsTheResultIsValid(@ForAll String traceId, @ForAll String traceparent) {
    var trace = TraceContext.continuing(traceId, traceparent);

    parts(trace);
    assertTrue(trace.traceId().matches("[A-Za-z0-9._-]{1,64}"), trace.traceId());
  }

  private static String[] parts(TraceContext trace) {
    var parts = W3C.matcher(trace.traceparent());
    assertTrue(parts.matches(), trace.traceparent());
    return new String[] {parts.group(1), parts.group(2), parts.group(3)};
  }
}
