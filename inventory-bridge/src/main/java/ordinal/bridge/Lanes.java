package ordinal.bridge;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * Work on many keys: one after the other for a key, many keys at a time. Each lane's own work says
 * what it does with the rest of it when one of its messages fails.
 */
final class Lanes {

  private final int atOnce;
  private final Executor executor;

  Lanes(int atOnce, Executor executor) {
    this.atOnce = atOnce;
    this.executor = executor;
  }

  /** The messages by key, each key's in the order in which they are given. */
  static <T> Collection<List<T>> byKey(List<T> all, Function<T, ?> key) {
    Map<Object, List<T>> lanes = new LinkedHashMap<>();
    for (var one : all) lanes.computeIfAbsent(key.apply(one), k -> new ArrayList<>()).add(one);
    return lanes.values();
  }

  /** Completes when all have ended; the results in no particular order. */
  <T, R> CompletableFuture<List<R>> run(
      Collection<List<T>> lanes, Function<List<T>, CompletionStage<List<R>>> work) {
    Queue<List<T>> waiting = new ConcurrentLinkedQueue<>(lanes);
    Queue<R> results = new ConcurrentLinkedQueue<>();
    var runners = new ArrayList<CompletableFuture<Void>>();
    for (int i = 0; i < Math.min(atOnce, lanes.size()); i++) {
      runners.add(next(waiting, results, work));
    }
    return CompletableFuture.allOf(runners.toArray(CompletableFuture[]::new))
        .thenApply(done -> List.copyOf(results));
  }

  private <T, R> CompletableFuture<Void> next(
      Queue<List<T>> waiting, Queue<R> results, Function<List<T>, CompletionStage<List<R>>> work) {
    var lane = waiting.poll();
    if (lane == null) return CompletableFuture.completedFuture(null);
    return work.apply(lane)
        .toCompletableFuture()
        .thenComposeAsync(
            done -> {
              results.addAll(done);
              return next(waiting, results, work);
            },
            executor);
  }
}
