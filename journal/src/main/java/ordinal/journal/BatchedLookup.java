package ordinal.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import scala.concurrent.ExecutionContext;
import scala.concurrent.Future;
import scala.concurrent.Promise;
import scala.util.Try;

/**
 * Answers look-ups of single ids with queries for many: what is asked while the last query is under
 * way goes out in the next one. Batches grow with the load, and nothing waits for a timer.
 *
 * <p>A query that fails fails all that it was for; the next ones are not touched. Every look-up
 * starts after it was asked for, so it sees all that was committed before.
 *
 * <p>The next query is on its way before the answers of the last one are given, so what follows
 * from an answer, on the same thread, holds up the other answers of its batch at most.
 */
final class BatchedLookup<V> {

  private record Asked<V>(String id, Promise<V> answer, BooleanSupplier isWanted) {}

  private final Function<List<String>, Future<Map<String, V>>> query;
  private final V none;
  private final int mostIds;
  private final int mostQueries;
  private final ExecutionContext executor;
  private final Queue<Asked<V>> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger underWay = new AtomicInteger();

  /**
   * Starts empty.
   *
   * @param query finds what there is for these ids; ids with nothing may be left out
   * @param none the answer for an id that was left out
   */
  BatchedLookup(
      Function<List<String>, Future<Map<String, V>>> query,
      V none,
      int mostIds,
      int mostQueries,
      ExecutionContext executor) {
    this.query = query;
    this.none = none;
    this.mostIds = mostIds;
    this.mostQueries = mostQueries;
    this.executor = executor;
  }

  Future<V> find(String id) {
    return find(id, () -> true);
  }

  /**
   * The same for somebody who may lose patience: what is not wanted any more when its turn comes is
   * left out, and never answered.
   */
  Future<V> find(String id, BooleanSupplier isWanted) {
    var asked = new Asked<V>(id, Promise.apply(), isWanted);
    waiting.add(asked);
    askMore();
    return asked.answer().future();
  }

  /** Whoever adds or finishes looks again, so nothing is left waiting when all queries are done. */
  private void askMore() {
    while (!waiting.isEmpty()) {
      if (underWay.incrementAndGet() > mostQueries) {
        underWay.decrementAndGet();
        // One may have ended between the two lines above and found us in its place.
        if (underWay.get() >= mostQueries) return;
        continue;
      }
      var batch = nextBatch();
      if (batch.isEmpty()) {
        underWay.decrementAndGet();
      } else {
        ask(batch);
      }
    }
  }

  private List<Asked<V>> nextBatch() {
    var batch = new ArrayList<Asked<V>>();
    while (batch.size() < mostIds) {
      var next = waiting.poll();
      if (next == null) break;
      if (next.isWanted().getAsBoolean()) batch.add(next);
    }
    return batch;
  }

  private void ask(List<Asked<V>> batch) {
    Future<Map<String, V>> found;
    try {
      found = query.apply(batch.stream().map(Asked::id).distinct().toList());
    } catch (RuntimeException | Error e) {
      found = Promise.<Map<String, V>>apply().failure(e).future();
    }
    found.onComplete(
        result -> {
          underWay.decrementAndGet();
          try {
            askMore();
          } finally {
            answer(batch, result);
          }
          return null;
        },
        executor);
  }

  /** What follows from one answer may break; the others are given all the same. */
  private void answer(List<Asked<V>> batch, Try<Map<String, V>> result) {
    @Nullable Error broken = null;
    for (var asked : batch) {
      try {
        if (result.isSuccess()) {
          asked.answer().success(result.get().getOrDefault(asked.id(), none));
        } else {
          asked.answer().failure(result.failed().get());
        }
      } catch (Error e) {
        broken = e;
      }
    }
    if (broken != null) throw broken;
  }
}
