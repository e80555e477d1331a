package ordinal.bench.compare;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * What happened while a load counted: from the end of its warm-up to when it stops sending, and not
 * what came after. Made right before the load begins; asked when it is over.
 */
final class Window implements AutoCloseable {

  private record Reading(long nanos, Costs costs, long seen) {}

  private final Trial trial;
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final ScheduledFuture<Reading> begin;
  private final ScheduledFuture<Reading> end;

  Window(Trial trial) {
    this.trial = trial;
    int warmup = trial.plan().warmup();
    trial.watch().reset();
    begin = timer.schedule(this::begin, warmup, TimeUnit.SECONDS);
    end = timer.schedule(this::read, warmup + trial.plan().seconds(), TimeUnit.SECONDS);
  }

  private Reading begin() throws Exception {
    trial.watch().count();
    return read();
  }

  private Reading read() throws Exception {
    return new Reading(System.nanoTime(), Costs.read(trial), trial.watch().seen());
  }

  Costs costs() throws InterruptedException, ExecutionException {
    return end.get().costs().since(begin.get().costs());
  }

  double seenPerSecond() throws InterruptedException, ExecutionException {
    double seconds = (end.get().nanos() - begin.get().nanos()) / 1e9;
    return (end.get().seen() - begin.get().seen()) / seconds;
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
