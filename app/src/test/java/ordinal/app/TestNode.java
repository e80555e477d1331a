package ordinal.app;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import ordinal.order.Order;
import ordinal.order.OrderCommand;
import ordinal.projections.TestCluster;
import ordinal.servers.TestServers;
import org.apache.pekko.actor.testkit.typed.javadsl.TestProbe;
import org.apache.pekko.cluster.sharding.ShardRegion.CurrentShardRegionState;
import org.apache.pekko.cluster.sharding.typed.GetShardRegionState;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;

/**
 * A node in this JVM on the test run's MariaDB and Kafka, in external mode as in production.
 * Without the built-in stock service unless a test wants it: its orders stay where the test has put
 * them.
 */
final class TestNode implements AutoCloseable {

  final OrdinalNode node;
  final Database database;
  final Settings settings;

  private TestNode(Settings settings) {
    this.settings = settings;
    this.node = OrdinalNode.start(settings, new Progress(silence()));
    this.database = new Database(node.database());
  }

  /** A node on a database of its own; further HOCON may be given. */
  static TestNode start(String databaseName, String... hocon) throws IOException {
    return start(TestServers.database(databaseName), hocon);
  }

  static TestNode start(TestServers.Database database, String... hocon) throws IOException {
    return new TestNode(settings(database, hocon));
  }

  static Settings settings(TestServers.Database database, String... hocon) throws IOException {
    var base =
        """
        ordinal {
          mode = external
          jdbc { url = "%s", user = "%s", password = "%s" }
          kafka.bootstrap = "%s"
          http.port = 0
          management.port = %d
          remote.port = %d
          rate-limit { capacity = 0, per-second = 0 }
          inventory = external
        }
        """
            .formatted(
                database.jdbcUrl(),
                database.user(),
                database.password(),
                TestServers.kafka().bootstrapServers(),
                RunningOrdinal.freePort(),
                RunningOrdinal.freePort());
    return Settings.of(
        ConfigFactory.parseString(String.join("\n", hocon))
            .withFallback(ConfigFactory.parseString(base + TestCluster.QUICK_STOP)));
  }

  HttpResponse<String> create(String requestId) {
    return post("/orders", ProgramTest.create(requestId));
  }

  HttpResponse<String> post(String path, String body, String... headers) {
    var request =
        HttpRequest.newBuilder(URI.create(node.httpUrl() + path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    for (int i = 0; i < headers.length; i += 2) request.header(headers[i], headers[i + 1]);
    return RunningOrdinal.send(request);
  }

  HttpResponse<String> get(String path) {
    return RunningOrdinal.send(HttpRequest.newBuilder(URI.create(node.httpUrl() + path)));
  }

  /** Asks the management port. */
  HttpResponse<String> managed(String method, String path, String body, String... headers) {
    var request =
        HttpRequest.newBuilder(URI.create(node.managementUrl() + path))
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body));
    for (int i = 0; i < headers.length; i += 2) request.header(headers[i], headers[i + 1]);
    return RunningOrdinal.send(request);
  }

  HttpResponse<String> managed(String path) {
    return managed("GET", path, "");
  }

  JsonNode data(String path) {
    return RunningOrdinal.data(get(path));
  }

  /** The rows of a query, each as its columns' texts. */
  List<List<String>> query(String sql) throws SQLException {
    try (var connection = database.connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      var result = new ArrayList<List<String>>();
      while (rows.next()) {
        var row = new ArrayList<String>();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) row.add(rows.getString(i));
        result.add(row);
      }
      return result;
    }
  }

  long number(String sql) throws SQLException {
    return Long.parseLong(query(sql).get(0).get(0));
  }

  /** The next command to it makes the order anew from what is stored. */
  void putAway(String orderNo) {
    ClusterSharding.get(node.system())
        .entityRefFor(Order.KEY, orderNo)
        .tell(OrderCommand.Passivate.INSTANCE);
    await().atMost(RunningOrdinal.LIMIT).until(() -> !ordersInMemory().contains(orderNo));
  }

  Set<String> ordersInMemory() {
    var probe = TestProbe.create(CurrentShardRegionState.class, node.system());
    ClusterSharding.get(node.system())
        .shardState()
        .tell(new GetShardRegionState(Order.KEY, probe.ref()));
    return probe.receiveMessage().getShards().stream()
        .flatMap(shard -> shard.getEntityIds().stream())
        .collect(Collectors.toSet());
  }

  @Override
  public void close() {
    node.close();
  }

  private static PrintStream silence() {
    return new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
  }
}
