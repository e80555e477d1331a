package ordinal.bench.compare;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import ordinal.servers.DataDirectory;
import ordinal.servers.EmbeddedMariaDb;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * The one MariaDB and the one Kafka that all are measured on, each a process of its own. Both are
 * started with Ordinal's own settings: {@code innodb_flush_log_at_trx_commit=1}, one replica.
 */
final class Servers implements AutoCloseable {

  private static final Duration BROKER_LIMIT = Duration.ofSeconds(60);
  private static final int PARTITIONS = 16;
  private static final List<String> BROKER_OPTIONS =
      List.of("-Xmx512m", "-Dlogback.configurationFile=ordinal/bench/program-logback.xml");

  private final DataDirectory directory;
  private final EmbeddedMariaDb database;
  private final Program broker;
  private final int brokerPort;

  private Servers(
      DataDirectory directory, EmbeddedMariaDb database, Program broker, int brokerPort) {
    this.directory = directory;
    this.database = database;
    this.broker = broker;
    this.brokerPort = brokerPort;
  }

  /** Returns when both answer. Both begin with nothing, whatever an earlier run left there. */
  static Servers start(Path folder) throws Exception {
    var directory = DataDirectory.open(folder.resolve("database"));
    try {
      delete(folder.resolve("database/mariadb/data"));
      delete(folder.resolve("broker"));
      int port = freePort();
      var broker =
          Program.start(
              BROKER_OPTIONS,
              BrokerMain.class,
              List.of(folder.resolve("broker").toString(), Integer.toString(port)),
              Map.of(),
              folder.resolve("broker.log"));
      try {
        var database = EmbeddedMariaDb.start(directory, 0);
        Waiting.until("the broker listens", BROKER_LIMIT, () -> isListening(broker, port));
        return new Servers(directory, database, broker, port);
      } catch (Exception e) {
        broker.close();
        throw e;
      }
    } catch (Exception e) {
      directory.close();
      throw e;
    }
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) return;
    List<Path> found;
    try (var files = Files.walk(folder)) {
      found = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (var file : found) Files.deleteIfExists(file);
  }

  static int freePort() {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new IllegalStateException("no port is free", e);
    }
  }

  private static boolean isListening(Program broker, int port) {
    broker.requireAlive();
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** An empty database of this name; what was there is gone. Returns its address. */
  String emptyDatabase(String name) throws SQLException {
    try (var connection = connect(database.jdbcUrl());
        var statement = connection.createStatement()) {
      statement.execute("DROP DATABASE IF EXISTS " + databaseName(name));
      statement.execute("CREATE DATABASE " + databaseName(name));
    }
    return jdbcUrl(name);
  }

  String jdbcUrl(String name) {
    return "jdbc:mysql://127.0.0.1:%d/%s?sslMode=DISABLED"
        .formatted(database.port(), databaseName(name));
  }

  /** The server's account may make databases of such names. */
  private static String databaseName(String name) {
    return "ordinal_bench_" + name.replace('-', '_');
  }

  Connection connect(String jdbcUrl) throws SQLException {
    return DriverManager.getConnection(jdbcUrl, database.user(), database.password());
  }

  void createTopic(String topic) throws InterruptedException, ExecutionException {
    Map<String, Object> settings = Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap());
    try (var admin = Admin.create(settings)) {
      if (admin.listTopics().names().get().contains(topic)) return;
      admin.createTopics(List.of(new NewTopic(topic, PARTITIONS, (short) 1))).all().get();
    }
  }

  String user() {
    return database.user();
  }

  String password() {
    return database.password();
  }

  String bootstrap() {
    return "127.0.0.1:" + brokerPort;
  }

  ProcessUsage databaseUsage() throws IOException {
    return ProcessUsage.of(database.pid());
  }

  ProcessUsage brokerUsage() throws IOException {
    return broker.usage();
  }

  @Override
  public void close() {
    broker.close();
    database.stop();
    directory.close();
  }
}
