package ordinal.bench.compare;

import ordinal.bench.Load;

/**
 * The same work with ever more orders stored. Each level is filled by creating orders, Kafka
 * keeping up; then the system is started anew, so that every level meets a JVM of the same age. The
 * orders of the warm-up come on top.
 */
final class Growth {

  private static final int FILL_CONNECTIONS = 200;
  private static final int CONNECTIONS = 100;

  private Growth() {}

  static void measure(Plan plan, Servers servers, Figures figures, int round, Contender contender)
      throws Exception {
    long stored = 0;
    for (int level : plan.levels()) {
      try (var filling = new Trial(plan, servers, figures, round, contender, stored == 0)) {
        long seen = filling.watch().seen();
        int missing = (int) Math.max(1, level - stored);
        var filled = filling.create(missing, FILL_CONNECTIONS, filling.keepingUp());
        stored += filled.createdInAll();
        filling.settle(seen + filled.createdInAll());
      }
      try (var trial = new Trial(plan, servers, figures, round, contender, false)) {
        long seen = trial.watch().seen();
        trial.warmUp(CONNECTIONS);
        var result = Load.run(trial.load(CONNECTIONS, 0), trial.keepingUp());
        stored += trial.watch().seen() - seen;
        var at = level + " orders";
        trial.note(Measured.GROWTH, at, "orders/s", result.ordersPerSecond());
        trial.note(Measured.GROWTH, at, "p99 ms", result.millisAt(99));
      }
    }
  }
}
