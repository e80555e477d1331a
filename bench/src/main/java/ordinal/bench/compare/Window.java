package ordinal.bench.compare;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** What happened from the end of a load's warm-up on. Made right before the load begins. */
final class Window implements AutoCloseable {

  private record Reading(long nanos, Costs costs, long seen) {}

  private final Trial trial;
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final ScheduledFuture<Reading> begin;

  Window(Trial trial) {
    this.trial = trial;
    trial.watch().reset();
    begin = timer.schedule(this::read, trial.plan().warmup(), TimeUnit.SECONDS);
  }

  private Reading read() throws Exception {
    trial.watch().count();
    return new Reading(System.nanoTime(), Costs.read(trial), trial.watch().seen());
  }

  Costs costs() throws Exception {
    return Costs.read(trial).since(begin().costs());
  }

  double seenPerSecond() throws InterruptedException, ExecutionException {
    double seconds = (System.nanoTime() - begin().nanos()) / 1e9;
    return (trial.watch().seen() - begin().seen()) / seconds;
  }

  private Reading begin() throws InterruptedException, ExecutionException {
    return begin.get();
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
