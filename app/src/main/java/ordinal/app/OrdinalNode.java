package ordinal.app;

import com.typesafe.config.Config;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import ordinal.app.Settings.Address;
import ordinal.app.Settings.Jdbc;
import ordinal.assets.ShardedAssets;
import ordinal.bridge.Bridge;
import ordinal.cash.Cash;
import ordinal.http.ClusterNodes;
import ordinal.http.HttpApi;
import ordinal.http.HttpSettings;
import ordinal.http.Served;
import ordinal.http.admin.AdminApi;
import ordinal.inventory.Inventory;
import ordinal.journal.FirstEvents;
import ordinal.journal.StoredEvents;
import ordinal.order.Order;
import ordinal.order.OrderEvent;
import ordinal.order.Orders;
import ordinal.order.ShardedOrders;
import ordinal.projections.Projections;
import ordinal.projections.kafka.UnusableTopic;
import ordinal.servers.DataDirectory;
import ordinal.servers.EmbeddedKafka;
import ordinal.servers.StartFailure;
import org.apache.pekko.Done;
import org.apache.pekko.actor.CoordinatedShutdown;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.http.javadsl.ServerBinding;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One node of Ordinal with all that it runs on.
 *
 * <p>Starts from the bottom up (data directory, servers, schema, cluster, HTTP) and stops from the
 * top down, so that nothing is asked of a server that is already gone. What has started is stopped
 * again when a later step fails.
 */
