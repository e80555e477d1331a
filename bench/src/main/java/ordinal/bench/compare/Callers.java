package ordinal.bench.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Threads that each do one thing at a time. */
final class Callers implements AutoCloseable {

  /** One thing to do. */
  @FunctionalInterface
  interface Call {
    void numbered(int number) throws Exception;
  }

  private final ExecutorService threads;

  Callers(int count) {
    this.threads = Executors.newFixedThreadPool(count);
  }

  /** Returns when all of them, numbered from 0, are done; fails with the first that failed. */
  void each(int count, Call call) throws InterruptedException, ExecutionException {
    List<Callable<Boolean>> calls = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int number = i;
      calls.add(
          () -> {
            call.numbered(number);
            return true;
          });
    }
    for (var one : threads.invokeAll(calls)) {
      var unused = one.get();
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
