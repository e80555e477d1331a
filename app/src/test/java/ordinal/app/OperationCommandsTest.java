package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code ordinal outbox} and {@code ordinal projection}: what they ask, print and exit with. */
class OperationCommandsTest {

  private static final String ID = "7Z3CDFGH7JPA5X8K2M9QWERTVB";
  private static final String OUTBOX =
      "{\"pending\":12,\"retrying\":5,\"dead\":2,\"oldestPendingAgeSeconds\":3.25,"
          + "\"lagBySlice\":{\"0\":0,\"3\":7,\"11\":5}}";
  private static final String LETTER =
      "{\"id\":\"%s\",\"status\":\"DEAD\",\"bizKey\":\"ORD1\",\"sequenceNr\":4,".formatted(ID)
          + "\"eventType\":\"OrderPaid\",\"reason\":\"too large\"}";

  private final ManagementStub stub;
  private String out = "";
  private String err = "";

  OperationCommandsTest() throws IOException {
    stub = new ManagementStub();
  }

  @AfterEach
  void close() {
    stub.close();
  }

  /** Runs a command against the stub; what it printed is in out and err. */
  private int run(String... arguments) {
    var printed = new StringWriter();
    var complained = new StringWriter();
    var all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--url", stub.url()));
    int code =
        Main.commandLine()
            .setOut(new PrintWriter(printed))
            .setErr(new PrintWriter(complained))
            .execute(all.toArray(String[]::new));
    out = printed.toString();
    err = complained.toString();
    return code;
  }

  // The outbox.

  @Test
  void theOutboxIsShownToPeopleAndPrograms() {
    stub.says("GET /admin/outbox", OUTBOX);

    assertThat(run("outbox", "status")).isZero();
    assertThat(out.lines().map(line -> line.replaceAll(" +", " ")))
        .containsExactly("pending 12", "retrying 5", "dead 2", "oldest 3.3 s", "by slice 3:7 11:5");
    assertThat(run("outbox", "status", "--json")).isZero();
    assertThat(ApiClient.parse(out)).isEqualTo(ApiClient.parse(OUTBOX));
  }

  @Test
  void deadEventsAreListed() {
    stub.says(
        "GET /admin/dead-letters?status=DEAD&limit=50",
        "{\"items\":[" + LETTER + "],\"nextCursor\":\"17-" + ID + "\"}");

    assertThat(run("outbox", "dead")).isZero();
    assertThat(out)
        .contains(ID, "DEAD", "ORD1 #4 OrderPaid", "too large")
        .contains("more: --cursor 17-" + ID);
    assertThat(run("outbox", "dead", "--json")).isZero();
    assertThat(ApiClient.parse(out).at("/items/0/id").asText()).isEqualTo(ID);
  }

  @Test
  void deadEventsAreChosen() {
    var path =
        "GET /admin/dead-letters?topic=t&bizKey=a%26b%20c&eventType=OrderPaid&limit=7&cursor=9-x";
    stub.says(path, "{\"items\":[],\"nextCursor\":null}");

    assertThat(
            run(
                "outbox",
                "dead",
                "--status",
                "ALL",
                "--topic",
                "t",
                "--biz-key",
                "a&b c",
                "--event-type",
                "OrderPaid",
                "--limit",
                "7",
                "--cursor",
                "9-x"))
        .isZero();
    assertThat(out.strip()).isEqualTo("none");
  }

  @Test
  void oneDeadEventIsShownOrIsNotThere() {
    stub.says("GET /admin/dead-letters/" + ID, LETTER);

    assertThat(run("outbox", "dead", ID)).isZero();
    assertThat(out).contains("reason", "too large");
    assertThat(run("outbox", "dead", "nobody")).isEqualTo(1);
    assertThat(err).startsWith("ordinal: A0404");
  }

  @Test
  void aReplayIsOfOneOrderOrOfAllThatMatch() {
    stub.says("POST /admin/dead-letters/" + ID + "/replay", "{\"replaying\":2}");
    stub.says("POST /admin/dead-letters/replay", "{\"replaying\":9}");

    assertThat(run("outbox", "replay", ID)).isZero();
    assertThat(out.strip()).isEqualTo("2 event(s) are sent again");
    assertThat(run("outbox", "replay", "--all")).isZero();
    assertThat(run("outbox", "replay", "--all", "--topic", "t", "--event-type", "OrderPaid"))
        .isZero();
    assertThat(out.strip()).isEqualTo("9 event(s) are sent again");
    assertThat(stub.asked)
        .containsExactly(
            "POST /admin/dead-letters/" + ID + "/replay",
            "POST /admin/dead-letters/replay {}",
            "POST /admin/dead-letters/replay {\"topic\":\"t\",\"eventType\":\"OrderPaid\"}");
  }

