package ordinal.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Runs a plan on its threads and adds up what they saw. */
public final class Load {

  private Load() {}

  static LoadResult run(LoadPlan plan) throws IOException, InterruptedException {
    return run(plan, Pressure.NONE);
  }

  /** Creates orders, held back by the given pressure. */
  public static LoadResult run(LoadPlan plan, Pressure pressure)
      throws IOException, InterruptedException {
    return run(plan, pressure, run -> new OrderRequest(plan.url().getAuthority(), run));
  }

  /** Creates, reads and cancels orders, 70 to 20 to 10. */
  public static LoadResult runMixed(LoadPlan plan) throws IOException, InterruptedException {
    return run(plan, Pressure.NONE, run -> new MixedWork(plan.url().getAuthority(), run));
  }

  /** Buys one piece of a sku with each request. */
  static LoadResult runFlashSale(LoadPlan plan, String skuId)
      throws IOException, InterruptedException {
    var host = plan.url().getAuthority();
    return run(plan, Pressure.NONE, run -> OrderRequest.ofFlashSale(host, skuId, run));
  }

  private static LoadResult run(LoadPlan plan, Pressure pressure, Function<String, Work> work)
      throws IOException, InterruptedException {
    var run = Long.toString(ThreadLocalRandom.current().nextLong(1L << 40), 36);
    long start = System.nanoTime();
    long countFrom = start + TimeUnit.SECONDS.toNanos(plan.warmup());
    long sendUntil = countFrom + TimeUnit.SECONDS.toNanos(plan.seconds());
    var window = new LoadThread.Window(start, countFrom, sendUntil);
    var threads = Executors.newFixedThreadPool(plan.threads());
    try {
      var running = new ArrayList<Future<LoadResult>>();
      for (int i = 0; i < plan.threads(); i++) {
        running.add(
            threads.submit(new LoadThread(plan, window, work.apply(run + "-" + i), pressure, i)));
      }
      var result = new LoadResult();
      TimeUnit.NANOSECONDS.sleep(countFrom - System.nanoTime());
      long countingSince = System.nanoTime();
      double cpuBefore = cpuSeconds();
      for (var thread : running) {
        result.add(get(thread));
      }
      // The limit on requests may have ended it early.
      long until = Math.min(System.nanoTime(), sendUntil);
      double seconds = (until - countingSince) / (double) TimeUnit.SECONDS.toNanos(1);
      result.took(seconds, cpuSeconds() - cpuBefore);
      return result;
    } finally {
      threads.shutdownNow();
    }
  }

  private static LoadResult get(Future<LoadResult> thread)
      throws IOException, InterruptedException {
    try {
      return thread.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException io) {
        throw new IOException("cannot reach the server: " + io.getMessage(), io);
      }
      throw new IllegalStateException(e);
    }
  }

  private static double cpuSeconds() {
    var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return system.getProcessCpuTime() / (double) TimeUnit.SECONDS.toNanos(1);
  }
}
