package ordinal.bench.compare;

import java.io.PrintStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * Runs a plan: one MariaDB, one Kafka, and on them one system after the other, each in an empty
 * database, once per round. The order changes from round to round, so that no system always comes
 * behind the same other.
 */
final class Comparison {

  private static final Set<Measured> NOT_OF_A_TRIAL =
      Set.of(Measured.RECOVERY, Measured.GROWTH, Measured.LIMIT);

  /** Those whose cost is looked at as it grows; the others share their tables. */
  private static final Set<Contender> GROWING = Set.of(Contender.ORDINAL, Contender.REFERENCE);

  private static final int MIXED_CONNECTIONS = 100;
  private static final int WARM_UP_CONNECTIONS = 100;

  private final Plan plan;
  private final ProgressBar progress;

  Comparison(Plan plan, PrintStream out) {
    this.plan = plan;
    this.progress = new ProgressBar(out, ProgressBar.isTerminal(), steps(plan));
  }

  /** Returns all figures. They are also in figures.jsonl, from the moment each is known. */
  List<Figure> run() throws Exception {
    Files.createDirectories(plan.folder());
    var figures = new Figures(plan.folder().resolve("figures.jsonl"));
    progress.next("MariaDB and Kafka");
    try (var servers = Servers.start(plan.folder())) {
      run(servers, figures);
    } finally {
      progress.end();
    }
    return figures.all();
  }

  /** On servers that run already. */
  void run(Servers servers, Figures figures) throws Exception {
    for (int round = 1; round <= plan.rounds(); round++) {
      var turns = new ArrayList<>(plan.contenders());
      Collections.rotate(turns, 1 - round);
      if (hasTrials(plan)) {
        for (var contender : turns) trial(servers, figures, round, contender);
      }
      if (plan.has(Measured.RECOVERY)) {
        for (var contender : turns) recovery(servers, figures, round, contender);
      }
      if (plan.has(Measured.LIMIT)) {
        progress.next("round " + round + ", limit");
        Limit.measure(plan, servers, figures, round);
      }
      if (plan.has(Measured.GROWTH)) {
        for (var contender : turns) growth(servers, figures, round, contender);
      }
    }
  }

  private void trial(Servers servers, Figures figures, int round, Contender contender)
      throws Exception {
    var name = "round " + round + ", " + contender.label() + ": ";
    progress.next(name + "start and warm-up");
    try (var trial = new Trial(plan, servers, figures, round, contender, true)) {
      trial.warmUp(WARM_UP_CONNECTIONS);
      for (var measured : Measured.values()) {
        if (!plan.has(measured) || NOT_OF_A_TRIAL.contains(measured)) continue;
        progress.next(name + measured.label());
        measure(trial, measured);
      }
    }
  }

  private void measure(Trial trial, Measured measured) throws Exception {
    switch (measured) {
      case CREATES -> {
        for (int connections : plan.connections()) Throughput.creates(trial, connections);
      }
      case SUSTAINED -> {
        for (int connections : plan.connections()) Throughput.sustained(trial, connections);
      }
      case ARRIVAL -> {
        for (int rate : plan.rates()) AtRest.arrival(trial, rate);
      }
      case MIXED -> Throughput.mixed(trial, MIXED_CONNECTIONS);
      case DRAIN -> AtRest.drain(trial);
      case MEMORY -> AtRest.memory(trial);
      case IDLE -> AtRest.idle(trial);
      case RECOVERY, GROWTH, LIMIT ->
          throw new IllegalArgumentException(measured + " is no part of a trial");
    }
  }

  private void recovery(Servers servers, Figures figures, int round, Contender contender)
      throws Exception {
    progress.next("round " + round + ", " + contender.label() + ": recovery");
    Recovery.measure(plan, servers, figures, round, contender);
  }

  private void growth(Servers servers, Figures figures, int round, Contender contender)
      throws Exception {
    if (!GROWING.contains(contender)) return;
    progress.next("round " + round + ", " + contender.label() + ": growth");
    Growth.measure(plan, servers, figures, round, contender);
  }

  private static boolean hasTrials(Plan plan) {
    return !NOT_OF_A_TRIAL.containsAll(plan.measured());
  }

  private static int steps(Plan plan) {
    long trials = plan.measured().stream().filter(one -> !NOT_OF_A_TRIAL.contains(one)).count();
    int steps = trials == 0 ? 0 : plan.contenders().size() * (int) (trials + 1);
    if (plan.has(Measured.RECOVERY)) steps += plan.contenders().size();
    if (plan.has(Measured.LIMIT)) steps++;
    if (plan.has(Measured.GROWTH)) {
      steps += (int) plan.contenders().stream().filter(GROWING::contains).count();
    }
    return 1 + plan.rounds() * steps;
  }
}