public final class OrdinalNode implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(OrdinalNode.class);
  private static final Duration STEP_LIMIT = Duration.ofSeconds(60);
  private static final Duration DRAIN_LIMIT = Duration.ofSeconds(5);
  private static final Duration ENTITY_COUNT_EVERY = Duration.ofSeconds(10);
  private static final Clock CLOCK = Clock.tickMillis(ZoneOffset.UTC);

  private final Settings settings;
  private final Progress progress;
  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private final Metrics metrics = opened(new Metrics());
  private @Nullable ServerBinding http;
  private @Nullable ServerBinding management;
  private @Nullable Jdbc database;
  private @Nullable String kafkaBootstrap;
  private @Nullable ActorSystem<?> system;
  private boolean closing;

  private OrdinalNode(Settings settings, Progress progress) {
    this.settings = settings;
    this.progress = progress;
  }

  /** Starts a node, or throws a {@link StartFailure} that says in a line what to do. */
  static OrdinalNode start(Settings settings, Progress progress) {
    var node = new OrdinalNode(settings, progress);
    try {
      node.startServers();
      node.startCluster();
      return node;
    } catch (RuntimeException e) {
      node.close();
      throw e;
    }
  }

  private void startServers() {
    requireFree(settings.http(), "ORDINAL_HTTP_PORT");
    requireFree(settings.management(), "ORDINAL_MANAGEMENT_PORT");
    requireFree(settings.remote(), "ORDINAL_REMOTE_PORT");
    var data =
        settings.isEmbeddedDatabase() || settings.isEmbeddedKafka()
            ? opened(DataDirectory.open(settings.dataDirectory()))
            : null;
    // Both take their time in other processes and threads, so they start beside each other.
    var kafka = CompletableFuture.supplyAsync(() -> startKafka(data));
    try {
      var jdbc = startDatabase(data);
      migrate(new Database(jdbc));
    } finally {
      // Whatever became of the database: a broker that has started must be known, to be stopped.
      kafka.handle((broker, failure) -> broker).join();
    }
    kafkaBootstrap = join(kafka);
  }

  private Jdbc startDatabase(@Nullable DataDirectory data) {
    var external = settings.database();
    if (external != null) {
      progress.step("database", new Database(external)::version, v -> v + ", external");
      return external;
    }
    var directory = Objects.requireNonNull(data);
    var server =
        progress.step(
            "database",
            () -> KeptDatabase.start(directory, settings.databasePort()),
            m -> "MariaDB " + m.version() + " on 127.0.0.1:" + m.port());
    opened(server);
    return server.jdbc();
  }

  private void migrate(Database reached) {
    database = reached.jdbc();
    int publishers = settings.config().getInt("ordinal.projections.kafka.publishers");
    progress.step(
        "schema",
        () -> reached.migrate(settings.slices(), publishers),
        n -> (n == 0 ? "up to date" : n + " migration(s)") + ", " + settings.slices() + " slices");
  }

  private String startKafka(@Nullable DataDirectory data) {
    var external = settings.kafkaBootstrap();
    if (external != null) {
      progress.step(
          "broker",
          () -> Broker.reach(external),
          found -> "Kafka on " + external + ", external, " + found);
      return external;
    }
    var directory = Objects.requireNonNull(data);
    return progress.step(
        "broker",
        () -> {
          var kafka = EmbeddedKafka.start(directory, settings.kafkaPort());
          opened(kafka::stop);
          kafka.onExit().whenComplete(OrdinalNode::sayKafkaEnded);
          return kafka.bootstrapServers();
        },
        address -> "Kafka on " + address);
  }

  /** The journal goes on taking events; they go out when the program was started again. */
  private static void sayKafkaEnded(@Nullable Void done, @Nullable Throwable failure) {
    if (failure == null) return;
    LOG.error("[Broker] [ALERT] {}: restart Ordinal; no event is lost", failure.getMessage());
  }

  private void startCluster() {
    var config = NodeConfig.of(settings, Objects.requireNonNull(database));
    var pool =
        opened(new Database(Objects.requireNonNull(database)).pool(config, metrics.registry()));
    var actors =
        progress.step("cluster", () -> joinCluster(config), s -> "node " + settings.remote());
    var projections =
        progress.step(
            "projections", () -> startProjections(actors, pool), p -> "publishing to Kafka");
    var stored = new StoredEvents(actors);
    var orders =
        ShardedOrders.start(
            actors, CLOCK, FirstEvents.of(actors)::store, id -> stored.of(OrderEvent.class, id));
    var assets = ShardedAssets.start(actors, CLOCK);
    var cash =
        Cash.start(
            actors,
            pool,
            projections.tail(),
            projections.lostEvents(),
            orders,
            assets,
            metrics.registry(),
            CLOCK);
    var stock =
        settings.keepsStock()
            ? StockService.start(
                actors, orders, projections.tail(), pool, metrics.registry(), CLOCK)
            : null;
    var bridge =
        progress.step(
            "consumers",
            () -> startBridge(actors, pool, orders, stock, cash.subscriptions()),
            b -> "consuming from Kafka");
    progress.step(
        "http",
        () -> {
          var nodes = ClusterNodes.watch(actors);
          var served =
              new Served(
                  orders,
                  new Served.Users(assets, projections.assets(), cash.notifications()),
                  stock,
                  projections.search(),
                  projections.deliveries(),
                  cash.stories(),
                  projections.feed(),
                  projections.payloads(),
                  projections.outbox(),
                  metrics.registry());
          var binding = join(HttpApi.start(actors, served, HttpSettings.of(config), nodes));
          http = binding.addToCoordinatedShutdown(DRAIN_LIMIT, actors);
          management = startManagement(actors, projections, bridge, cash);
          return binding;
        },
        b -> "API on " + url(b));
  }

  private ServerBinding startManagement(
      ActorSystem<?> actors, Projections projections, Bridge bridge, Cash cash) {
    JournalPool.measure(actors, metrics.registry());
    ActiveEntities.watch(actors, Order.KEY.name(), ENTITY_COUNT_EVERY, metrics.registry());
    return join(
        ManagementServer.start(
            actors,
            new AdminApi.Operation(
                projections.outbox(),
                projections.deadLetters(),
                projections.control(),
                bridge.consumers(),
                cash.reconciliations(),
                cash.notifications(),
                metrics::text),
            settings.adminToken(),
            settings.management()));
  }

  private Projections startProjections(ActorSystem<?> actors, DataSource pool) {
    try {
      return opened(
          Projections.start(
              actors, pool, Objects.requireNonNull(kafkaBootstrap), metrics.registry(), CLOCK));
    } catch (UnusableTopic e) {
      throw new StartFailure(String.valueOf(e.getMessage()), e);
    } catch (SQLException e) {
      throw new StartFailure("the database does not answer: " + e.getMessage(), e);
    }
  }

  /**
   * Stops before the actors do: what it is about to hand over needs them.
   *
   * @param inventory null when the stock service is an outside one
   */
  private Bridge startBridge(
      ActorSystem<?> actors,
      DataSource pool,
      Orders orders,
      @Nullable Inventory inventory,
      List<Bridge.Subscription> others) {
    try {
      var bridge =
          opened(
              Bridge.start(
                  actors,
                  pool,
                  Objects.requireNonNull(kafkaBootstrap),
                  orders,
                  inventory,
                  others,
                  metrics.registry(),
                  CLOCK));
      CoordinatedShutdown.get(actors)
          .addTask(
              CoordinatedShutdown.PhaseBeforeServiceUnbind(),
              "stop-consuming",
              () -> CompletableFuture.runAsync(bridge::close).thenApply(v -> Done.getInstance()));
      return bridge;
    } catch (SQLException e) {
      throw new StartFailure("the database does not answer: " + e.getMessage(), e);
    }
  }

  private ActorSystem<?> joinCluster(Config config) {
    var actors = ActorSystem.create(Behaviors.empty(), NodeConfig.SYSTEM_NAME, config);
    system = actors;
    opened(() -> stopActors(actors));
    var up = new CompletableFuture<Done>();
    Cluster.get(actors).registerOnMemberUp(() -> up.complete(Done.getInstance()));
    try {
      up.get(STEP_LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new StartFailure(
          "could not join the cluster at ORDINAL_SEED_NODES within "
              + STEP_LIMIT.toSeconds()
              + " s: check that one of them runs and reaches "
              + settings.remote());
    }
    return actors;
  }

  /**
   * Stops taking requests, lets those under way finish, hands the orders over, then leaves. When
   * the JVM ends, Pekko's own hook has begun the same, and this only waits for it. It must be
   * Pekko's: remoting watches that hook, and without it would cut all connections at once.
   */
  private static void stopActors(ActorSystem<?> actors) throws Exception {
    CoordinatedShutdown.get(actors)
        .runAll(CoordinatedShutdown.jvmExitReason())
        .toCompletableFuture()
        .get(STEP_LIMIT.toSeconds(), TimeUnit.SECONDS);
  }

  /**
   * Completes when the actors have ended, asked or not. A node that was removed from its cluster
   * must not linger: its orders live elsewhere by then.
   */
  CompletionStage<Done> whenActorsEnd() {
    return system().getWhenTerminated();
  }

  public String httpUrl() {
    return url(Objects.requireNonNull(http));
  }

  public String managementUrl() {
    return url(Objects.requireNonNull(management));
  }

  ActorSystem<?> system() {
    return Objects.requireNonNull(system);
  }

  Jdbc database() {
    return Objects.requireNonNull(database);
  }

  private static String url(ServerBinding binding) {
    var address = binding.localAddress();
    return "http://" + address.getHostString() + ":" + address.getPort();
  }

  /** Stops everything, last started first. Safe to call twice, and from the JVM's shutdown. */
  @Override
  public void close() {
    synchronized (this) {
      if (closing) return;
      closing = true;
    }
    while (true) {
      AutoCloseable next;
      synchronized (started) {
        next = started.pollFirst();
      }
      if (next == null) break;
      try {
        next.close();
      } catch (Exception e) {
        LOG.warn("while stopping: {}", e.toString());
      }
    }
  }

  private <T extends AutoCloseable> T opened(T resource) {
    synchronized (started) {
      started.addFirst(resource);
    }
    return resource;
  }

  private static void requireFree(Address address, String variable) {
    if (address.port() == 0) return;
    try (var socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getByName(address.host()), address.port()));
    } catch (IOException e) {
      throw new StartFailure(
          "port %s (%s) is taken or not ours: stop what listens there or set %s"
              .formatted(address, variable, variable));
    }
  }

  private static <T> T join(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) throw cause;
      throw e;
    }
  }
}
