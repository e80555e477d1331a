package ordinal.http.serving;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import ordinal.kernel.ErrorCode;
import org.apache.pekko.pattern.CircuitBreakerOpenException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns what went wrong into an answer: what may pass into "try again", the rest into our fault.
 * Each failure is logged here and nowhere else; nothing of it leaves but the trace id.
 */
public final class ErrorHandler {

  private static final Logger LOG = LoggerFactory.getLogger(ErrorHandler.class);

  private ErrorHandler() {}

  /** The journal, or the way to it, did not do its part; it is not known whether it did. */
  public static final class Unavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Unavailable(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }

  static Answer answer(Throwable failure) {
    var cause = cause(failure);
    boolean passes =
        cause instanceof Unavailable
            || cause instanceof TimeoutException
            || cause instanceof CircuitBreakerOpenException;
    if (passes) {
      LOG.warn("[http] not available: {}", cause.toString());
      return tryAgain();
    }
    LOG.error("[http] unexpected failure", cause);
    return Answer.error(
        ErrorCode.INTERNAL, "Something went wrong on our side; the trace id leads to it.");
  }

  public static Answer tryAgain() {
    return Answer.error(
        ErrorCode.TRY_AGAIN, "Not available right now; try again with the same key.");
  }

  /** What the call gets over: a line in the log of its trace, and it goes on. */
  public static void gotOver(String what, Throwable failure, String traceId) {
    AccessLog.tracing(traceId, () -> LOG.warn("[http] {}: {}", what, cause(failure).toString()));
  }

  /** What a call throws arrives like what its stage fails with. */
  public static <T> CompletionStage<T> guarded(Supplier<CompletionStage<T>> call) {
    try {
      return call.get();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** What a database cannot do now it may do in a moment, unless it is a bug of ours. */
  public static <T> CompletableFuture<T> within(
      Duration limit, String what, CompletionStage<T> reading) {
    return SameThread.of(reading)
        .orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
        .exceptionallyCompose(
            failure -> {
              var cause = cause(failure);
              return CompletableFuture.failedFuture(
                  isBug(cause) ? cause : new Unavailable(what, cause));
            });
  }

  private static boolean isBug(Throwable cause) {
    return cause instanceof IllegalStateException
        || cause instanceof IllegalArgumentException
        || cause instanceof NullPointerException
        || cause instanceof ClassCastException;
  }

  public static Throwable cause(Throwable failure) {
    var cause = failure;
    while ((cause instanceof CompletionException || cause instanceof ExecutionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }
}
