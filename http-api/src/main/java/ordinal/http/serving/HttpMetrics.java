package ordinal.http.serving;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Stream;
import ordinal.kernel.ErrorCode;

/**
 * Counts and times what the API answers.
 *
 * <pre>
 * http_server_requests_seconds  {operation, status}  until the answer begins, histogram
 * rate_limited_total            {operation}
 * outbox_throttled_total        {code}               A0500 slowed down, B0100 stopped
 * </pre>
 *
 * An operation is one of the table of endpoints, or "nowhere": a caller cannot make new ones up.
 * Each is there from the start, so that the first increase is seen as one. A meter is looked up by
 * name and number, with no tags built for a request.
 */
public final class HttpMetrics {

  /** Two to three for each power of ten: enough for a p99, and not too many series. */
  private static final Duration[] BUCKETS =
      Stream.of(1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000)
          .map(Duration::ofMillis)
          .toArray(Duration[]::new);

  private static final int STATUSES = 600;
  private static final String OPERATION = "operation";

  private record Operation(AtomicReferenceArray<Timer> byStatus, Counter rateLimited) {}

  private final MeterRegistry registry;
  private final Map<String, Operation> operations = new ConcurrentHashMap<>();
  private final Counter slowed;
  private final Counter stopped;

  public HttpMetrics(MeterRegistry registry, List<Endpoint> endpoints) {
    this.registry = registry;
    this.slowed = throttled(ErrorCode.RATE_LIMITED);
    this.stopped = throttled(ErrorCode.TRY_AGAIN);
    for (var endpoint : endpoints) {
      var unused = timer(endpoint.operationId(), endpoint.successes().get(0));
    }
    var unused = operation(Route.NOWHERE);
  }

  /** Goes nowhere. */
  public static HttpMetrics none() {
    return new HttpMetrics(new CompositeMeterRegistry(), List.of());
  }

  void answered(String operationId, int status, long nanos) {
    timer(operationId, status).record(nanos, TimeUnit.NANOSECONDS);
  }

  void rateLimited(String operationId) {
    operation(operationId).rateLimited().increment();
  }

  void outboxSlowed() {
    slowed.increment();
  }

  void outboxStopped() {
    stopped.increment();
  }

  private Timer timer(String operationId, int status) {
    var known = operation(operationId).byStatus();
    var timer = known.get(status);
    if (timer != null) return timer;
    // Two threads may both make it: the registry gives them the same one.
    var made =
        Timer.builder("http.server.requests")
            .description("Time until the answer begins")
            .tag(OPERATION, operationId)
            .tag("status", Integer.toString(status))
            .serviceLevelObjectives(BUCKETS)
            .register(registry);
    known.set(status, made);
    return made;
  }

  private Operation operation(String operationId) {
    var known = operations.get(operationId);
    return known != null ? known : operations.computeIfAbsent(operationId, this::make);
  }

  private Operation make(String operationId) {
    return new Operation(
        new AtomicReferenceArray<>(STATUSES),
        Counter.builder("rate.limited")
            .description("Requests refused because their caller sent too many")
            .tag(OPERATION, operationId)
            .register(registry));
  }

  private Counter throttled(ErrorCode code) {
    return Counter.builder("outbox.throttled")
        .description("Requests held back because too many events wait to be published")
        .tag("code", code.code())
        .register(registry);
  }
}
