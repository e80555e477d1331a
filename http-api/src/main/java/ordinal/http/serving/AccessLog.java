package ordinal.http.serving;

import org.apache.pekko.http.javadsl.model.HttpRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * One line per request: what, how it ended, how long it took, for whom. Never a body, a header or
 * the value of a query.
 */
final class AccessLog {

  private static final Logger LOG = LoggerFactory.getLogger("ordinal.access");
  private static final String TRACE_ID = "traceId";
  private static final int LONGEST_PATH = 200;

  private AccessLog() {}

  static void line(HttpRequest request, String caller, Answer answer, long nanos, String traceId) {
    if (!LOG.isInfoEnabled()) return;
    line(
        request.method().name() + " " + path(request),
        caller,
        answer.status(),
        answer.code().code(),
        nanos,
        traceId);
  }

  static void line(
      String what, String caller, int status, String code, long nanos, String traceId) {
    tracing(traceId, () -> LOG.info("{} {} {} {}ms {}", what, status, code, millis(nanos), caller));
  }

  /** Runs something whose log lines belong to this trace. */
  static void tracing(String traceId, Runnable work) {
    MDC.put(TRACE_ID, traceId);
    try {
      work.run();
    } finally {
      MDC.remove(TRACE_ID);
    }
  }

  /** As it was sent, percent signs and all, so it has no control characters. */
  private static String path(HttpRequest request) {
    var path = request.getUri().path();
    var safe = new StringBuilder(Math.min(path.length(), LONGEST_PATH));
    for (int i = 0; i < path.length() && i < LONGEST_PATH; i++) {
      char c = path.charAt(i);
      safe.append(c > ' ' && c < 0x7f ? c : '?');
    }
    return safe.toString();
  }

  private static String millis(long nanos) {
    long tenths = nanos / 100_000;
    return tenths / 10 + "." + tenths % 10;
  }
}
