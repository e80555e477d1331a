package ordinal.bench.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import ordinal.bench.Load;
import ordinal.bench.Pressure;

/** What a system does when it is not at its limit: at a fixed rate, with a backlog, and idle. */
final class AtRest {

  private static final int CONNECTIONS = 50;
  private static final Duration DRAIN_LIMIT = Duration.ofMinutes(2);
  private static final int GC_SECONDS = 30;

  private AtRest() {}

  /**
   * Orders at fixed times. A latency counts from the time that its request was due, and an event's
   * age from when its order was made, which is before the commit.
   */
  static void arrival(Trial trial, int rate) throws Exception {
    long before = trial.watch().seen();
    var at = rate + " orders/s";
    try (var window = new Window(trial)) {
      var result = Load.run(trial.load(CONNECTIONS, rate), Pressure.NONE);
      Throughput.latencies(trial, Measured.ARRIVAL, at, result);
      Throughput.refused(trial, Measured.ARRIVAL, at, result);
      double thousands = result.ordersPerSecond() * result.measuredSeconds() / 1_000;
      double costs = window.costs().all() / thousands;
      trial.settle(before + result.createdInAll());
      trial.note(Measured.ARRIVAL, at, "visible p50 ms", trial.watch().millisAt(50));
      trial.note(Measured.ARRIVAL, at, "visible p99 ms", trial.watch().millisAt(99));
      trial.note(Measured.ARRIVAL, at, "all three CPU s/1000 orders", costs);
    }
  }

  /** Events that wait, let go at once: how many a second reach Kafka. */
  static void drain(Trial trial) throws Exception {
    int orders = trial.plan().drainOrders();
    trial.subject().holdPublishing();
    long before = trial.watch().seen();
    long created = trial.create(orders, CONNECTIONS, Pressure.NONE).createdInAll();
    long begin = System.nanoTime();
    trial.subject().releasePublishing();
    Waiting.isWithin(DRAIN_LIMIT, () -> trial.watch().seen() - before >= created);
    double seconds = (System.nanoTime() - begin) / 1e9;
    double rate = Math.min(created, trial.watch().seen() - before) / seconds;
    trial.note(Measured.DRAIN, orders + " events", "events/s", rate);
    trial.settle(before + created);
  }

  /**
   * The resident set before and after so many orders, each time behind a full collection. A peer
   * keeps no order in memory, so what it grows by is its JVM's own; a difference may be negative.
   */
  static void memory(Trial trial) throws Exception {
    int orders = trial.plan().memoryOrders();
    long seen = trial.watch().seen();
    long before = residentAfterCollection(trial);
    long created = trial.create(orders, CONNECTIONS, trial.keepingUp()).createdInAll();
    trial.settle(seen + created);
    long after = residentAfterCollection(trial);
    var at = orders + " orders";
    trial.note(Measured.MEMORY, at, "resident MB", after / 1e6);
    trial.note(Measured.MEMORY, at, "growth kB/order", (after - before) / 1e3 / orders);
  }

  private static long residentAfterCollection(Trial trial)
      throws IOException, InterruptedException {
    var program = trial.subject().program();
    var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    var collect =
        new ProcessBuilder(jcmd, Long.toString(program.pid()), "GC.run")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!collect.waitFor(GC_SECONDS, TimeUnit.SECONDS)) collect.destroyForcibly();
    return program.usage().residentBytes();
  }

  /** Nobody asks anything: shares of one core. */
  static void idle(Trial trial) throws Exception {
    int seconds = trial.plan().idleSeconds();
    var before = Costs.read(trial);
    TimeUnit.SECONDS.sleep(seconds);
    var costs = Costs.read(trial).since(before);
    trial.note(Measured.IDLE, "", "service % of a core", 100 * costs.service() / seconds);
    trial.note(Measured.IDLE, "", "all three % of a core", 100 * costs.all() / seconds);
  }
}
