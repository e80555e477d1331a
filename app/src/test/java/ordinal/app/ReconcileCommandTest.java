package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code ordinal reconcile}: what it asks, prints and exits with. */
class ReconcileCommandTest {

  private static final String ID = "4K9WERTVBZ3CDFGH7JPA5X8K2M";
  private static final String PATH = "/admin/reconciliations";
  private static final String BEGUN = run("RUNNING", 0, 0);
  private static final String DIFFERENCE =
      "{\"no\":%d,\"kind\":\"VIEW\",\"subject\":\"ORD%d\",\"expected\":\"status=PAID\","
          + "\"found\":\"status=CREATED\",\"action\":\"REPAIRED\",\"detail\":\"written anew\"}";

  private final ManagementStub stub;
  private String out = "";
  private String err = "";

  ReconcileCommandTest() throws IOException {
    stub = new ManagementStub();
  }

  @AfterEach
  void close() {
    stub.close();
  }

  private static String run(String state, int differences, int repaired) {
    return """
           {"id":"%s","cause":"REQUESTED","state":"%s","repair":true,"checked":5,"toCheck":10,
            "startedAt":"2026-03-01T08:30:00Z","differences":%d,"repaired":%d%s}"""
        .formatted(
            ID,
            state,
            differences,
            repaired,
            state.equals("FAILED") ? ",\"detail\":\"not compared: deliveries\"" : "");
  }

  private int run(String... arguments) {
    var printed = new StringWriter();
    var complained = new StringWriter();
    var all = new ArrayList<>(List.of(arguments));
    all.add(0, "reconcile");
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

  @Test
  void noDifferenceIsWell() {
    stub.says("POST " + PATH, BEGUN).says("GET " + PATH + "/" + ID, run("DONE", 0, 0));

    assertThat(run()).isZero();

    assertThat(stub.asked).contains("POST " + PATH + " {\"repair\":true}");
    assertThat(out).contains(ID, "DONE, 0 difference(s), 0 repaired");
    assertThat(err).isEmpty();
  }

  @Test
  void differencesAreThreeAndAllOfThemArePrinted() {
    var differences = "GET " + PATH + "/" + ID + "/differences?limit=500";
    stub.says("POST " + PATH, BEGUN)
        .says("GET " + PATH + "/" + ID, run("RUNNING", 0, 0), run("DONE", 2, 2))
        .says(differences, "{\"items\":[" + DIFFERENCE.formatted(1, 1) + "],\"nextCursor\":1}")
        .says(
            differences + "&cursor=1",
            "{\"items\":[" + DIFFERENCE.formatted(2, 2) + "],\"nextCursor\":null}");

    assertThat(run("--from", "2026-03-01T00:00:00Z", "--to", "2026-03-02T00:00:00Z", "--no-repair"))
        .isEqualTo(3);

    assertThat(stub.asked)
        .contains(
            "POST "
                + PATH
                + " {\"from\":\"2026-03-01T00:00:00Z\",\"to\":\"2026-03-02T00:00:00Z\","
                + "\"repair\":false}");
    assertThat(out)
        .contains("REPAIRED VIEW ORD1: written anew", "VIEW ORD2", "expected status=PAID")
        .contains("found    status=CREATED");
    assertThat(run("--show", ID, "--json")).isEqualTo(3);
    assertThat(ApiClient.parse(out).path("items")).hasSize(2);
  }

  @Test
  void oneThatFailedIsOneAndSaysWhy() {
    stub.says("POST " + PATH, BEGUN).says("GET " + PATH + "/" + ID, run("FAILED", 0, 0));

    assertThat(run()).isEqualTo(1);
    assertThat(out).contains("FAILED", "not compared: deliveries");
  }

  @Test
  void oneThatIsUnderWayAlreadyIsAFailure() {
    stub.refuses("POST " + PATH, 409, "A0409", "A reconciliation is under way.");

    assertThat(run()).isEqualTo(1);
    assertThat(err).contains("A reconciliation is under way.");
  }

  @Test
  void earlierOnesAreListed() {
    stub.says("GET " + PATH, "{\"items\":[" + run("DONE", 1, 1) + "],\"nextCursor\":null}");

    assertThat(run("--list")).isZero();
    assertThat(out).contains(ID, "REQUESTED", "1 difference(s)");
    assertThat(run("--list", "--show", ID)).isEqualTo(2);
    assertThat(run("--list", "--no-repair")).isEqualTo(2);
  }

  @Test
  void aBarMovesOnATerminalAndANodeThatIsAwayIsWaitedFor() {
    var screen = new StringWriter();
    var answers = new ArrayDeque<>(List.of("away", run("RUNNING", 0, 0), run("DONE", 0, 0)));
    var bar = new ProgressBar(new PrintWriter(screen), true);

    var ended =
        ReconcileCommand.until(
            ApiClient.parse(BEGUN),
            () -> {
              var next = answers.remove();
              if (next.equals("away")) throw new ApiClient.Failure("away");
              return ApiClient.parse(next);
            },
            bar,
            Duration.ofMillis(1));

    assertThat(ended.path("state").asText()).isEqualTo("DONE");
    assertThat(screen.toString()).contains("[###############...............]  50 %");
  }
}
