package ordinal.bench.compare;

import java.io.IOException;
import ordinal.bench.Load;
import ordinal.bench.LoadResult;
import ordinal.bench.Pressure;

/** How many orders a system takes, by connections. */
final class Throughput {

  private Throughput() {}

  /** A closed loop, whatever becomes of the events meanwhile. */
  static void creates(Trial trial, int connections) throws Exception {
    long before = trial.watch().seen();
    var result = Load.run(trial.load(connections, 0), Pressure.NONE);
    var at = at(connections);
    trial.note(Measured.CREATES, at, "orders/s", result.ordersPerSecond());
    latencies(trial, Measured.CREATES, at, result);
    refused(trial, Measured.CREATES, at, result);
    trial.settle(before + result.createdInAll());
  }

  /**
   * A closed loop that is held back while too many orders are not on Kafka yet, so that the backlog
   * is bounded by construction: the rate that is left is the one at which orders are created and
   * seen. The lower one of the two counts, for a short window may see one of them run ahead.
   */
  static void sustained(Trial trial, int connections) throws Exception {
    long before = trial.watch().seen();
    try (var window = new Window(trial)) {
      var result = Load.run(trial.load(connections, 0), trial.keepingUp());
      var costs = window.costs();
      double rate = Math.min(result.ordersPerSecond(), window.seenPerSecond());
      var at = at(connections);
      trial.note(Measured.SUSTAINED, at, "orders/s", rate);
      costs(trial, at, result, costs);
      refused(trial, Measured.SUSTAINED, at, result);
      trial.settle(before + result.createdInAll());
    }
  }

  private static void costs(Trial trial, String at, LoadResult result, Costs costs)
      throws IOException {
    double thousands = result.ordersPerSecond() * result.measuredSeconds() / 1_000;
    var unit = " CPU s/1000 orders";
    trial.note(Measured.SUSTAINED, at, "service" + unit, costs.service() / thousands);
    trial.note(Measured.SUSTAINED, at, "MariaDB" + unit, costs.database() / thousands);
    trial.note(Measured.SUSTAINED, at, "Kafka" + unit, costs.broker() / thousands);
    trial.note(Measured.SUSTAINED, at, "all three" + unit, costs.all() / thousands);
    trial.note(Measured.SUSTAINED, at, "generator" + unit, costs.generator() / thousands);
  }

  /** Create, read and cancel. */
  static void mixed(Trial trial, int connections) throws Exception {
    var result = Load.runMixed(trial.load(connections, 0));
    var at = at(connections);
    trial.note(Measured.MIXED, at, "requests/s", result.requestsPerSecond());
    latencies(trial, Measured.MIXED, at, result);
    refused(trial, Measured.MIXED, at, result);
    trial.settleQuietly();
  }

  static void latencies(Trial trial, Measured measured, String at, LoadResult result)
      throws IOException {
    trial.note(measured, at, "p50 ms", result.millisAt(50));
    trial.note(measured, at, "p99 ms", result.millisAt(99));
    trial.note(measured, at, "p99.9 ms", result.millisAt(99.9));
  }

  /** A system that says no is fast, so this belongs beside every rate. */
  static void refused(Trial trial, Measured measured, String at, LoadResult result)
      throws IOException {
    trial.note(measured, at, "refused %", 100 * result.shareRefused());
  }

  private static String at(int connections) {
    return connections == 1 ? "1 connection" : connections + " connections";
  }
}
