package ordinal.bench.compare;

import static ordinal.bench.compare.Measured.GROWTH;
import static ordinal.bench.compare.Measured.LIMIT;
import static ordinal.bench.compare.Measured.MIXED;
import static ordinal.bench.compare.Measured.RECOVERY;
import static ordinal.bench.compare.Measured.SUSTAINED;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import ordinal.bench.Main;
import org.junit.jupiter.api.Test;

/**
 * Every measurement, as short as can be: that it measures, not what. Of the systems those that
 * differ for the comparison: Ordinal, the reference, and the one with a class path of its own. The
 * other peers differ from the reference only in their relay, which PeerTest runs.
 */
class CompareSmokeTest {

  /** It outlives a test, so that MariaDB is unpacked once. */
  private static final Path FOLDER =
      Path.of(System.getProperty("ordinal.test.dir"), "compare").toAbsolutePath();

  private static final Set<String> MAY_BE_ZERO =
      Set.of("heap kB/order", "refused %", "service % of a core", "all three % of a core");

  private static final List<Contender> COMPARED = List.of(Contender.ORDINAL, Contender.REFERENCE);

  /** What is measured while a system runs; it is started once for all of them. */
  @Test
  void twoSystemsAreComparedAndEveryFigureIsPositive() throws Exception {
    var arguments = new ArrayList<>(List.of("compare", "--quick", "--connections", "10"));
    arguments.addAll(List.of("--folder", FOLDER.toString(), "--jvm-warmup", "1", "--warmup", "0"));
    arguments.addAll(List.of("--seconds", "2", "--rates", "40", "--backlog", "50"));
    arguments.addAll(List.of("--settle", "1", "--drain-orders", "50", "--memory-orders", "50"));
    arguments.addAll(List.of("--idle-seconds", "1", "--only"));
    arguments.add("creates,sustained,arrival,mixed,drain,memory,idle,ordinal,classic-10ms");
    var errors = new StringWriter();

    int code = Main.run(new PrintWriter(errors, true), arguments.toArray(String[]::new));

    assertThat(code).as(errors.toString()).isZero();
    var figures = written();
    for (var contender : COMPARED) {
      assertThat(namesOf(figures, contender))
          .as(contender.label())
          .contains(
              "creates 10 connections orders/s",
              "creates 10 connections p99.9 ms",
              "sustained 10 connections orders/s",
              "sustained 10 connections all three CPU s/1000 orders",
              "sustained 10 connections generator CPU s/1000 orders",
              "arrival 40 orders/s p99 ms",
              "arrival 40 orders/s visible p99 ms",
              "mixed 100 connections requests/s",
              "drain 50 events events/s",
              "memory 50 active orders live heap MB",
              "memory 50 active orders heap kB/order",
              "memory 50 active orders resident MB",
              "idle  service % of a core");
    }
    assertPositive(figures);
    assertNothingMixedIsRefused(figures, 2);
    assertThat(FOLDER.resolve("table.md")).content().contains("classic-10ms", "×");
    assertThat(FOLDER.resolve("sustained.svg")).content().contains("id=\"ordinal\"");
  }

  /** Growth only of the peer, whose start is short; it is the same code for both. */
  @Test
  void theRestIsMeasuredToo() throws Exception {
    var figures = new Figures(Files.createDirectories(FOLDER).resolve("rest.jsonl"));
    try (var servers = Servers.start(FOLDER)) {
      var ownClassPath = plan(List.of(Contender.MODULITH), SUSTAINED, MIXED);
      new Comparison(ownClassPath, System.out).run(servers, figures);
      new Comparison(plan(COMPARED, RECOVERY), System.out).run(servers, figures);
      var ofTheReference = plan(List.of(Contender.REFERENCE), GROWTH, LIMIT);
      new Comparison(ofTheReference, System.out).run(servers, figures);
    }

    for (var contender : COMPARED) {
      assertThat(namesOf(figures.all(), contender))
          .as(contender.label())
          .contains("recovery first read p99 ms", "recovery second read p50 ms");
    }
    assertThat(namesOf(figures.all(), Contender.MODULITH))
        .contains("sustained 10 connections orders/s", "mixed 100 connections requests/s");
    assertThat(namesOf(figures.all(), Contender.REFERENCE))
        .contains("growth 30 orders orders/s", "growth 60 orders orders/s");
    assertThat(namesOf(figures.all(), Limit.SYSTEM))
        .contains("limit raw inserts, best rows/s", "limit raw transactions, best records/s");
    assertPositive(figures.all());
    assertNothingMixedIsRefused(figures.all(), 1);
  }

  private static Plan plan(List<Contender> contenders, Measured... measured) {
    return new Plan(
        1,
        List.of(10),
        1,
        1, // A JVM that has just started may answer nothing for a second.
        1,
        List.of(40),
        50,
        1,
        50,
        50,
        1,
        20,
        List.of(30, 60),
        8,
        Set.of(measured),
        contenders,
        false,
        FOLDER);
  }

  @Test
  void anUnknownNameIsAUsageErrorThatNamesTheOthers() {
    var errors = new StringWriter();

    int code = Main.run(new PrintWriter(errors, true), "compare", "--only", "everything");

    assertThat(code).isEqualTo(2);
    assertThat(errors.toString()).contains("sustained", "classic-1s");
  }

  private static List<Figure> written() throws Exception {
    var json = new ObjectMapper();
    var figures = new ArrayList<Figure>();
    for (var line : Files.readAllLines(FOLDER.resolve("figures.jsonl"))) {
      figures.add(json.readValue(line, Figure.class));
    }
    return figures;
  }

  private static Set<String> namesOf(List<Figure> figures, Contender contender) {
    return namesOf(figures, contender.label());
  }

  private static Set<String> namesOf(List<Figure> figures, String system) {
    var names = new TreeSet<String>();
    for (var figure : figures) {
      if (!figure.system().equals(system)) continue;
      names.add(figure.measurement() + " " + figure.at() + " " + figure.name());
    }
    return names;
  }

  private static void assertNothingMixedIsRefused(List<Figure> figures, int systems) {
    assertThat(figures)
        .filteredOn(figure -> figure.measurement().equals(MIXED.label()))
        .filteredOn(figure -> figure.name().equals("refused %"))
        .hasSize(systems)
        .allSatisfy(figure -> assertThat(figure.value()).as(figure.toString()).isZero());
  }

  private static void assertPositive(List<Figure> figures) {
    assertThat(figures)
        .filteredOn(figure -> !MAY_BE_ZERO.contains(figure.name()))
        .allSatisfy(figure -> assertThat(figure.value()).as(figure.toString()).isPositive());
  }
}
