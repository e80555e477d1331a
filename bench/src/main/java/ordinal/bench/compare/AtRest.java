package ordinal.bench.compare;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import ordinal.bench.Load;
import ordinal.bench.Pressure;

/** What a system does when it is not at its limit: at a fixed rate, with a backlog, and idle. */
final class AtRest {

  private static final int CONNECTIONS = 50;
  private static final Duration DRAIN_LIMIT = Duration.ofMinutes(2);
  private static final int GC_SECONDS = 30;
  private static final int CALLERS = 8;

  /** So many times as long as the measurement of idling takes it rests before. */
  private static final int REST_FACTOR = 3;

  private static final Pattern HEAP_USED = Pattern.compile("used (\\d+)K");

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
   * What so many active orders cost: each was made and has just been changed, so that a system that
   * keeps those in memory does. The live heap before and after, each time behind a full collection;
   * a peer keeps none, so what it grows by is its JVM's own and may be negative.
   */
  static void memory(Trial trial) throws Exception {
    int orders = trial.plan().memoryOrders();
    long before = liveHeap(trial);
    try (var callers = new Callers(CALLERS)) {
      callers.each(orders, number -> activate(trial.subject().url(), number));
    }
    trial.settleQuietly();
    long after = liveHeap(trial);
    var at = orders + " active orders";
    trial.note(Measured.MEMORY, at, "heap kB/order", (after - before) / 1e3 / orders);
    trial.note(Measured.MEMORY, at, "live heap MB", after / 1e6);
    long resident = trial.subject().program().usage().residentBytes();
    trial.note(Measured.MEMORY, at, "resident MB", resident / 1e6);
  }

  private static void activate(URI url, int number) throws IOException, InterruptedException {
    var orderNo = Http.create(url, "active-" + number);
    Http.post(url.resolve("/orders/" + orderNo + "/cancel"));
  }

  private static long liveHeap(Trial trial) throws IOException, InterruptedException {
    jcmd(trial, "GC.run");
    var used = HEAP_USED.matcher(jcmd(trial, "GC.heap_info"));
    if (!used.find()) throw new IOException("jcmd does not say how much heap is used");
    return Long.parseLong(used.group(1)) << 10;
  }

  private static String jcmd(Trial trial, String command) throws IOException, InterruptedException {
    var program = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    var pid = Long.toString(trial.subject().program().pid());
    var process = new ProcessBuilder(program, pid, command).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(GC_SECONDS, TimeUnit.SECONDS)) process.destroyForcibly();
    return said;
  }

  /**
   * Nobody asks anything: shares of one core. Not right behind a load, when compilers and
   * collectors still work on what that left them.
   */
  static void idle(Trial trial) throws Exception {
    int seconds = trial.plan().idleSeconds();
    TimeUnit.SECONDS.sleep(REST_FACTOR * (long) seconds);
    var before = Costs.read(trial);
    TimeUnit.SECONDS.sleep(seconds);
    var costs = Costs.read(trial).since(before);
    trial.note(Measured.IDLE, "", "service % of a core", 100 * costs.service() / seconds);
    trial.note(Measured.IDLE, "", "all three % of a core", 100 * costs.all() / seconds);
  }
}
