package ordinal.app;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.apache.pekko.actor.ActorSystem;

/** Whether the journal answers; a node that cannot store is alive, but not ready. */
public final class JournalReadiness implements Supplier<CompletionStage<Boolean>> {

  private final ActorSystem system;

  public JournalReadiness(ActorSystem system) {
    this.system = system;
  }

  @Override
  public CompletionStage<Boolean> get() {
    var config = system.settings().config().getConfig(NodeConfig.DATABASE);
    var database =
        new Database(
            new Settings.Jdbc(
                config.getString("url"), config.getString("user"), config.getString("password")));
    return CompletableFuture.supplyAsync(
        () -> {
          try (var connection = database.connect()) {
            return connection.isValid(2);
          } catch (java.sql.SQLException e) {
            return false;
          }
        },
        system.dispatchers().lookup("pekko.actor.default-blocking-io-dispatcher"));
  }
}
