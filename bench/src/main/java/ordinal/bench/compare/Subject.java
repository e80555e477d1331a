package ordinal.bench.compare;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import ordinal.bench.PublishLatency;
import ordinal.bench.peer.PeerForm;
import ordinal.bench.peer.PeerSettings;

/**
 * A system that runs, in a process of its own, on the servers that all share: its own database, its
 * own topic, the same JVM settings as the others. Closing it stops it.
 */
final class Subject implements AutoCloseable {

  private static final Duration READY_LIMIT = Duration.ofMinutes(2);

  /** With two cores or fewer, callbacks would else each start a thread. */
  private static final List<String> JVM =
      List.of("-Xmx1g", "-Djava.util.concurrent.ForkJoinPool.common.parallelism=2");

  private static final String ENDS_WITH_PARENT = "-Dordinal.ends-with-parent=true";

  private final Contender contender;
  private final Servers servers;
  private final Program program;
  private final URI url;
  private final URI management;

  private Subject(Contender contender, Servers servers, Program program, URI url, URI management) {
    this.contender = contender;
    this.servers = servers;
    this.program = program;
    this.url = url;
    this.management = management;
  }

  /**
   * Returns when it is ready.
   *
   * @param fresh whether it begins with an empty database, or with what it left there
   */
  static Subject start(Contender contender, Servers servers, Plan plan, boolean fresh)
      throws Exception {
    var label = contender.label();
    var jdbcUrl = fresh ? servers.emptyDatabase(label) : servers.jdbcUrl(label);
    var form = contender.form();
    var subject =
        form == null
            ? ordinal(servers, jdbcUrl, plan)
            : peer(contender, form, servers, jdbcUrl, plan);
    try {
      Waiting.until(label + " is ready", READY_LIMIT, subject::isReady);
      return subject;
    } catch (Exception e) {
      subject.close();
      throw e;
    }
  }

  private static Subject ordinal(Servers servers, String jdbcUrl, Plan plan) throws IOException {
    var folder = plan.folder();
    int port = Servers.freePort();
    int managementPort = Servers.freePort();
    var environment = new HashMap<String, String>();
    environment.put("ORDINAL_MODE", "external");
    environment.put("ORDINAL_JDBC_URL", jdbcUrl);
    environment.put("ORDINAL_JDBC_USER", servers.user());
    environment.put("ORDINAL_JDBC_PASSWORD", servers.password());
    environment.put("ORDINAL_KAFKA_BOOTSTRAP", servers.bootstrap());
    environment.put("ORDINAL_HTTP_PORT", Integer.toString(port));
    environment.put("ORDINAL_MANAGEMENT_PORT", Integer.toString(managementPort));
    environment.put("ORDINAL_REMOTE_PORT", Integer.toString(Servers.freePort()));
    environment.put("ORDINAL_RATE_LIMIT_CAPACITY", "0");
    // The stock service is another system's here, as it is for the peers, who have none.
    var config = folder.resolve("ordinal.conf");
    Files.writeString(config, "ordinal.inventory = external\n");
    var program =
        Program.start(
            options(plan, Contender.ORDINAL, ENDS_WITH_PARENT),
            ordinal.app.Main.class,
            List.of("start", "--config", config.toString()),
            environment,
            folder.resolve("ordinal.log"));
    return new Subject(Contender.ORDINAL, servers, program, uri(port), uri(managementPort));
  }

  private static Subject peer(
      Contender contender, PeerForm form, Servers servers, String jdbcUrl, Plan plan)
      throws Exception {
    int port = Servers.freePort();
    var topic = topic(contender);
    servers.createTopic(topic);
    var settings =
        new PeerSettings(
            form,
            port,
            jdbcUrl,
            servers.user(),
            servers.password(),
            servers.bootstrap(),
            topic,
            plan.pool());
    var program =
        PeerProgram.start(
            settings, options(plan, contender), plan.folder().resolve(contender.label() + ".log"));
    return new Subject(contender, servers, program, uri(port), uri(port));
  }

  private static List<String> options(Plan plan, Contender contender, String... more) {
    var all = new ArrayList<>(JVM);
    all.addAll(List.of(more));
    if (plan.profile()) all.add(recording(plan, contender));
    return all;
  }

  /** Begins when the warm-up is over; the file is written when the program ends. */
  private static String recording(Plan plan, Contender contender) {
    return "-XX:StartFlightRecording=settings=profile,delay=%ds,dumponexit=true,filename=%s"
        .formatted(plan.jvmWarmup() + 10, plan.folder().resolve(contender.label() + ".jfr"));
  }

  private static URI uri(int port) {
    return URI.create("http://127.0.0.1:" + port);
  }

  private boolean isReady() throws InterruptedException {
    program.requireAlive();
    return Http.answers(management.resolve("/ready"));
  }

  Contender contender() {
    return contender;
  }

  URI url() {
    return url;
  }

  static String topic(Contender contender) {
    return contender == Contender.ORDINAL
        ? PublishLatency.ORDER_EVENTS
        : "orders-" + contender.label();
  }

  Program program() {
    return program;
  }

  void holdPublishing() throws IOException, InterruptedException {
    Http.post(management.resolve(relayPath("pause")));
  }

  void releasePublishing() throws IOException, InterruptedException {
    Http.post(management.resolve(relayPath("resume")));
  }

  private String relayPath(String verb) {
    return contender == Contender.ORDINAL ? "/admin/projections/kafka/" + verb : "/relay/" + verb;
  }

  /**
   * A peer's events that wait are marked as sent, or removed. Ordinal has no such thing: it sends
   * them.
   */
  void forgetBacklog() throws SQLException {
    var form = contender.form();
    if (form == null) return;
    var forget =
        switch (form) {
          case CLASSIC_1S, CLASSIC_50MS, CLASSIC_10MS ->
              "UPDATE t_outbox_event SET status = 'SENT' WHERE status IN ('NEW', 'RETRY')";
          case LIBRARY -> "DELETE FROM TXNO_OUTBOX";
          case MODULITH -> "DELETE FROM EVENT_PUBLICATION WHERE COMPLETION_DATE IS NULL";
        };
    try (var connection = servers.connect(servers.jdbcUrl(contender.label()));
        var statement = connection.createStatement()) {
      statement.executeUpdate(forget);
    }
  }

  @Override
  public void close() {
    program.close();
  }
}
