package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code ordinal notification}: what it asks, prints and exits with. */
class NotificationCommandsTest {

  private static final String ID = "7Z3CDFGH7JPA5X8K2M9QWERTVB";
  private static final String DEAD =
      "{\"id\":\"%s\",\"status\":\"DEAD\",\"channel\":\"SMS\",\"recipientId\":\"10001\","
              .formatted(ID)
          + "\"orderNo\":\"ORD1\",\"eventType\":\"OrderPaid\",\"attempts\":16,"
          + "\"lastError\":\"the receiver answered 503\"}";

  private final ManagementStub stub;
  private String out = "";
  private String err = "";

  NotificationCommandsTest() throws IOException {
    stub = new ManagementStub();
  }

  @AfterEach
  void close() {
    stub.close();
  }

  private int run(String... arguments) {
    var printed = new StringWriter();
    var complained = new StringWriter();
    var all = new ArrayList<>(List.of(arguments));
    all.add(0, "notification");
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
  void thoseThatAreDeadAreListedUnlessOthersAreAskedFor() {
    stub.says(
        "GET /admin/notifications?status=DEAD&limit=50",
        "{\"items\":[" + DEAD + "],\"nextCursor\":\"5-A\"}");
    stub.says(
        "GET /admin/notifications?channel=PUSH&orderNo=ORD1&limit=2&cursor=5-A",
        "{\"items\":[],\"nextCursor\":null}");

    assertThat(run("list")).isZero();
    assertThat(out)
        .contains(
            ID + "  DEAD    SMS        ORD1 OrderPaid to 10001, 16 attempt(s)",
            "the receiver answered 503",
            "more: --cursor 5-A");
    int code =
        run(
            "list",
            "--status",
            "ALL",
            "--channel",
            "PUSH",
            "--order",
            "ORD1",
            "--limit",
            "2",
            "--cursor",
            "5-A");
    assertThat(code).isZero();
    assertThat(out).contains("none");
  }

  @Test
  void oneIsShownToPeopleAndPrograms() {
    stub.says("GET /admin/notifications/" + ID, DEAD);

    assertThat(run("list", ID)).isZero();
    assertThat(out).contains("lastError     the receiver answered 503");
    assertThat(run("list", ID, "--json")).isZero();
    assertThat(ApiClient.parse(out)).isEqualTo(ApiClient.parse(DEAD));
  }

  @Test
  void oneOrAllAreReplayed() {
    stub.says("POST /admin/notifications/" + ID + "/replay", "{\"replaying\":1}");
    stub.says("POST /admin/notifications/replay", "{\"replaying\":3}");

    assertThat(run("replay", ID)).isZero();
    assertThat(out).contains("1 notification(s) go out again");
    assertThat(run("replay", "--all", "--channel", "SMS", "--status", "EXPIRED")).isZero();
    assertThat(out).contains("3 notification(s)");
    assertThat(stub.asked)
        .contains("POST /admin/notifications/replay {\"channel\":\"SMS\",\"status\":\"EXPIRED\"}");
    assertThat(run("replay")).isEqualTo(2);
    assertThat(err).contains("either an ID or --all");
    assertThat(run("replay", ID, "--channel", "SMS")).isEqualTo(2);
  }

  @Test
  void aRefusalIsSaidInALine() {
    stub.refuses("GET /admin/notifications/x", 404, "A0404", "There is no notification x.");

    assertThat(run("list", "x")).isEqualTo(1);
    assertThat(err).contains("A0404 There is no notification x.");
  }
}
