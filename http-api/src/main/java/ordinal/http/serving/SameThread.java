package ordinal.http.serving;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Goes on where a result arrived. What Pekko's Java API returns runs even its non-async callbacks
 * on the common pool, one thread hop each; on two cores that costs more than the callbacks do.
 */
public final class SameThread {

  private SameThread() {}

  public static <T> CompletableFuture<T> of(CompletionStage<T> stage) {
    var plain = new CompletableFuture<T>();
    var unused =
        stage.whenCompleteAsync(
            (value, failure) -> {
              if (failure == null) {
                plain.complete(value);
              } else {
                plain.completeExceptionally(failure);
              }
            },
            Runnable::run);
    return plain;
  }
}
