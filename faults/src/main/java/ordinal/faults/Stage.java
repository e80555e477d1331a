package ordinal.faults;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import ordinal.faults.checker.Part;
import ordinal.faults.checker.Sources;

/**
 * What a campaign runs on: Ordinal and its servers as processes, each with its own data, log and
 * ports below one folder. Closing it ends them all.
 */
final class Stage implements AutoCloseable {

  private static final Duration BROKER_LIMIT = Duration.ofSeconds(60);
  private static final Duration READY_LIMIT = Duration.ofMinutes(2);
  private static final List<String> OWN_SERVER =
      List.of("-Xmx384m", "-Dlogback.configurationFile=ordinal/faults/broker-logback.xml");
  private static final List<String> PROGRAM =
      List.of("-Xmx512m", "-Dordinal.ends-with-parent=true");

  private final Path folder;
  private final FreePorts ports = new FreePorts();
  private final int httpPort = ports.next();
  private final int managementPort = ports.next();
  private final int databasePort = ports.next();
  private final int brokerPort = ports.next();
  private final Map<Target, Victim> victims = new EnumMap<>(Target.class);
  private final boolean embedded;
  private boolean closed;

  private Stage(Path folder, boolean embedded) {
    this.folder = folder;
    this.embedded = embedded;
  }

  /** Nothing runs yet; the folder must be empty. */
  static Stage in(Path folder, boolean embedded) {
    return new Stage(folder, embedded);
  }

  /** Returns when Ordinal is ready. */
  void start() throws InterruptedException {
    if (embedded) {
      victim(Target.ORDINAL, ordinal(Map.of("ORDINAL_DATA_DIR", data().toString()))).start();
    } else {
      startServers();
      var server = ((DatabaseVictim) victim(Target.DATABASE)).server();
      victim(
              Target.ORDINAL,
              ordinal(
                  Map.of(
                      "ORDINAL_MODE", "external",
                      "ORDINAL_JDBC_URL", server.jdbcUrl(),
                      "ORDINAL_JDBC_USER", server.user(),
                      "ORDINAL_JDBC_PASSWORD", server.password(),
                      "ORDINAL_KAFKA_BOOTSTRAP", bootstrap())))
          .start();
    }
    Waiting.until("Ordinal is ready", READY_LIMIT, this::isReady);
  }

  private void startServers() throws InterruptedException {
    victim(
            Target.BROKER,
            new ChildJvm(
                OWN_SERVER,
                BrokerMain.class,
                List.of(folder.resolve("broker").toString(), Integer.toString(brokerPort)),
                Map.of(),
                log("broker")))
        .start();
    victim(Target.DATABASE, new DatabaseVictim(folder.resolve("database"), databasePort)).start();
    Waiting.until("the broker listens", BROKER_LIMIT, () -> FreePorts.isListening(brokerPort));
  }

  private ChildJvm ordinal(Map<String, String> where) {
    var environment = new HashMap<>(where);
    environment.put("ORDINAL_HTTP_PORT", Integer.toString(httpPort));
    environment.put("ORDINAL_MANAGEMENT_PORT", Integer.toString(managementPort));
    environment.put("ORDINAL_REMOTE_PORT", Integer.toString(ports.next()));
    environment.put("ORDINAL_DB_PORT", Integer.toString(databasePort));
    environment.put("ORDINAL_KAFKA_PORT", Integer.toString(brokerPort));
    environment.put("ORDINAL_RATE_LIMIT_CAPACITY", "0");
    // The load itself says what becomes of an order's stock.
    environment.put("ORDINAL_INVENTORY", "external");
    return new ChildJvm(
        PROGRAM, ordinal.app.Main.class, List.of("start"), environment, log("ordinal"));
  }

  /** Asks the program itself; one that has ended will not become ready. */
  private boolean isReady() {
    if (!victim(Target.ORDINAL).isAlive()) {
      throw new IllegalStateException("Ordinal does not start, see " + log("ordinal"));
    }
    return Http.get(URI.create("http://127.0.0.1:" + managementPort + "/ready")) == 200;
  }

  private synchronized Victim victim(Target target, Victim victim) {
    if (closed) {
      victim.close();
      throw new IllegalStateException("stopped while it started");
    }
    victims.put(target, victim);
    return victim;
  }

  synchronized Victim victim(Target target) {
    var victim = victims.get(target);
    if (victim == null) throw new IllegalStateException("there is no " + target.label());
    return victim;
  }

  synchronized Map<Target, Victim> victims() {
    return Map.copyOf(victims);
  }

  URI api() {
    return URI.create("http://127.0.0.1:" + httpPort);
  }

  String bootstrap() {
    return "127.0.0.1:" + brokerPort;
  }

  Path log(String name) {
    return folder.resolve(name + ".log");
  }

  private Path data() {
    return folder.resolve("data");
  }

  Sources sources(Path acknowledged, Set<Part> parts) throws IOException {
    var password =
        Files.readString(
            (embedded ? data() : folder.resolve("database")).resolve("mariadb/password"));
    return new Sources(
        "jdbc:mysql://127.0.0.1:" + databasePort + "/ordinal?sslMode=DISABLED",
        "ordinal",
        password.strip(),
        bootstrap(),
        Sources.ORDER_EVENTS,
        acknowledged,
        parts);
  }

  /** Ordinal first, then what it stands on. Closing twice is harmless. */
  @Override
  public void close() {
    Map<Target, Victim> running;
    synchronized (this) {
      closed = true;
      running = new EnumMap<>(victims);
      victims.clear();
    }
    running.values().forEach(Victim::close); // In the order of Target.
    if (embedded) endOrphans();
  }

  /** The database of a program that had to be ended by force, known by its data folder. */
  private void endOrphans() {
    ProcessHandle.allProcesses()
        .filter(
            process -> {
              var command = process.info().command().orElse("");
              return command.startsWith(data().toString()) && command.endsWith("/mariadbd");
            })
        .forEach(ProcessHandle::destroyForcibly);
  }
}
