package ordinal.http.admin;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import ordinal.bridge.Consumers;
import ordinal.cash.notifications.Notifications;
import ordinal.cash.reconciliation.Reconciliations;
import ordinal.http.docs.About;
import ordinal.http.docs.DocEndpoints;
import ordinal.http.serving.Endpoint;
import ordinal.http.serving.ExchangeHandler;
import ordinal.http.serving.ReadingLayer;
import ordinal.http.serving.Router;
import ordinal.http.serving.TraceLayer;
import ordinal.projections.operation.DeadLetters;
import ordinal.projections.operation.Outbox;
import ordinal.projections.operation.ProjectionControl;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.http.javadsl.model.HttpRequest;
import org.apache.pekko.http.javadsl.model.HttpResponse;
import org.apache.pekko.stream.SystemMaterializer;
import org.jspecify.annotations.Nullable;

/**
 * The management port's own calls, with no socket: whoever binds it also serves Pekko's there.
 *
 * <p>The layers are those of the API without its limits: who looks after a node that is overrun
 * must not be turned away with those who overrun it.
 */
public final class AdminApi {

  private AdminApi() {}

  /**
   * What the calls are about.
   *
   * @param metrics all metrics in Prometheus' text format
   */
  public record Operation(
      Outbox outbox,
      DeadLetters deadLetters,
      ProjectionControl projections,
      Consumers consumers,
      Reconciliations reconciliations,
      Notifications notifications,
      Supplier<String> metrics) {}

  /**
   * Answers whatever it is given, what it does not know with {@code A0404}.
   *
   * @param token what callers have to show, or null to ask for nothing
   */
  public static Function<HttpRequest, CompletionStage<HttpResponse>> handler(
      ActorSystem<?> system,
      Operation operation,
      @Nullable AdminToken token,
      AdminSettings settings) {
    ExchangeHandler reading = new ReadingLayer(call -> call.endpoint().handler().apply(call));
    return new TraceLayer(
        new Router(endpoints(operation, settings.callTimeout())),
        settings.body(),
        SystemMaterializer.get(system).materializer(),
        token == null ? reading : new TokenLayer(token, reading));
  }

  public static List<Endpoint> endpoints(Operation operation, Duration callTimeout) {
    var patience = new Patience(callTimeout);
    var all = new ArrayList<Endpoint>();
    all.addAll(
        AdminEndpoints.of(
            new AdminCalls(operation, patience),
            new ConsumerCalls(operation.consumers(), patience),
            new ReconciliationCalls(operation.reconciliations(), patience)));
    all.addAll(
        NotificationEndpoints.of(new NotificationCalls(operation.notifications(), patience)));
    return DocEndpoints.describing(About.MANAGEMENT, all);
  }
}
