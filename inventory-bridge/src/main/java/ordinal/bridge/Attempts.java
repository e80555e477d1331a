package ordinal.bridge;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import ordinal.bridge.Received.Origin;
import org.jspecify.annotations.Nullable;

/** Tries the messages of one key, one after the other, until one of them has to wait. */
final class Attempts {

  /** A message that can be read, to be tried. */
  record Task(Received received, Message message) {}

  private final MessageTarget target;
  private final int mostAttempts;
  private final Executor executor;

  /**
   * @param mostAttempts a message that may pass is dead after so many
   */
  Attempts(MessageTarget target, int mostAttempts, Executor executor) {
    this.target = target;
    this.mostAttempts = mostAttempts;
    this.executor = executor;
  }

  /** What became of each. What was parked and still waits behind another is not among them. */
  CompletionStage<List<Handled>> all(List<Task> lane) {
    return from(lane, 0, new ArrayList<>());
  }

  private CompletionStage<List<Handled>> from(List<Task> lane, int first, List<Handled> handled) {
    if (first == lane.size()) return CompletableFuture.completedFuture(handled);
    return attempt(lane.get(first))
        .thenComposeAsync(
            one -> {
              handled.add(one);
              if (!(one.outcome() instanceof Outcome.MayPass)) {
                return from(lane, first + 1, handled);
              }
              for (var behind : lane.subList(first + 1, lane.size())) {
                if (behind.received().origin() == Origin.NEW) {
                  handled.add(Handled.waiting(behind.received(), behind.message()));
                }
              }
              return CompletableFuture.completedFuture(handled);
            },
            executor);
  }

  private CompletionStage<Handled> attempt(Task one) {
    long start = System.nanoTime();
    CompletionStage<Outcome> outcome;
    try {
      outcome = target.handle(one.message());
    } catch (Unusable e) {
      outcome = CompletableFuture.completedFuture(new Outcome.CannotPass(e.reason()));
    } catch (RuntimeException e) {
      outcome = CompletableFuture.failedFuture(e);
    }
    return outcome.handleAsync((got, failure) -> ended(one, start, got, failure), executor);
  }

  private Handled ended(Task one, long start, @Nullable Outcome got, @Nullable Throwable failure) {
    int attempts = one.received().attempts() + 1;
    var outcome = got == null ? new Outcome.MayPass(told(failure)) : got;
    if (outcome instanceof Outcome.MayPass may) {
      boolean isReplay = one.received().origin() == Origin.REPLAYED;
      if (isReplay || attempts >= mostAttempts) {
        outcome = new Outcome.CannotPass("given up after %d: ".formatted(attempts) + may.reason());
      }
    }
    long cost = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    return new Handled(one.received(), one.message(), outcome, attempts, cost);
  }

  private static String told(@Nullable Throwable failure) {
    var cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof TimeoutException ? "no answer in time" : String.valueOf(cause);
  }
}
