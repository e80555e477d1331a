package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code ordinal consumer}: what it asks, prints and exits with. */
class ConsumerCommandsTest {

  private static final String ID = "7Z3CDFGH7JPA5X8K2M9QWERTVB";
  private static final String GROUPS =
      "[{\"group\":\"ordinal-orders\",\"topic\":\"stock-events\",\"lag\":7,\"parked\":2,\"dead\":1,"
          + "\"partitions\":[{\"partition\":0,\"nextOffset\":3,\"endOffset\":3,\"lag\":0},"
          + "{\"partition\":4,\"nextOffset\":3,\"endOffset\":10,\"lag\":7}]}]";
  private static final String LETTER =
      "{\"id\":\"%s\",\"status\":\"DEAD\",\"topic\":\"stock-events\",\"bizKey\":\"ORD1\","
              .formatted(ID)
          + "\"eventType\":\"StockReserved\",\"attempts\":4,\"reason\":\"unknown order\"}";

  private final ManagementStub stub;
  private String out = "";
  private String err = "";

  ConsumerCommandsTest() throws IOException {
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
    all.add(0, "consumer");
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
  void consumersAreShownToPeopleAndPrograms() {
    stub.says("GET /admin/consumers", GROUPS);

    assertThat(run("status")).isZero();
    assertThat(out).contains("ordinal-orders", "lag 7, parked 2, dead 1", "by partition 4:7");
    assertThat(run("status", "--json")).isZero();
    assertThat(ApiClient.parse(out)).isEqualTo(ApiClient.parse(GROUPS));
  }

  @Test
  void theLogIsAskedForWhatIsWanted() {
    stub.says(
        "GET /admin/consume-log?status=FAILED&group=g&key=ORD1&limit=2&cursor=9",
        "{\"items\":[{\"group\":\"g\",\"topic\":\"stock-events\",\"partition\":3,\"offset\":17,"
            + "\"status\":\"FAILED\",\"bizKey\":\"ORD1\",\"eventType\":\"StockReserved\","
            + "\"attempts\":4,\"costMs\":12,\"reason\":\"unknown order\"}],\"nextCursor\":\"5\"}");

    var code =
        run(
            "log",
            "--status",
            "FAILED",
            "--group",
            "g",
            "--key",
            "ORD1",
            "--limit",
            "2",
            "--cursor",
            "9");

    assertThat(code).isZero();
    assertThat(out)
        .contains("stock-events-3@17", "4 attempt(s), 12 ms", "unknown order", "more: --cursor 5");
  }

  @Test
  void onlyConsumersLettersAreListed() {
    stub.says(
        "GET /admin/dead-letters?topic=stock-events&source=CONSUMER&status=DEAD&limit=50",
        "{\"items\":[" + LETTER + "],\"nextCursor\":null}");
    stub.says("GET /admin/dead-letters/" + ID, LETTER);

    assertThat(run("dead", "--topic", "stock-events")).isZero();
    assertThat(out).contains(ID, "ORD1 StockReserved, 4 attempt(s)", "unknown order");
    assertThat(run("dead", ID)).isZero();
    assertThat(out).contains("reason", "unknown order");
  }

  @Test
  void lettersAreReplayedOneOrAll() {
    stub.says("POST /admin/dead-letters/" + ID + "/replay", "{\"replaying\":1}");
    stub.says("POST /admin/dead-letters/replay", "{\"replaying\":3}");

    assertThat(run("replay", ID)).isZero();
    assertThat(out).contains("1 message(s) are handled again");
    assertThat(run("replay", "--all", "--biz-key", "ORD1")).isZero();
    assertThat(out).contains("3 message(s)");
    assertThat(stub.asked)
        .contains("POST /admin/dead-letters/replay {\"bizKey\":\"ORD1\",\"source\":\"CONSUMER\"}");
    assertThat(run("replay")).isEqualTo(2);
    assertThat(err).contains("either an ID or --all");
    assertThat(run("replay", ID, "--topic", "t")).isEqualTo(2);
  }
}