  @Test
  void aReplayThatDoesNotSayOfWhatIsAMistake() {
    assertThat(run("outbox", "replay")).isEqualTo(2);
    assertThat(run("outbox", "replay", ID, "--all")).isEqualTo(2);
    assertThat(run("outbox", "replay", ID, "--topic", "t")).isEqualTo(2);
    assertThat(run("outbox", "dead", "--limit", "many")).isEqualTo(2);
    assertThat(run("outbox", "erase")).isEqualTo(2);
    assertThat(stub.asked).isEmpty();
  }

  @Test
  void retryNowSaysHowManyWereWaiting() {
    stub.says("POST /admin/outbox/retry-now", "{\"slices\":3}");

    assertThat(run("outbox", "retry-now")).isZero();
    assertThat(out.strip()).isEqualTo("3 slice(s) were waiting");
  }

  @Test
  void whatTheNodeRefusesIsSaidInALine() {
    stub.refuses("GET /admin/outbox", 401, "A0301", "This needs the token");

    assertThat(run("outbox", "status")).isEqualTo(1);
    assertThat(err.strip()).isEqualTo("ordinal: A0301 This needs the token (trace t-1)");
    assertThat(out).isEmpty();
  }

  @Test
  void aNodeThatIsNotThereIsNamed() {
    stub.close();

    assertThat(run("outbox", "status")).isEqualTo(1);
    assertThat(err).contains("no answer from " + stub.url());
  }

  @Test
  void theStatusShowsTheOutboxWhereItCan() {
    stub.add("GET /ready", 200, "OK");
    stub.add("GET /cluster/members", 200, "{\"members\":[]}");
    stub.says("GET /admin/outbox", OUTBOX);

    assertThat(run("status")).isZero();
    assertThat(out).contains("12 pending, 5 retrying, 2 dead");
    assertThat(run("status", "--json")).isZero();
    assertThat(ApiClient.parse(out).at("/outbox/dead").asLong()).isEqualTo(2);
  }

  @Test
  void theStatusIsKnownWithoutTheOutbox() {
    stub.add("GET /ready", 200, "OK");
    stub.add("GET /cluster/members", 200, "{\"members\":[]}");
    stub.refuses("GET /admin/outbox", 401, "A0301", "no token");

    assertThat(run("status")).isZero();
    assertThat(out).contains("ready").contains("not known");
    assertThat(run("status", "--json")).isZero();
    assertThat(ApiClient.parse(out).path("outbox").isNull()).isTrue();
  }

  /** In a process of its own, because that is where the environment is. */
  @Test
  void theTokenOfTheEnvironmentIsShownToTheNode() throws Exception {
    stub.says("GET /admin/outbox", OUTBOX);
    var folder = Path.of(System.getProperty("ordinal.test.dir"), "cli-" + UUID.randomUUID());
    try (var cli = new RunningOrdinal(folder)) {
      cli.environment.put("ORDINAL_ADMIN_TOKEN", "s3cret");

      assertThat(cli.run("outbox", "status", "--url", stub.url())).isZero();

      assertThat(stub.authorizations).containsExactly("Bearer s3cret");
      assertThat(cli.output()).contains("pending").doesNotContain("s3cret");
    }
  }

  // Projections.

  private static String projection(String state, String rebuild) {
    return "{\"name\":\"orders\",\"state\":\"%s\",\"lag\":3,\"instances\":[],\"canRebuild\":true%s}"
        .formatted(state, rebuild.isEmpty() ? "" : ",\"rebuild\":" + rebuild);
  }

  private static String rebuild(String state, long handled, long differences) {
    return "{\"state\":\"%s\",\"startedAt\":\"t0\",\"handled\":%d,\"toHandle\":100,"
            .formatted(state, handled)
        + "\"differences\":%d,\"detail\":\"%s\"}"
            .formatted(differences, state.equals("FAILED") ? "a row is wrong" : "");
  }

