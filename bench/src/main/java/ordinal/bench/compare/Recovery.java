package ordinal.bench.compare;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * How long a system takes to know an order again. The orders are made, the system is started anew
 * and warmed up with others, and then each is read twice, one request at a time: the first time it
 * has nothing of the order in memory.
 */
final class Recovery {

  private static final int CONNECTIONS = 50;

  private Recovery() {}

  static void measure(Plan plan, Servers servers, Figures figures, int round, Contender contender)
      throws Exception {
    var orders = new ArrayList<String>();
    try (var before = new Trial(plan, servers, figures, round, contender, true)) {
      for (int i = 0; i < plan.recoveryOrders(); i++) {
        orders.add(Http.create(before.subject().url(), "recovery-" + i));
      }
    }
    try (var trial = new Trial(plan, servers, figures, round, contender, false)) {
      trial.warmUp(CONNECTIONS);
      note(trial, "first read", read(trial, orders));
      note(trial, "second read", read(trial, orders));
    }
  }

  private static Histogram read(Trial trial, List<String> orders) throws Exception {
    var nanos = new Histogram(3);
    for (var orderNo : orders) {
      long begin = System.nanoTime();
      Http.get(trial.subject().url().resolve("/orders/" + orderNo));
      nanos.recordValue(System.nanoTime() - begin);
    }
    return nanos;
  }

  private static void note(Trial trial, String at, Histogram nanos) throws Exception {
    trial.note(Measured.RECOVERY, at, "p50 ms", nanos.getValueAtPercentile(50) / 1e6);
    trial.note(Measured.RECOVERY, at, "p99 ms", nanos.getValueAtPercentile(99) / 1e6);
  }
}
