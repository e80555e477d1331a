package ordinal.bench;

import java.net.URI;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How long it takes until an order is on Kafka for all to see. */
@Command(
    name = "publish",
    mixinStandardHelpOptions = true,
    description = "Creates orders at a fixed rate and measures when Kafka shows them.")
final class PublishCommand implements Callable<Integer> {

  @Option(names = "--url", defaultValue = "http://127.0.0.1:8080")
  private URI url = URI.create("http://127.0.0.1:8080");

  @Option(names = "--kafka", defaultValue = "127.0.0.1:9092")
  private String kafka = "127.0.0.1:9092";

  @Option(names = "--rate", defaultValue = "500", description = "Orders per second; 0: no limit.")
  private int rate;

  @Option(names = "--connections", defaultValue = "20")
  private int connections;

  @Option(names = "--seconds", defaultValue = "20")
  private int seconds;

  @Option(names = "--warmup", defaultValue = "20")
  private int warmup;

  @Option(
      names = "--rollbacks",
      description = "Also roll back a transaction in the journal every second; needs --jdbc.")
  private boolean rollbacks;

  @Mixin private final DatabaseOptions database = new DatabaseOptions();

  @Override
  public Integer call() throws Exception {
    var plan = new LoadPlan(url, connections, 1, seconds, warmup, 100_000_000, rate);
    System.out.println(plan.describe());
    var timer = Executors.newSingleThreadScheduledExecutor();
    try (var counters = rollbacks ? database.connect() : null;
        var holes = counters == null ? null : new ForcedRollbacks(counters.connection());
        var latency = new PublishLatency(kafka, PublishLatency.ORDER_EVENTS)) {
      var unused = timer.schedule(latency::count, warmup, TimeUnit.SECONDS);
      var result = Load.run(plan);
      long behind = awaitAll(latency, result.createdInAll());
      System.out.print(result.report());
      System.out.print(latency.report());
      if (holes != null) System.out.println("rollbacks    " + holes.done());
      if (behind > 0) System.out.println("not seen     " + behind);
      return behind > 0 ? 1 : 0;
    } finally {
      timer.shutdownNow();
    }
  }

  /** The backlog at the end, if there is one, is seen too; how many are missing after a while. */
  private static long awaitAll(PublishLatency latency, long created) throws InterruptedException {
    for (int i = 0; i < 600 && latency.seen() < created; i++) TimeUnit.MILLISECONDS.sleep(50);
    return Math.max(0, created - latency.seen());
  }
}