  @Test
  void projectionsAreListedPausedAndResumed() {
    stub.says("GET /admin/projections", "[" + projection("RUNNING", "") + "]");
    stub.says("POST /admin/projections/orders/pause", projection("PAUSED", ""));
    stub.says("POST /admin/projections/orders/resume", projection("RUNNING", ""));

    assertThat(run("projection", "list")).isZero();
    assertThat(out).contains("orders", "RUNNING", "3");
    assertThat(run("projection", "list", "--json")).isZero();
    assertThat(ApiClient.parse(out).at("/0/lag").asLong()).isEqualTo(3);
    assertThat(run("projection", "pause", "orders")).isZero();
    assertThat(out.strip()).isEqualTo("orders is PAUSED");
    assertThat(run("projection", "resume", "orders")).isZero();
    assertThat(run("projection", "pause", "nobody")).isEqualTo(1);
    assertThat(run("projection", "pause")).isEqualTo(2);
  }

  @Test
  void aRebuildThatIsNotWaitedForHasOnlyBegun() {
    stub.says(
        "POST /admin/projections/orders/rebuild", projection("RUNNING", rebuild("BUILDING", 0, 0)));

    assertThat(run("projection", "rebuild", "orders")).isZero();
    assertThat(out.strip()).isEqualTo("the rebuild of orders has begun");
  }

  @Test
  void theExitCodeTellsHowARebuildEnded() {
    assertThat(rebuildEnding("SWITCHED", 0)).isZero();
    assertThat(out.strip()).isEqualTo("SWITCHED, 100 of 100 events, 0 difference(s)");
    assertThat(rebuildEnding("SWITCHED", 4)).isEqualTo(3);
    assertThat(rebuildEnding("FAILED", 0)).isEqualTo(1);
    assertThat(out).contains("a row is wrong");
    assertThat(err).isEmpty();
  }

  private int rebuildEnding(String state, long differences) {
    stub.says(
        "POST /admin/projections/orders/rebuild", projection("RUNNING", rebuild("BUILDING", 0, 0)));
    stub.says(
        "GET /admin/projections",
        "[" + projection("RUNNING", rebuild("COMPARING", 100, 0)) + "]",
        "[" + projection("RUNNING", rebuild(state, 100, differences)) + "]");
    int code = run("projection", "rebuild", "orders", "--wait");
    stub.forget();
    return code;
  }

  @Test
  void aSecondRebuildIsRefused() {
    stub.refuses("POST /admin/projections/orders/rebuild", 409, "A0409", "One is under way.");

    assertThat(run("projection", "rebuild", "orders", "--wait")).isEqualTo(1);
    assertThat(err).contains("A0409 One is under way.");
  }

  private static JsonNode status(String state, long handled) {
    return ApiClient.parse(projection("RUNNING", rebuild(state, handled, 0)));
  }

  @Test
  void onATerminalABarMovesAndIsGoneAtTheEnd() {
    var screen = new StringWriter();
    var looks = new ArrayDeque<>(List.of(status("BUILDING", 50), status("SWITCHED", 100)));

    new RebuildProgress(new PrintWriter(screen), true, Duration.ofMillis(1))
        .until(status("BUILDING", 0), looks::poll);

    assertThat(screen.toString())
        .contains("[" + ".".repeat(30) + "]   0 %")
        .contains("[" + "#".repeat(15) + ".".repeat(15) + "]  50 %")
        .endsWith(" \r");
  }

  @Test
  void aNodeThatDoesNotAnswerForAMomentIsWaitedFor() {
    var looks = new ArrayDeque<>(List.of(status("BUILDING", 1), status("SWITCHED", 100)));
    var progress =
        new RebuildProgress(new PrintWriter(new StringWriter()), false, Duration.ofMillis(1));
    var calls = new int[1];

    var ended =
        progress.until(
            status("BUILDING", 0),
            () -> {
              if (calls[0]++ < 10) throw new ApiClient.Failure("away");
              return looks.poll();
            });

    assertThat(ended.at("/rebuild/state").asText()).isEqualTo("SWITCHED");
    assertThatThrownBy(
            () ->
                progress.until(
                    status("BUILDING", 0),
                    () -> {
                      throw new ApiClient.Failure("away for good");
                    }))
        .hasMessage("away for good");
  }

  @Test
  void anotherRebuildIsNotTakenForThisOne() {
    var progress =
        new RebuildProgress(new PrintWriter(new StringWriter()), false, Duration.ofMillis(1));
    var other =
        ApiClient.parse(projection("RUNNING", rebuild("SWITCHED", 1, 0).replace("t0", "t1")));

    assertThatThrownBy(() -> progress.until(status("BUILDING", 0), () -> other))
        .hasMessageContaining("another one has begun");
  }
}
