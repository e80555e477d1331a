package ordinal.http.serving;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import ordinal.kernel.ErrorCode;

/**
 * Refuses what comes too fast, before anything of it is read, and tells every caller how much is
 * left (draft-ietf-httpapi-ratelimit-headers).
 */
public final class RateLimitLayer implements ExchangeHandler {

  private final RateLimiter limiter;
  private final HttpMetrics metrics;
  private final ExchangeHandler next;

  public RateLimitLayer(RateLimiter limiter, HttpMetrics metrics, ExchangeHandler next) {
    this.limiter = limiter;
    this.metrics = metrics;
    this.next = next;
  }

  @Override
  public CompletionStage<Answer> handle(Exchange exchange) {
    var verdict = limiter.take(exchange.route().operationId(), caller(exchange));
    if (!verdict.allowed()) {
      metrics.rateLimited(exchange.route().operationId());
      return CompletableFuture.completedFuture(withHeaders(tooFast(verdict), verdict));
    }
    return next.handle(exchange).thenApply(answer -> withHeaders(answer, verdict));
  }

  /** A tenant's own: one behind the same address as others does not use up theirs. */
  private static String caller(Exchange exchange) {
    return exchange.caller() + " " + (exchange.tenantId() == null ? "" : exchange.tenantId());
  }

  private static Answer tooFast(RateLimiter.Verdict verdict) {
    return Answer.later(
        ErrorCode.RATE_LIMITED,
        "Too many requests; try again in " + verdict.retrySeconds() + " s.",
        verdict.retrySeconds());
  }

  private static Answer withHeaders(Answer answer, RateLimiter.Verdict verdict) {
    var share = verdict.policy();
    return answer
        .with(
            "RateLimit-Policy", "\"default\";q=" + share.capacity() + ";w=" + share.windowSeconds())
        .with(
            "RateLimit", "\"default\";r=" + verdict.remaining() + ";t=" + verdict.secondsToFull());
  }
}
