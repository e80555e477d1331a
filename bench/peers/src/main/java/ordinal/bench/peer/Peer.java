package ordinal.bench.peer;

import com.typesafe.config.ConfigFactory;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.http.javadsl.Http;
import org.apache.pekko.http.javadsl.ServerBinding;
import org.apache.pekko.stream.Materializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A peer that runs: its HTTP server, its pool, its outbox. Closing it stops them in that order. */
public final class Peer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Peer.class);

  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** For calls under way. */
  private static final Duration GRACE = Duration.ofSeconds(1);

  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private final ActorSystem system;
  private final ServerBinding binding;

  private Peer(PeerSettings settings, Function<PeerSettings, Outbox> outboxes)
      throws SQLException, InterruptedException, ExecutionException, TimeoutException {
    createTables(settings);
    var outbox = opened(outboxes.apply(settings));
    var reads = opened(PeerPool.openForReads(settings));
    var blocking = Executors.newFixedThreadPool(settings.pool());
    opened(blocking::shutdown);
    system = ActorSystem.create("peer", ConfigFactory.load("ordinal/bench/peer.conf"));
    var http =
        new PeerHttp(
            new OrderStore(outbox.transactions(), reads, outbox),
            outbox,
            blocking,
            Materializer.createMaterializer(system));
    binding =
        Http.get(system)
            .newServerAt("127.0.0.1", settings.port())
            .bind(http::handle)
            .toCompletableFuture()
            .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    LOG.info("{} is ready", settings);
  }

  /**
   * Returns when it answers.
   *
   * @param outboxes opens its outbox, once there are the order tables
   */
  public static Peer start(PeerSettings settings, Function<PeerSettings, Outbox> outboxes)
      throws Exception {
    return new Peer(settings, outboxes);
  }

  /** One of those that need no class path of their own. */
  static Outbox plainOutbox(PeerSettings settings) {
    return switch (settings.form()) {
      case CLASSIC_1S, CLASSIC_50MS, CLASSIC_10MS -> new ClassicOutbox(settings);
      case LIBRARY -> new LibraryOutbox(settings);
      case MODULITH -> throw new IllegalArgumentException(settings.form() + " has its own program");
    };
  }

  private static void createTables(PeerSettings settings) throws SQLException {
    try (var connection =
        DriverManager.getConnection(settings.jdbcUrl(), settings.user(), settings.password())) {
      OrderTables.create(connection, settings.form());
    }
  }

  int port() {
    return binding.localAddress().getPort();
  }

  void awaitEnd() {
    system.getWhenTerminated().toCompletableFuture().join();
  }

  private <T extends AutoCloseable> T opened(T resource) {
    started.addFirst(resource);
    return resource;
  }

  @Override
  public void close() {
    try {
      binding.terminate(GRACE).toCompletableFuture().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
      for (var resource : started) resource.close();
      system.terminate();
      system.getWhenTerminated().toCompletableFuture().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      LOG.warn("while stopping: {}", e.toString());
    }
  }
}
