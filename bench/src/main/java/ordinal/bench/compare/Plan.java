package ordinal.bench.compare;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * What a comparison does.
 *
 * @param rounds how often everything is done, the systems taking turns
 * @param seconds how long each measurement counts, behind a warm-up of its own
 * @param jvmWarmup seconds of load after each start, before the first measurement
 * @param rates orders per second at fixed times
 * @param backlog the most orders that may be created and not yet on Kafka while a rate counts as
 *     sustained
 * @param settle seconds that a backlog may take to go away before it is thrown away
 * @param recoveryOrders orders that are read behind a restart
 * @param pool connections of a peer to its database
 * @param levels orders stored, for the growth of cost
 * @param profile whether what each system does behind its warm-up is recorded with JFR
 */
record Plan(
    int rounds,
    List<Integer> connections,
    int seconds,
    int warmup,
    int jvmWarmup,
    List<Integer> rates,
    int backlog,
    int settle,
    int drainOrders,
    int memoryOrders,
    int idleSeconds,
    int recoveryOrders,
    List<Integer> levels,
    int pool,
    Set<Measured> measured,
    List<Contender> contenders,
    boolean profile,
    Path folder) {

  Plan {
    within("--rounds", rounds, 1, 100);
    for (var one : connections) within("--connections", one, 1, 2_000);
    within("--seconds", seconds, 1, 600);
    within("--warmup", warmup, 0, 600);
    within("--jvm-warmup", jvmWarmup, 0, 600);
    for (var one : rates) within("--rates", one, 1, 100_000);
    within("--backlog", backlog, 10, 1_000_000);
    within("--settle", settle, 1, 600);
    within("--drain-orders", drainOrders, 1, 1_000_000);
    within("--memory-orders", memoryOrders, 1, 1_000_000);
    within("--idle-seconds", idleSeconds, 1, 600);
    within("--recovery-orders", recoveryOrders, 1, 100_000);
    for (var one : levels) within("--orders", one, 1, 10_000_000);
    within("--pool", pool, 1, 100); // The server takes 200, and the library needs more than one.
    connections = List.copyOf(connections);
    rates = List.copyOf(rates);
    levels = levels.stream().sorted().toList();
    measured = Set.copyOf(measured);
    contenders = List.copyOf(contenders);
  }

  boolean has(Measured one) {
    return measured.contains(one);
  }

  private static void within(String option, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(option + " is " + least + " to " + most);
    }
  }
}
