package ordinal.http.admin;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import ordinal.http.serving.ErrorHandler;
import ordinal.http.serving.SameThread;

/**
 * Waits for answers, but not for ever; and what the database cannot do now it may do in a moment.
 */
record Patience(Duration timeout) {

  <T> CompletionStage<T> available(Supplier<CompletionStage<T>> question) {
    CompletionStage<T> answer;
    try {
      answer = question.get();
    } catch (RuntimeException e) {
      answer = CompletableFuture.failedFuture(e);
    }
    return SameThread.of(answer)
        .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
        .exceptionallyCompose(
            failure -> {
              var cause = ErrorHandler.cause(failure);
              return CompletableFuture.failedFuture(
                  isBug(cause) ? cause : new ErrorHandler.Unavailable(cause.toString(), cause));
            });
  }

  private static boolean isBug(Throwable cause) {
    return cause instanceof IllegalStateException
        || cause instanceof IllegalArgumentException
        || cause instanceof NullPointerException
        || cause instanceof ClassCastException;
  }
}
