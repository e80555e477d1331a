package ordinal.bench;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a node costs when nobody asks anything of it. */
@Command(
    name = "idle",
    mixinStandardHelpOptions = true,
    description = "Measures the CPU time and the queries of a node that has nothing to do.")
final class IdleCommand implements Callable<Integer> {

  @Option(names = "--pid", required = true, description = "The program's process.")
  private long pid;

  @Option(names = "--seconds", defaultValue = "30")
  private int seconds;

  @Mixin private final DatabaseOptions database = new DatabaseOptions();

  @Override
  public Integer call() throws Exception {
    var process =
        ProcessHandle.of(pid)
            .orElseThrow(() -> new IllegalArgumentException("--pid: there is no process " + pid));
    try (var counters = database.connect()) {
      var before = cpu(process);
      long questions = counters.questions();
      TimeUnit.SECONDS.sleep(seconds);
      // Our own two questions are not the node's.
      long asked = counters.questions() - questions - 1;
      double used = cpu(process).minus(before).toMillis() / 1000.0;
      System.out.printf(
          "cpu          %.1f %% of a core (%.2f s in %d s)%n", 100 * used / seconds, used, seconds);
      System.out.printf("queries      %.1f per second%n", asked / (double) seconds);
      return 0;
    }
  }

  private static Duration cpu(ProcessHandle process) {
    return process
        .info()
        .totalCpuDuration()
        .orElseThrow(() -> new IllegalStateException("the process has ended"));
  }
}
