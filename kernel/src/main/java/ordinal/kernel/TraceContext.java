package ordinal.kernel;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which request something belongs to: from the HTTP call through the journal to Kafka and back.
 *
 * @param traceId what people search for: the caller's own {@code X-Trace-Id} if it was usable
 * @param traceparent the W3C form for tracing systems; carries the caller's trace on
 */
public record TraceContext(String traceId, String traceparent) implements JsonMessage {

  private static final Pattern TRACE_ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  /** Version 00 ends with the flags; later ones may go on behind them, and ff is forbidden. */
  private static final Pattern TRACEPARENT =
      Pattern.compile(
          "(?!ff|00-.{52}.)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?");

  private static final String NO_TRACE = "0".repeat(32);
  private static final String NO_SPAN = "0".repeat(16);

  /** Takes over what the caller sent where it is usable, and makes the rest. */
  public static TraceContext continuing(
      @Nullable String callersTraceId, @Nullable String callersTraceparent) {
    var w3c = callersTraceparent == null ? null : TRACEPARENT.matcher(callersTraceparent);
    boolean continued =
        w3c != null
            && w3c.matches()
            && !w3c.group(1).equals(NO_TRACE)
            && !w3c.group(2).equals(NO_SPAN);
    var trace = continued && w3c != null ? w3c.group(1) : randomHex(2);
    var flags = continued && w3c != null ? w3c.group(3) : "01";
    boolean usable = callersTraceId != null && TRACE_ID.matcher(callersTraceId).matches();
    return new TraceContext(
        usable && callersTraceId != null ? callersTraceId : trace,
        "00-" + trace + "-" + randomHex(1) + "-" + flags);
  }

  public static TraceContext fresh() {
    return continuing(null, null);
  }

  /** Not secret, only unique; all zeros is "none" in W3C, so the last bit is always set. */
  private static String randomHex(int longs) {
    var random = ThreadLocalRandom.current();
    var hex = new StringBuilder(longs * 16);
    for (int i = 0; i < longs; i++) {
      hex.append(HexFormat.of().toHexDigits(random.nextLong() | 1));
    }
    return hex.toString();
  }
}
