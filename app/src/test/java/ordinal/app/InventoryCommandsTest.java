package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code ordinal inventory}: what it asks, prints and exits with. */
class InventoryCommandsTest {

  private static final String STOCK = "{\"skuId\":\"tea\",\"onHand\":5,\"reserved\":2,\"sold\":3}";

  private final ManagementStub stub;
  private String out = "";
  private String err = "";

  InventoryCommandsTest() throws IOException {
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
  void stockIsShownToPeopleAndPrograms() {
    stub.says("GET /inventory/tea", STOCK);

    assertThat(run("inventory", "show", "tea")).isZero();
    assertThat(out.lines().map(line -> line.replaceAll(" +", " ")))
        .containsExactly("sku tea", "on hand 5", "reserved 2", "sold 3");
    assertThat(run("inventory", "show", "tea", "--json")).isZero();
    assertThat(ApiClient.parse(out)).isEqualTo(ApiClient.parse(STOCK));
  }

  @Test
  void stockIsSet() {
    stub.says("PUT /inventory/tea", STOCK);

    assertThat(run("inventory", "set", "tea", "5")).isZero();
    assertThat(out).contains("on hand");
    assertThat(run("inventory", "set", "tea", "5", "--json")).isZero();
    assertThat(ApiClient.parse(out)).isEqualTo(ApiClient.parse(STOCK));
    assertThat(stub.asked)
        .containsExactly("PUT /inventory/tea {\"onHand\":5}", "PUT /inventory/tea {\"onHand\":5}");
  }

  @Test
  void whatTheNodeRefusesIsSaidInALine() {
    stub.refuses("GET /inventory/nothing", 404, "A0404", "Nobody has set the stock of nothing.");

    assertThat(run("inventory", "show", "nothing")).isEqualTo(1);
    assertThat(err.strip())
        .isEqualTo("ordinal: A0404 Nobody has set the stock of nothing. (trace t-1)");
    assertThat(out).isEmpty();
  }

  @Test
  void aCommandThatDoesNotSayEnoughIsAMistake() {
    assertThat(run("inventory")).isEqualTo(2);
    assertThat(run("inventory", "show")).isEqualTo(2);
    assertThat(run("inventory", "set", "tea")).isEqualTo(2);
    assertThat(run("inventory", "set", "tea", "many")).isEqualTo(2);
    assertThat(stub.asked).isEmpty();
  }
}
