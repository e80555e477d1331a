package ordinal.http.serving;

import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import ordinal.kernel.TraceContext;
import org.apache.pekko.http.javadsl.model.AttributeKeys;
import org.apache.pekko.http.javadsl.model.HttpRequest;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.stream.Materializer;
import org.jspecify.annotations.Nullable;

/**
 * The outermost layer: gives every request its trace, every outcome its answer, and every answer
 * its trace id, its line in the access log and its place in the metrics. All of that is written
 * when an answer begins: a stream that stays open for a day has its line at once.
 */
public final class TraceLayer implements Function<HttpRequest, CompletionStage<HttpResponse>> {

  private static final String UNKNOWN_CALLER = "unknown";

  private final Router router;
  private final RequestBody.Limits limits;
  private final Materializer materializer;
  private final HttpMetrics metrics;
  private final ExchangeHandler next;

  /** For a server whose requests nobody counts. */
  public TraceLayer(
      Router router, RequestBody.Limits limits, Materializer materializer, ExchangeHandler next) {
    this(router, limits, materializer, HttpMetrics.none(), next);
  }

  public TraceLayer(
      Router router,
      RequestBody.Limits limits,
      Materializer materializer,
      HttpMetrics metrics,
      ExchangeHandler next) {
    this.router = router;
    this.limits = limits;
    this.materializer = materializer;
    this.metrics = metrics;
    this.next = next;
  }

  @Override
  public CompletionStage<HttpResponse> apply(HttpRequest request) {
    long start = System.nanoTime();
    var trace =
        TraceContext.continuing(
            Exchange.header(request, "x-trace-id"), Exchange.header(request, "traceparent"));
    var body = new RequestBody(request, limits, materializer);
    var exchange =
        new Exchange(
            request, body, trace, Tenant.of(request), caller(request), router.find(request));
    return ErrorHandler.guarded(() -> next.handle(exchange))
        .handle((answer, failure) -> outcome(answer, failure, trace))
        .thenCompose(
            answer ->
                body.drop()
                    .thenApply(dropped -> response(exchange, answer, System.nanoTime() - start)));
  }

  private HttpResponse response(Exchange exchange, Answer answer, long nanos) {
    var traceId = exchange.trace().traceId();
    AccessLog.line(exchange.request(), exchange.caller(), answer, nanos, traceId);
    metrics.answered(exchange.route().operationId(), answer.status(), nanos);
    return Envelope.response(answer, traceId);
  }

  private static Answer outcome(
      @Nullable Answer answer, @Nullable Throwable failure, TraceContext trace) {
    if (answer != null) return answer;
    var unknown = failure == null ? new IllegalStateException("no answer") : failure;
    var said = new Answer[1];
    AccessLog.tracing(trace.traceId(), () -> said[0] = ErrorHandler.answer(unknown));
    return said[0];
  }

  private static String caller(HttpRequest request) {
    return request
        .getAttribute(AttributeKeys.remoteAddress)
        .flatMap(address -> address.getAddress())
        .map(address -> address.getHostAddress())
        .orElse(UNKNOWN_CALLER);
  }
}
