package ordinal.http;

import io.github.bucket4j.TimeMeter;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.IntSupplier;
import ordinal.http.docs.DocEndpoints;
import ordinal.http.order.OrderCalls;
import ordinal.http.order.OrderEndpoints;
import ordinal.http.serving.AdmissionLayer;
import ordinal.http.serving.Endpoint;
import ordinal.http.serving.ExchangeHandler;
import ordinal.http.serving.IdempotencyLayer;
import ordinal.http.serving.RateLimitLayer;
import ordinal.http.serving.RateLimiter;
import ordinal.http.serving.ReadingLayer;
import ordinal.http.serving.Router;
import ordinal.http.serving.TraceLayer;
import ordinal.order.Orders;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.http.javadsl.Http;
import org.apache.pekko.http.javadsl.ServerBinding;
import org.apache.pekko.http.javadsl.model.HttpRequest;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.stream.SystemMaterializer;

/** The HTTP API of one node: the endpoints, and the layers before them. */
public final class HttpApi {

  private HttpApi() {}

  /**
   * Binds the API to its address; a failure to do so is the caller's to report.
   *
   * @param nodes how many nodes share the rate limits
   */
  public static CompletionStage<ServerBinding> start(
      ActorSystem<?> system, Orders orders, HttpSettings settings, IntSupplier nodes) {
    var handler = handler(system, orders, settings, nodes);
    return Http.get(system)
        .newServerAt(settings.host(), settings.port())
        .withSettings(settings.server())
        .bind(handler::apply);
  }

  /** The same with no socket. */
  public static Function<HttpRequest, CompletionStage<HttpResponse>> handler(
      ActorSystem<?> system, Orders orders, HttpSettings settings, IntSupplier nodes) {
    var endpoints = endpoints(orders, settings);
    return new TraceLayer(
        new Router(endpoints),
        settings.body(),
        SystemMaterializer.get(system).materializer(),
        limited(settings, nodes, reading(settings)));
  }

  public static List<Endpoint> endpoints(Orders orders, HttpSettings settings) {
    var calls = new OrderCalls(orders, settings.defaultCurrency(), settings.historyTimeout());
    return DocEndpoints.and(OrderEndpoints.of(calls));
  }

  private static ExchangeHandler limited(
      HttpSettings settings, IntSupplier nodes, ExchangeHandler next) {
    if (settings.rateLimit().isOff()) return next;
    var limiter = new RateLimiter(settings.rateLimit(), nodes, TimeMeter.SYSTEM_NANOTIME);
    return new RateLimitLayer(limiter, next);
  }

  private static ExchangeHandler reading(HttpSettings settings) {
    return new ReadingLayer(
        new AdmissionLayer(
            settings.maxInFlight(),
            new IdempotencyLayer(call -> call.endpoint().handler().apply(call))));
  }
}
