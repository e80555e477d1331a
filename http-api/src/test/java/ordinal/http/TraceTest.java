package ordinal.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class TraceTest {

  private static final String W3C = "4bf92f3577b34da6a3ce929d0e0e4736";

  private final Api api = Api.shared();

  @Test
  void aUsableTraceIdIsTakenOverIntoTheAnswerAndTheEvents() {
    var created = api.post("/orders", Api.createBody(Api.fresh()), "X-Trace-Id", "my.Trace_1-x");

    created.is(201, "00000");
    assertThat(created.header("X-Trace-Id")).isEqualTo("my.Trace_1-x");
    var timeline = api.get("/orders/" + created.data().get("orderNo").asText() + "/timeline");
    assertThat(timeline.data().get(0).get("traceId").asText()).isEqualTo("my.Trace_1-x");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "has space",
        "semi;colon",
        "ü",
        "<script>",
        "-------------------------" + "----------------------------------------"
      })
  void anUnusableTraceIdIsReplaced(String bad) {
    var reply = api.get("/orders/nope", "X-Trace-Id", bad).is(404, "A0404");

    assertThat(reply.header("X-Trace-Id")).isNotEqualTo(bad).matches("[0-9a-f]{32}");
  }

  @Test
  void aTraceparentIsContinued() {
    var header = "00-" + W3C + "-00f067aa0ba902b7-01";

    assertThat(api.get("/orders/nope", "traceparent", header).header("X-Trace-Id")).isEqualTo(W3C);
    assertThat(api.get("/orders/nope", "traceparent", "00-zz").header("X-Trace-Id"))
        .matches("[0-9a-f]{32}");
  }

  @Test
  void theAccessLogHasOneLineWithNoQueryAndNoControlCharacters() {
    var log = (Logger) LoggerFactory.getLogger("ordinal.access");
    var lines = new KeepingMdc();
    lines.start();
    log.addAppender(lines);
    try {
      api.get("/orders/a%0d%0ab?token=secret", "X-Trace-Id", "log-1").faults("orderNo", "token");

      var ours = Awaitility.await().until(() -> of("log-1", lines), found -> !found.isEmpty());

      assertThat(ours).hasSize(1);
      assertThat(ours.get(0).getFormattedMessage())
          .matches("GET /orders/a%0D%0Ab 400 A0400 \\d+\\.\\dms 127\\.0\\.0\\.1");
    } finally {
      log.detachAppender(lines);
    }
  }

  @Test
  void aStreamHasItsLineWhenItBeginsAndNotWhenItEnds() {
    var log = (Logger) LoggerFactory.getLogger("ordinal.access");
    var lines = new KeepingMdc();
    lines.start();
    log.addAppender(lines);
    try (var listener = new Listener(api.port, "/events?after=0", "X-Trace-Id", "log-2")) {
      assertThat(listener.header("X-Trace-Id")).isEqualTo("log-2");

      var ours = Awaitility.await().until(() -> of("log-2", lines), found -> !found.isEmpty());

      assertThat(ours.get(0).getFormattedMessage())
          .matches("GET /events 200 00000 \\d+\\.\\dms 127\\.0\\.0\\.1");
    } finally {
      log.detachAppender(lines);
    }
    assertThat(of("log-2", lines)).hasSize(1);
  }

  /** A logging event looks up its MDC when it is asked, which is too late here. */
  private static final class KeepingMdc extends ListAppender<ILoggingEvent> {
    @Override
    protected void append(ILoggingEvent event) {
      event.prepareForDeferredProcessing();
      super.append(event);
    }
  }

  private static List<ILoggingEvent> of(String traceId, ListAppender<ILoggingEvent> lines) {
    return List.copyOf(lines.list).stream()
        .filter(line -> traceId.equals(line.getMDCPropertyMap().get("traceId")))
        .toList();
  }
}
