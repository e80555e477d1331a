package ordinal.http.serving;

import java.util.concurrent.CompletionStage;

/** A layer behind the reading of the request: sees calls that are right. */
@FunctionalInterface
public interface CallHandler {
  CompletionStage<Answer> handle(Call call);
}
