package ordinal.http;

import io.github.bucket4j.TimeMeter;
import io.micrometer.core.instrument.Gauge;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.IntSupplier;
import ordinal.http.assets.AssetMessages;
import ordinal.http.docs.AsyncApi;
import ordinal.http.docs.DocEndpoints;
import ordinal.http.docs.Topic;
import ordinal.http.events.EventCalls;
import ordinal.http.events.EventEndpoints;
import ordinal.http.events.OpenStreams;
import ordinal.http.inventory.InventoryMessages;
import ordinal.http.inventory.StockCalls;
import ordinal.http.inventory.StockEndpoints;
import ordinal.http.order.FlashSaleCalls;
import ordinal.http.order.FlashSaleEndpoints;
import ordinal.http.order.OrderCalls;
import ordinal.http.order.OrderEndpoints;
import ordinal.http.order.OrderHistory;
import ordinal.http.order.OrderMessages;
import ordinal.http.order.OrderViewCalls;
import ordinal.http.serving.AdmissionLayer;
import ordinal.http.serving.Endpoint;
import ordinal.http.serving.ExchangeHandler;
import ordinal.http.serving.HttpMetrics;
import ordinal.http.serving.IdempotencyLayer;
import ordinal.http.serving.OutboxGate;
import ordinal.http.serving.RateLimitLayer;
import ordinal.http.serving.RateLimiter;
import ordinal.http.serving.ReadingLayer;
import ordinal.http.serving.Router;
import ordinal.http.serving.TraceLayer;
import ordinal.http.story.StoryCalls;
import ordinal.http.story.StoryEndpoints;
import ordinal.http.user.UserCalls;
import ordinal.http.user.UserEndpoints;
import ordinal.http.user.UserListCalls;
import org.apache.pekko.actor.CoordinatedShutdown;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.http.javadsl.Http;
import org.apache.pekko.http.javadsl.ServerBinding;
import org.apache.pekko.http.javadsl.model.HttpRequest;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.stream.SystemMaterializer;

/** The HTTP API of one node: the endpoints, and the layers before them. */
public final class HttpApi {

  private static final List<Topic> TOPICS =
      List.of(
          OrderMessages.TOPIC,
          InventoryMessages.INVENTORY,
          InventoryMessages.STOCK,
          AssetMessages.TOPIC);

  private static final Clock CLOCK = Clock.tickMillis(ZoneOffset.UTC);

  private final Served served;
  private final HttpSettings settings;
  private final OpenStreams streams;

  private HttpApi(Served served, HttpSettings settings) {
    this.served = served;
    this.settings = settings;
    this.streams = new OpenStreams(settings.events().mostOpen());
  }

  /**
   * Binds the API to its address; a failure to do so is the caller's to report. When the actor
   * system stops, open streams are ended together with the unbinding, which is before the phase
   * that waits for requests under way: they do not hold it up, and it does not cut them.
   *
   * @param nodes how many nodes share the rate limits
   */
  public static CompletionStage<ServerBinding> start(
      ActorSystem<?> system, Served served, HttpSettings settings, IntSupplier nodes) {
    var api = new HttpApi(served, settings);
    var handler = api.handler(system, nodes);
    CoordinatedShutdown.get(system)
        .addTask(CoordinatedShutdown.PhaseServiceUnbind(), "end-event-streams", api.streams::end);
    return Http.get(system)
        .newServerAt(settings.host(), settings.port())
        .withSettings(settings.server())
        .bind(handler::apply);
  }

  /** All that is served, as {@code /openapi.json} describes it. */
  public static List<Endpoint> endpoints(Served served, HttpSettings settings) {
    return new HttpApi(served, settings).endpoints();
  }

  /** What is sent to Kafka: the text of {@code /asyncapi.json}. */
  public static String asyncApi() {
    return AsyncApi.describe(TOPICS);
  }

  private Function<HttpRequest, CompletionStage<HttpResponse>> handler(
      ActorSystem<?> system, IntSupplier nodes) {
    var endpoints = endpoints();
    var metrics = new HttpMetrics(served.registry(), endpoints);
    Gauge.builder("http.event.streams", streams, OpenStreams::open)
        .description("Event streams that this node holds open")
        .register(served.registry());
    return new TraceLayer(
        new Router(endpoints),
        settings.body(),
        SystemMaterializer.get(system).materializer(),
        metrics,
        limited(nodes, metrics, reading(metrics)));
  }

  private List<Endpoint> endpoints() {
    var history = new OrderHistory(served.orders(), settings.historyTimeout());
    var all = new ArrayList<Endpoint>();
    all.addAll(
        OrderEndpoints.of(
            new OrderCalls(served.orders(), history, settings.defaultCurrency()),
            new OrderViewCalls(
                served.search(), served.deliveries(), history, settings.viewTimeout())));
    all.addAll(StoryEndpoints.of(new StoryCalls(served.stories(), settings.viewTimeout())));
    all.addAll(StockEndpoints.of(new StockCalls(served.inventory(), settings.stock())));
    all.addAll(
        FlashSaleEndpoints.of(
            new FlashSaleCalls(
                served.orders(),
                served.inventory(),
                history,
                settings.stock(),
                settings.defaultCurrency(),
                CLOCK)));
    var users = served.users();
    all.addAll(
        UserEndpoints.of(
            new UserCalls(users.assets(), CLOCK),
            new UserListCalls(
                users.assets(),
                users.views(),
                users.notifications(),
                settings.viewTimeout(),
                CLOCK)));
    all.addAll(
        EventEndpoints.of(
            new EventCalls(
                served.feed(),
                served.payloads(),
                settings.events(),
                settings.viewTimeout(),
                streams)));
    all.add(AsyncApi.endpoint(TOPICS));
    return DocEndpoints.and(all);
  }

  private ExchangeHandler limited(IntSupplier nodes, HttpMetrics metrics, ExchangeHandler next) {
    if (settings.rateLimit().isOff()) return next;
    var limiter = new RateLimiter(settings.rateLimit(), nodes, TimeMeter.SYSTEM_NANOTIME);
    return new RateLimitLayer(limiter, metrics, next);
  }

  private ExchangeHandler reading(HttpMetrics metrics) {
    return new ReadingLayer(
        new AdmissionLayer(
            settings.maxInFlight(),
            new OutboxGate(settings.outbox(), served.pressure(), metrics),
            new IdempotencyLayer(call -> call.endpoint().handler().apply(call))));
  }
}
