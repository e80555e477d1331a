package ordinal.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RatioTableTest {

  private static Figure rate(int round, String system, double value) {
    return new Figure(round, system, "creates", "20 connections", "orders/s", value);
  }

  @Test
  void aRatioIsMadeWithinItsRound() {
    // The machine got twice as slow, for both.
    var figures =
        List.of(
            rate(1, "ordinal", 3000),
            rate(1, "tuned", 1000),
            rate(2, "ordinal", 1500),
            rate(2, "tuned", 500),
            rate(3, "ordinal", 2000),
            rate(3, "tuned", 1000));

    assertThat(new RatioTable(figures, "tuned").markdown())
        .isEqualTo(
            """
            | | | ordinal | tuned |
            |---|---|---:|---:|
            | creates, 20 connections | orders/s | 2000 · 3.00× (2.00–3.00) | 1000 |
            """);
  }

  @Test
  void oneRoundHasNoRange() {
    var figures = List.of(rate(1, "tuned", 4), rate(1, "ordinal", 5));

    assertThat(new RatioTable(figures, "tuned").markdown()).contains("| 4.00 | 5.00 · 1.25× |");
  }

  @Test
  void whatTheReferenceLacksHasNoRatioAndWhatASystemLacksNoCell() {
    var figures =
        List.of(
            rate(1, "tuned", 0),
            rate(1, "ordinal", 0.05),
            new Figure(1, "limit", "limit", "", "rows/s", 12.34));

    assertThat(new RatioTable(figures, "tuned").markdown())
        .contains("| 0.0000 | 0.0500 |  |")
        .contains("| limit | rows/s |  |  | 12.3 |");
  }

  @Test
  void theMedianOfAnEvenNumberIsInTheMiddle() {
    assertThat(RatioTable.median(List.of(4.0, 1.0, 2.0, 3.0))).hasValue(2.5);
    assertThat(RatioTable.median(List.of())).isEmpty();
  }
}
