package ordinal.bench.compare;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

/**
 * What database and broker can do at all here, with nothing in between: rows as the journal's into
 * a copy of the journal, and records as the publisher's in transactions.
 */
final class Limit {

  static final String SYSTEM = "limit";

  private static final String MIGRATION = "db/migration/V1__journal.sql";
  private static final String SLICES = "16";
  private static final String INSERTS = "raw inserts";
  private static final String BEST = ", best";

  /** Rows in a statement, and connections; the best pair counts. */
  private static final List<Integer> BATCHES = List.of(100, 400, 1_000);

  private static final List<Integer> THREADS = List.of(1, 2, 4);

  /** Records in a transaction. */
  private static final List<Integer> TRANSACTIONS = List.of(500, 2_000);

  private Limit() {}

  static void measure(Plan plan, Servers servers, Figures figures, int round) throws Exception {
    var sizes = Sizes.of(servers);
    var inserts = new ArrayList<Best>();
    for (int threads : THREADS) {
      for (int batch : BATCHES) {
        double rate = inserts(plan, servers, sizes, threads, batch);
        inserts.add(new Best(threads + " x " + batch + " rows", rate));
      }
    }
    note(figures, round, INSERTS, "rows/s", inserts);
    var sends = new ArrayList<Best>();
    var topic = "orders-limit";
    servers.createTopic(topic);
    for (int records : TRANSACTIONS) {
      double rate =
          RawProducer.recordsPerSecond(
              servers.bootstrap(), topic, sizes.record(), records, plan.seconds());
      sends.add(new Best(records + " records", rate));
    }
    note(figures, round, "raw transactions", "records/s", sends);
    noteShares(figures, round);
  }

  /** Each system's best rate of creates in this round, as a share of what can be inserted. */
  static void noteShares(Figures figures, int round) throws IOException {
    var ofRound = figures.all().stream().filter(figure -> figure.round() == round).toList();
    double limit =
        ofRound.stream()
            .filter(f -> f.system().equals(SYSTEM) && f.at().equals(INSERTS + BEST))
            .mapToDouble(Figure::value)
            .max()
            .orElse(0);
    if (limit == 0) return;
    for (var contender : Contender.values()) {
      var creates =
          ofRound.stream()
              .filter(f -> f.system().equals(contender.label()))
              .filter(f -> f.measurement().equals(Measured.CREATES.label()))
              .filter(f -> f.name().equals("orders/s"))
              .mapToDouble(Figure::value)
              .max();
      if (creates.isEmpty()) continue;
      figures.add(
          new Figure(
              round,
              contender.label(),
              Measured.LIMIT.label(),
              "best creates",
              "% of raw inserts",
              100 * creates.getAsDouble() / limit));
    }
  }

  private record Best(String how, double rate) {}

  private static void note(Figures figures, int round, String at, String name, List<Best> tried)
      throws IOException {
    var best = tried.stream().max(Comparator.comparingDouble(Best::rate)).orElseThrow();
    for (var one : tried) {
      figures.add(
          new Figure(
              round, SYSTEM, Measured.LIMIT.label(), at + ", " + one.how(), name, one.rate()));
    }
    figures.add(new Figure(round, SYSTEM, Measured.LIMIT.label(), at + BEST, name, best.rate()));
  }

  private static double inserts(Plan plan, Servers servers, Sizes sizes, int threads, int batch)
      throws Exception {
    var jdbcUrl = servers.emptyDatabase(SYSTEM) + "&socketTimeout=30000";
    createJournal(servers, jdbcUrl);
    var workers = Executors.newFixedThreadPool(threads);
    try {
      long begin = System.nanoTime();
      long until = begin + plan.seconds() * 1_000_000_000L;
      var running = new ArrayList<Callable<Long>>();
      for (int i = 0; i < threads; i++) {
        var inserts = new RawInserts(servers, jdbcUrl, sizes, batch, i);
        running.add(() -> inserts.until(until));
      }
      long rows = 0;
      for (var one : workers.invokeAll(running)) rows += one.get();
      return rows / ((System.nanoTime() - begin) / 1e9);
    } finally {
      workers.shutdownNow();
    }
  }

  /** The journal's own statement, out of the migration that makes it. */
  private static void createJournal(Servers servers, String jdbcUrl)
      throws IOException, SQLException {
    try (InputStream file =
            Objects.requireNonNull(
                Limit.class.getClassLoader().getResourceAsStream(MIGRATION), MIGRATION);
        var connection = servers.connect(jdbcUrl);
        var statement = connection.createStatement()) {
      var text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      int end = text.indexOf(';', text.indexOf("CREATE TABLE event_journal"));
      statement.execute(text.substring(0, end).replace("${slices}", SLICES));
    }
  }
}
