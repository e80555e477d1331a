package ordinal.http.events;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.pekko.Done;
import org.apache.pekko.stream.KillSwitches;
import org.apache.pekko.stream.SharedKillSwitch;
import org.apache.pekko.stream.javadsl.Source;
import org.jspecify.annotations.Nullable;

/**
 * The streams that this node holds open: how many there are, and how to end them all.
 *
 * <p>A place is taken before the answer begins, so that there are never more than the limit, and
 * given back when the stream ends, however it ends. A listener that just goes away is noticed when
 * something is written to it, which is with the second comment at the latest. An answer whose
 * caller has gone is never run at all, and nobody tells us; its place comes back after {@link
 * #NEVER_RUN}.
 */
public final class OpenStreams {

  /** Far longer than Pekko takes to begin with an answer. */
  private static final Duration NEVER_RUN = Duration.ofSeconds(10);

  /** Who does not read has had its chance by then. */
  private static final Duration LONGEST_END = Duration.ofSeconds(1);

  /**
   * From the end of a source to the end of its connection: the last bytes pass through the server
   * and the network, and nobody tells us when. A connection that is cut before takes with it what
   * its listener has not yet read.
   */
  private static final Duration LAST_BYTES = Duration.ofMillis(250);

  private final int most;
  private final Duration neverRun;
  private final AtomicInteger taken = new AtomicInteger();
  private final SharedKillSwitch end = KillSwitches.shared("event-streams");
  private final CompletableFuture<Done> allEnded = new CompletableFuture<>();
  private volatile boolean ending;

  public OpenStreams(int most) {
    this(most, NEVER_RUN);
  }

  OpenStreams(int most, Duration neverRun) {
    this.most = most;
    this.neverRun = neverRun;
  }

  /** A place for one stream, or null when there is none. */
  @Nullable Place take() {
    if (ending) return null;
    if (taken.incrementAndGet() > most) {
      giveBack();
      return null;
    }
    return new Place();
  }

  public int open() {
    return taken.get();
  }

  /**
   * Ends all streams, each as if its source had no more to say, and lets no new one begin.
   * Completes when their last bytes have had the time to go out: at once when there are none, and
   * well within two seconds. To be done before the server is told to end its connections: it would
   * cut those that are in the middle of an answer.
   */
  public CompletionStage<Done> end() {
    ending = true;
    boolean none = taken.get() == 0;
    end.shutdown();
    if (none) return CompletableFuture.completedFuture(Done.getInstance());
    return allEnded
        .completeOnTimeout(Done.getInstance(), LONGEST_END.toMillis(), TimeUnit.MILLISECONDS)
        .thenApplyAsync(done -> done, after(LAST_BYTES));
  }

  private static Executor after(Duration wait) {
    return CompletableFuture.delayedExecutor(wait.toMillis(), TimeUnit.MILLISECONDS, Runnable::run);
  }

  private void giveBack() {
    if (taken.decrementAndGet() == 0 && ending) allEnded.complete(Done.getInstance());
  }

  private enum State {
    TAKEN,
    RUNNING,
    GIVEN_BACK
  }

  /** One stream's. */
  final class Place {

    private final AtomicReference<State> state = new AtomicReference<>(State.TAKEN);

    private Place() {
      after(neverRun).execute(() -> leave(State.TAKEN));
    }

    /** The same source, which takes up this place for as long as it runs. */
    <T> Source<T, ?> holding(Source<T, ?> source) {
      return source
          .via(end.<T>flow())
          .watchTermination(
              (unused, done) -> {
                run();
                return done.whenComplete((end, failure) -> leave(State.RUNNING));
              });
    }

    private void run() {
      if (state.getAndSet(State.RUNNING) == State.GIVEN_BACK) taken.incrementAndGet();
    }

    private void leave(State from) {
      if (state.compareAndSet(from, State.GIVEN_BACK)) giveBack();
    }
  }
}
