package ordinal.app;

import static org.apache.pekko.http.javadsl.server.Directives.completeWithFuture;
import static org.apache.pekko.http.javadsl.server.Directives.concat;
import static org.apache.pekko.http.javadsl.server.Directives.extractRequest;

import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import ordinal.app.Settings.Address;
import ordinal.http.admin.AdminApi;
import ordinal.http.admin.AdminSettings;
import ordinal.http.admin.AdminToken;
import ordinal.servers.StartFailure;
import org.apache.pekko.Done;
import org.apache.pekko.actor.CoordinatedShutdown;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.http.javadsl.Http;
import org.apache.pekko.http.javadsl.ServerBinding;
import org.apache.pekko.management.javadsl.PekkoManagement;
import org.jspecify.annotations.Nullable;

/**
 * The management port: Pekko's own routes, and behind them our calls, which also answer what is
 * nowhere. One socket with the settings of the API's.
 *
 * <p>It is the last to close: who watches a node that stops must see it stop.
 */
final class ManagementServer {

  private static final Duration DRAIN_LIMIT = Duration.ofSeconds(1);

  private ManagementServer() {}

  /**
   * @param token what callers of our calls have to show, or null for nothing
   */
  static CompletionStage<ServerBinding> start(
      ActorSystem<?> system,
      AdminApi.Operation operation,
      @Nullable String token,
      Address address) {
    var settings = AdminSettings.of(system.settings().config());
    var opensWith = token == null ? null : AdminToken.of(token);
    var ours = AdminApi.handler(system, operation, opensWith, settings);
    var all =
        concat(
            PekkoManagement.get(system).getRoutes(),
            extractRequest(request -> completeWithFuture(ours.apply(request))));
    return Http.get(system)
        .newServerAt(address.host(), address.port())
        .withSettings(settings.server())
        .bind(all.handler(system))
        .exceptionally(
            failure -> {
              throw new CompletionException(notOurs(address));
            })
        .thenApply(binding -> closedLast(system, binding));
  }

  private static StartFailure notOurs(Address address) {
    return new StartFailure(
        ("port %s (ORDINAL_MANAGEMENT_PORT) is taken or not ours: stop what listens there or set"
                + " ORDINAL_MANAGEMENT_PORT")
            .formatted(address));
  }

  private static ServerBinding closedLast(ActorSystem<?> system, ServerBinding binding) {
    CoordinatedShutdown.get(system)
        .addTask(
            CoordinatedShutdown.PhaseBeforeActorSystemTerminate(),
            "close-management-port",
            () -> binding.terminate(DRAIN_LIMIT).thenApply(closed -> Done.getInstance()));
    return binding;
  }
}
