package ordinal.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LimitTest {

  @Test
  void aSystemsBestCreatesAreAShareOfTheRawInsertsOfTheirRound(@TempDir Path folder)
      throws Exception {
    var figures = new Figures(folder.resolve("figures.jsonl"));
    figures.add(new Figure(1, "ordinal", "creates", "1 connection", "orders/s", 9000));
    figures.add(new Figure(2, "ordinal", "creates", "1 connection", "orders/s", 1000));
    figures.add(new Figure(2, "ordinal", "creates", "20 connections", "orders/s", 3000));
    figures.add(new Figure(2, "ordinal", "creates", "20 connections", "p50 ms", 99_000));
    figures.add(new Figure(2, "limit", "limit", "raw inserts, best", "rows/s", 12_000));

    Limit.noteShares(figures, 1);
    Limit.noteShares(figures, 2);

    assertThat(figures.all())
        .filteredOn(figure -> figure.name().equals("% of raw inserts"))
        .containsExactly(new Figure(2, "ordinal", "limit", "best creates", "% of raw inserts", 25));
  }
}
