package ordinal.faults.checker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import org.junit.jupiter.api.Test;

/** What the checker says when there is nothing to find, and when it cannot look. */
class CheckerTest extends PlantedFaults {

  @Test
  void aWorldInWhichAllAgreesIsClean() throws Exception {
    make();

    var report = world.check();

    assertThat(report.findings()).isEmpty();
    assertThat(report.isClean()).isTrue();
    assertThat(report.figure(Report.Figure.ORDERS_ACKNOWLEDGED)).isEqualTo(5);
    assertThat(report.figure(Report.Figure.EVENTS)).isEqualTo(EVENTS);
    assertThat(report.figure(Report.Figure.MARKERS)).isEqualTo(1);
    assertThat(report.figure(Report.Figure.RECORDS)).isEqualTo(EVENTS);
    assertThat(report.figure(Report.Figure.VIEW_ROWS)).isEqualTo(5 + 10 + EVENTS);
    assertThat(report.figure(Report.Figure.DELIVERIES)).isEqualTo(EVENTS);
    assertThat(report.text()).contains("lost", "doubled", "out of order", "differing");
  }

  @Test
  void aTopicThatIsNotThereIsAFailureAndNoDifference() throws Exception {
    make();
    var sources = world.sources(EnumSet.allOf(Part.class));
    var elsewhere =
        new Sources(
            sources.jdbcUrl(),
            sources.user(),
            sources.password(),
            sources.bootstrap(),
            "no-such-topic",
            null,
            sources.parts());

    assertThatThrownBy(() -> Checker.check(elsewhere))
        .isInstanceOf(CheckFailure.class)
        .hasMessage("Kafka has no topic no-such-topic");
  }
}
