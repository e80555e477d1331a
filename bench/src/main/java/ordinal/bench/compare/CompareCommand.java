package ordinal.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Ordinal beside its peers. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = "Runs Ordinal and its peers on one MariaDB and one Kafka, and compares them.")
public final class CompareCommand implements Callable<Integer> {

  @Option(names = "--quick", description = "Everything once and short: some two minutes.")
  private boolean quick;

  @Option(
      names = "--only",
      split = ",",
      description = "Measurements and systems, by name; the default is all of them.")
  private List<String> only = List.of();

  @Option(names = "--rounds")
  private @Nullable Integer rounds;

  @Option(names = "--connections", split = ",")
  private @Nullable List<Integer> connections;

  @Option(names = "--seconds", description = "How long each measurement counts.")
  private @Nullable Integer seconds;

  @Option(names = "--warmup", description = "Seconds before each measurement counts.")
  private @Nullable Integer warmup;

  @Option(names = "--jvm-warmup", description = "Seconds of load after each start.")
  private @Nullable Integer jvmWarmup;

  @Option(names = "--rates", split = ",", description = "Orders per second at fixed times.")
  private @Nullable List<Integer> rates;

  @Option(
      names = "--backlog",
      description = "The most orders not yet on Kafka while a rate counts as sustained.")
  private @Nullable Integer backlog;

  @Option(names = "--settle", description = "Seconds that a backlog may take to go away.")
  private @Nullable Integer settle;

  @Option(names = "--drain-orders")
  private @Nullable Integer drainOrders;

  @Option(names = "--memory-orders")
  private @Nullable Integer memoryOrders;

  @Option(names = "--idle-seconds")
  private @Nullable Integer idleSeconds;

  @Option(names = "--recovery-orders", description = "Orders that are read behind a restart.")
  private @Nullable Integer recoveryOrders;

  @Option(names = "--profile", description = "Records each system; bench profile reads it.")
  private boolean profile;

  @Option(names = "--orders", split = ",", description = "Orders stored, for the cost's growth.")
  private @Nullable List<Integer> orders;

  @Option(names = "--pool", description = "Connections of a peer to its database.")
  private @Nullable Integer pool;

  @Option(names = "--folder", description = "Data, logs and results; below target/ by default.")
  private Path folder = Path.of("target", "compare");

  @Override
  public Integer call() throws Exception {
    var plan = plan();
    var figures = new Comparison(plan, System.out).run();
    var table = new RatioTable(figures, Contender.REFERENCE.label()).markdown();
    Files.writeString(plan.folder().resolve("table.md"), table);
    writePlot(plan, figures, Measured.SUSTAINED, "orders/s", "Created and seen on Kafka, orders/s");
    writePlot(plan, figures, Measured.CREATES, "orders/s", "Created, orders/s");
    writePlot(plan, figures, Measured.ARRIVAL, "visible p99 ms", "Made to seen on Kafka, p99, ms");
    System.out.printf(
        "%n%s%nRatios are to %s. %d cores. All of it is in %s%n",
        table,
        Contender.REFERENCE.label(),
        Runtime.getRuntime().availableProcessors(),
        plan.folder());
    return 0;
  }

  private static void writePlot(
      Plan plan, List<Figure> figures, Measured measured, String name, String title)
      throws IOException {
    var plot = new Plot(title, figures, measured.label(), name);
    if (plot.isEmpty()) return;
    Files.writeString(plan.folder().resolve(measured.label() + ".svg"), plot.svg());
  }

  private Plan plan() {
    var measured = EnumSet.noneOf(Measured.class);
    var contenders = new ArrayList<Contender>();
    for (var name : only) {
      var measurement = Measured.labelled(name);
      var contender = Contender.labelled(name);
      if (measurement != null) measured.add(measurement);
      if (contender != null) contenders.add(contender);
      if (measurement == null && contender == null) {
        throw new IllegalArgumentException(
            "--only knows %s; and %s".formatted(Measured.labels(), Contender.labels()));
      }
    }
    if (measured.isEmpty()) {
      measured = EnumSet.allOf(Measured.class);
      if (quick && orders == null) measured.remove(Measured.GROWTH); // That alone takes minutes.
    }
    return new Plan(
        number(rounds, 3, 1),
        list(connections, List.of(1, 20, 100, 500), List.of(20)),
        number(seconds, 10, 2),
        number(warmup, 3, 1),
        number(jvmWarmup, 45, 3),
        list(rates, List.of(50, 500), List.of(50)),
        number(backlog, 2_000, 500),
        number(settle, 10, 2),
        number(drainOrders, 50_000, 300),
        number(memoryOrders, 5_000, 500),
        number(idleSeconds, 10, 2),
        number(recoveryOrders, 1_000, 100),
        list(orders, List.of(10_000, 100_000, 1_000_000), List.of(1_000, 2_000)),
        number(pool, 32, 32),
        measured,
        contenders.isEmpty() ? List.of(Contender.values()) : contenders,
        profile,
        folder.toAbsolutePath());
  }

  private int number(@Nullable Integer given, int usual, int brief) {
    return Objects.requireNonNullElse(given, quick ? brief : usual);
  }

  private List<Integer> list(
      @Nullable List<Integer> given, List<Integer> usual, List<Integer> brief) {
    return Objects.requireNonNullElse(given, quick ? brief : usual);
  }
}
