package ordinal.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class MainTest {

  @Test
  void aWrongValueIsAUsageErrorInOneLine() {
    assertUsage("--kills is 0 to 1000", "campaign", "--kills", "1001");
    assertUsage("--connections is 1 to 200", "campaign", "--connections", "0");
    assertUsage("--rate is 1 to 10000", "campaign", "--rate", "0");
    assertUsage(
        "--seconds-between is least..most, such as 2..6, not 3",
        "campaign",
        "--seconds-between",
        "3");
    assertUsage(
        "--plan names what to kill: ordinal, database or broker, not kafka",
        "campaign",
        "--plan",
        "ordinal,kafka");
    assertUsage(
        "with --embedded only the whole program can be killed",
        "campaign",
        "--embedded",
        "--plan",
        "broker");
    assertUsage(
        "comparing with Kafka needs its address: --kafka",
        "check",
        "--jdbc",
        "jdbc:mysql://127.0.0.1:1/x");
  }

  @Test
  void whatCannotBeReadIsAFailureInOneLine() {
    var errors = new StringWriter();

    int code =
        Main.run(
            new PrintWriter(errors, true),
            "check",
            "--jdbc",
            "jdbc:mysql://127.0.0.1:1/x",
            "--only",
            "journal");

    assertThat(code).isEqualTo(1);
    assertThat(errors.toString()).startsWith("faults: the database does not let us in: ");
  }

  private static void assertUsage(String says, String... arguments) {
    var errors = new StringWriter();

    int code = Main.run(new PrintWriter(errors, true), arguments);

    assertThat(code).as(String.join(" ", List.of(arguments))).isEqualTo(2);
    assertThat(errors).hasToString("faults: " + says + System.lineSeparator());
  }
}
