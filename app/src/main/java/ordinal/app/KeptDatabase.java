package ordinal.app;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import ordinal.app.Settings.Jdbc;
import ordinal.servers.DataDirectory;
import ordinal.servers.EmbeddedMariaDb;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The embedded database, kept running: when it dies and nobody stopped it, it is started again on
 * the same port with the same login, so that all who were connected find it again by themselves.
 */
final class KeptDatabase implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(KeptDatabase.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Executor AFTER_PAUSE =
      CompletableFuture.delayedExecutor(
          PAUSE.toMillis(), TimeUnit.MILLISECONDS, task -> new Thread(task, "database").start());

  private final DataDirectory data;
  private EmbeddedMariaDb server;
  private boolean closed;

  private KeptDatabase(DataDirectory data, EmbeddedMariaDb server) {
    this.data = data;
    this.server = server;
  }

  static KeptDatabase start(DataDirectory data, int port) {
    var kept = new KeptDatabase(data, EmbeddedMariaDb.start(data, port));
    kept.watch(kept.server);
    return kept;
  }

  private void watch(EmbeddedMariaDb running) {
    running.onExit().whenComplete((done, failure) -> AFTER_PAUSE.execute(this::startAgain));
  }

  private synchronized void startAgain() {
    if (closed) return;
    LOG.error("[Database] [ALERT] MariaDB ended by itself, starting it again");
    try {
      server = EmbeddedMariaDb.start(data, server.port());
      LOG.warn("[Database] MariaDB runs again on port {}", server.port());
      watch(server);
    } catch (RuntimeException e) {
      LOG.error("[Database] MariaDB does not start: {}", e.getMessage());
      AFTER_PAUSE.execute(this::startAgain);
    }
  }

  synchronized Jdbc jdbc() {
    return new Jdbc(server.jdbcUrl(), server.user(), server.password());
  }

  synchronized String version() {
    return server.version();
  }

  synchronized int port() {
    return server.port();
  }

  @Override
  public synchronized void close() {
    closed = true;
    server.stop();
  }
}
