package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import ordinal.order.OrderNumber;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * The program as a user runs it, in a process of its own with its own MariaDB and Kafka. One data
 * directory serves all tests, because a first start takes its time; each leaves the program
 * running.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ProgramTest {

  static final Path DIRECTORY =
      Path.of(System.getProperty("ordinal.test.dir"), "program-" + UUID.randomUUID());
  static RunningOrdinal ordinal;

  @BeforeAll
  static void start() throws Exception {
    ordinal = new RunningOrdinal(DIRECTORY).start();
  }

  @AfterAll
  static void stop() throws Exception {
    ordinal.close();
  }

  static String create(String requestId) {
    return """
           {"clientRequestId":"%s","userId":10001,
            "items":[{"skuId":"sku-1","quantity":2,"unitPrice":99.99}]}"""
        .formatted(requestId);
  }

  @Test
  @Order(1)
  void theStartSaysWhatItStartedAndWhatToTry() throws Exception {
    assertThat(ordinal.output())
        .containsSubsequence("database", "schema", "cluster", "http", "Ready in", "curl")
        .contains("broker")
        .contains(ordinal.url());
  }

  @Test
  @Order(2)
  void whatWasAcknowledgedIsThereAfterTheProgramIsKilled() throws Exception {
    var first = ordinal.post("/orders", create("kill-1"));
    assertThat(first.statusCode()).isEqualTo(201);
    var orderNo = RunningOrdinal.data(first).path("orderNo").asText();
    var canceled = ordinal.post("/orders/" + orderNo + "/cancel", "{}", "X-Idempotency-Key", "k1");
    var timeline = withoutDeliveries(ordinal.data("/orders/" + orderNo + "/timeline"));

    ordinal.killHard();
    assertThat(ordinal.databases()).as("the orphan that the next start must deal with").hasSize(1);
    ordinal.start();

    assertThat(ordinal.databases()).hasSize(1);
    assertThat(ordinal.data("/orders/" + orderNo)).isEqualTo(RunningOrdinal.data(canceled));
    var after = ordinal.data("/orders/" + orderNo + "/timeline");
    assertThat(withoutDeliveries(after)).isEqualTo(timeline).hasSize(2);
    var again = ordinal.post("/orders", create("kill-1"));
    assertThat(again.statusCode()).isEqualTo(200);
    assertThat(again.headers().firstValue("Idempotent-Replayed")).contains("true");
    assertThat(RunningOrdinal.data(again)).isEqualTo(RunningOrdinal.data(first));
    var cancelAgain =
        ordinal.post("/orders/" + orderNo + "/cancel", "{}", "X-Idempotency-Key", "k1");
    assertThat(cancelAgain.headers().firstValue("Idempotent-Replayed")).contains("true");
    assertThat(RunningOrdinal.data(cancelAgain)).isEqualTo(RunningOrdinal.data(canceled));
  }

  /** Whether an event was on Kafka already when the program was killed is a matter of luck. */
  private static JsonNode withoutDeliveries(JsonNode timeline) {
    for (var entry : timeline) {
      ((ObjectNode) entry).remove(List.of("publishedAt", "topic", "partition", "offset"));
    }
    return timeline;
  }

  @Test
  @Order(3)
  void fiftyConcurrentIdenticalCreatesGiveOneOrder() throws Exception {
    var threads = Executors.newFixedThreadPool(50);
    Callable<HttpResponse<String>> create = () -> ordinal.post("/orders", create("fifty"));
    var answers = new ArrayList<HttpResponse<String>>();
    try {
      for (var answer : threads.invokeAll(Collections.nCopies(50, create))) {
        answers.add(answer.get());
      }
    } finally {
      threads.shutdown();
    }

    assertThat(answers).extracting(HttpResponse::statusCode).containsOnlyOnce(201);
    assertThat(answers).extracting(HttpResponse::statusCode).containsAnyOf(200, 201, 409);
    assertThat(answers)
        .filteredOn(a -> a.statusCode() < 300)
        .extracting(a -> RunningOrdinal.data(a).path("orderNo").asText())
        .containsOnly(OrderNumber.of("default", "10001", "fifty"));
    assertThat(answers)
        .filteredOn(a -> a.statusCode() == 409)
        .allSatisfy(a -> assertThat(a.body()).contains("A0401"));
  }

  @Test
  @Order(4)
  void aSecondProgramOnTheSameDataIsRefused() throws Exception {
    try (var second = new RunningOrdinal(DIRECTORY.resolveSibling("second"))) {
      second.environment.put("ORDINAL_DATA_DIR", DIRECTORY.toString());

      assertThat(second.run("start")).isEqualTo(1);
      assertThat(second.output()).contains("ordinal: the data directory").contains("in use");
    }
  }

  @Test
  @Order(5)
  void aTakenPortIsNamedBeforeAnythingStarts() throws Exception {
    try (var second = new RunningOrdinal(DIRECTORY.resolveSibling("taken"));
        var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      second.environment.put("ORDINAL_HTTP_PORT", Integer.toString(taken.getLocalPort()));

      assertThat(second.run("start")).isEqualTo(1);
      assertThat(second.output())
          .contains("ordinal: port 127.0.0.1:" + taken.getLocalPort())
          .contains("ORDINAL_HTTP_PORT")
          .doesNotContain("\tat ");
    }
  }

  @Test
  @Order(6)
  void theCommandLineReadsOrdersAndSaysByItsExitCodeHowItWent() throws Exception {
    var orderNo =
        RunningOrdinal.data(ordinal.post("/orders", create("cli"))).path("orderNo").asText();
    ordinal.post("/orders/" + orderNo + "/cancel", "{\"reason\":\"changed mind\"}");
    var cli = new RunningOrdinal(DIRECTORY.resolveSibling("cli"));
    cli.environment.putAll(ordinal.environment);

    assertThat(cli.run("order", "show", orderNo)).isZero();
    assertThat(cli.output()).contains(orderNo).contains("CANCELED").contains("2 x sku-1 at 99.99");
    assertThat(cli.run("order", "show", orderNo, "--json")).isZero();
    assertThat(ApiClient.parse(cli.output()).path("status").asText()).isEqualTo("CANCELED");
    assertThat(cli.run("order", "at", orderNo, "1", "--json")).isZero();
    assertThat(ApiClient.parse(cli.output()).path("status").asText()).isEqualTo("CREATED");
    assertThat(cli.run("order", "timeline", orderNo)).isZero();
    assertThat(cli.output()).contains("OrderCreated").contains("OrderCanceled", "changed mind");
    assertThat(cli.run("order", "timeline", orderNo, "--json")).isZero();
    assertThat(ApiClient.parse(cli.output())).hasSize(2);
    assertThat(cli.run("order", "story", orderNo)).isZero();
    assertThat(cli.output()).contains("cancelOrder").contains("OrderCanceled", "reason=changed");
    assertThat(cli.run("order", "story", orderNo, "--json")).isZero();
    assertThat(ApiClient.parse(cli.output()).get(0).path("source").asText()).isEqualTo("HTTP");
    assertThat(cli.run("order", "story", orderNo, "--tenant", "another")).isEqualTo(1);
    assertThat(cli.run("order", "show", orderNo, "--tenant", "default")).isZero();
    assertThat(cli.run("order", "show", orderNo, "--tenant", "another")).isEqualTo(1);
    assertThat(cli.run("order", "timeline", orderNo, "--tenant", "another")).isEqualTo(1);
    assertThat(cli.run("order", "show", "ORD" + "0".repeat(26))).isEqualTo(1);
    assertThat(cli.output()).contains("ordinal: A0404");
    assertThat(cli.run("status")).isZero();
    assertThat(cli.output()).contains("ready").contains("Up");
    assertThat(cli.run("status", "--json")).isZero();
    assertThat(ApiClient.parse(cli.output()).path("ready").asBoolean()).isTrue();
    assertThat(ApiClient.parse(cli.output()).at("/outbox/dead").asLong(-1)).isZero();
    assertThat(cli.run("outbox", "status")).isZero();
    assertThat(cli.output()).contains("pending", "dead");
    assertThat(cli.run("outbox", "dead", "--json")).isZero();
    assertThat(ApiClient.parse(cli.output()).path("items")).isEmpty();
    assertThat(cli.run("projection", "list", "--json")).isZero();
    assertThat(cli.run("order")).isEqualTo(2);
    assertThat(cli.run("order", "at", orderNo, "x")).isEqualTo(2);
    assertThat(cli.run("no-such-command")).isEqualTo(2);
    assertThat(cli.run()).isEqualTo(2);
    assertThat(cli.run("--help")).isZero();
  }

  @Test
  @Order(7)
  void aDatabaseThatDiesIsStartedAgainAndOrdersGoOn() throws Exception {
    var before = ordinal.databases().get(0);

    before.destroyForcibly();

    await()
        .atMost(RunningOrdinal.LIMIT)
        .until(() -> ordinal.databases().stream().anyMatch(p -> p.pid() != before.pid()));
    await()
        .atMost(RunningOrdinal.LIMIT)
        .until(() -> ordinal.post("/orders", create("after-db")).statusCode() < 300);
  }

  @Test
  @Order(8)
  void aTerminatedProgramLeavesNoDatabaseBehindAndLosesNothing() throws Exception {
    var orderNo =
        RunningOrdinal.data(ordinal.post("/orders", create("term"))).path("orderNo").asText();

    ordinal.terminate();

    assertThat(ordinal.databases()).isEmpty();
    assertThat(ordinal.output()).contains("Stopped").doesNotContain("# stop");
    ordinal.start();
    assertThat(ordinal.data("/orders/" + orderNo).path("status").asText()).isEqualTo("CREATED");
  }

  @Test
  @Order(9)
  void logsCarryTheTraceAndNoPassword() throws Exception {
    ordinal.post("/orders", create("traced"), "X-Trace-Id", "trace-of-mine");

    await()
        .atMost(RunningOrdinal.LIMIT)
        .until(() -> ordinal.output().contains("[trace-of-mine] [-]"));
    var passwords = passwords();
    assertThat(passwords).isNotEmpty();
    assertThat(ordinal.output()).doesNotContain(passwords);
  }

  @Test
  @Order(10)
  void aDatabaseThatHangsIsAnsweredWithTryAgainAndComesBackByItself() throws Exception {
    var database = ordinal.databases().get(0);
    signal("STOP", database);
    HttpResponse<String> hanging;
    try {
      hanging = ordinal.post("/orders", create("hanging"));
    } finally {
      signal("CONT", database);
    }

    assertThat(hanging.statusCode()).isEqualTo(503);
    assertThat(hanging.body()).contains("B0100");
    await()
        .atMost(RunningOrdinal.LIMIT)
        .until(() -> ordinal.post("/orders", create("hanging")).statusCode() < 300);
    assertThat(ordinal.databases()).extracting(ProcessHandle::pid).containsExactly(database.pid());
  }

  private static void signal(String name, ProcessHandle process) throws Exception {
    var kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  @Test
  @Order(11)
  void logsAreJsonWhenAskedFor() throws Exception {
    ordinal.terminate();
    ordinal.environment.put("ORDINAL_LOG", "json");
    ordinal.start();

    ordinal.post("/orders", create("json"), "X-Trace-Id", "trace-in-json");

    await()
        .atMost(RunningOrdinal.LIMIT)
        .until(
            () ->
                ordinal
                    .output()
                    .lines()
                    .filter(line -> line.startsWith("{"))
                    .map(ApiClient::parse)
                    .anyMatch(line -> line.path("traceId").asText().equals("trace-in-json")));
  }

  @Test
  @Order(12)
  void aNodeThatIsToldToStopLeavesItsClusterInOrder() throws Exception {
    try (var second = new RunningOrdinal(DIRECTORY.resolveSibling("joins"))) {
      var database = "jdbc:mysql://127.0.0.1:" + ordinal.environment.get("ORDINAL_DB_PORT");
      second.environment.put("ORDINAL_MODE", "external");
      second.environment.put("ORDINAL_JDBC_URL", database + "/ordinal?sslMode=DISABLED");
      second.environment.put("ORDINAL_JDBC_USER", "ordinal");
      second.environment.put("ORDINAL_JDBC_PASSWORD", passwords().get(0));
      second.environment.put(
          "ORDINAL_KAFKA_BOOTSTRAP", "127.0.0.1:" + ordinal.environment.get("ORDINAL_KAFKA_PORT"));
      second.environment.put(
          "ORDINAL_SEED_NODES", "127.0.0.1:" + ordinal.environment.get("ORDINAL_REMOTE_PORT"));
      second.start();
      for (int i = 0; i < 20; i++) {
        assertThat(second.post("/orders", create("two-" + i)).statusCode()).isEqualTo(201);
      }

      second.terminate();

      assertThat(second.output()).contains("Stopped").doesNotContain("timed out");
      assertThat(ordinal.output()).doesNotContain("UNREACHABLE");
      for (int i = 0; i < 20; i++) {
        assertThat(ordinal.post("/orders", create("two-" + i)).statusCode()).isEqualTo(200);
      }
    }
  }

  static List<String> passwords() throws IOException {
    var found = new ArrayList<String>();
    try (var files = Files.walk(DIRECTORY)) {
      for (var file : files.filter(f -> f.toString().endsWith("password")).toList()) {
        found.add(Files.readString(file).strip());
      }
    }
    return found;
  }
}
