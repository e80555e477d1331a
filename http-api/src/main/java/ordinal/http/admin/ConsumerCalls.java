package ordinal.http.admin;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import ordinal.bridge.Consumers;
import ordinal.http.serving.Answer;
import ordinal.http.serving.Call;
import ordinal.http.serving.ErrorHandler;

/** Turns calls into questions to the consumers. One method per endpoint. */
final class ConsumerCalls {

  private final Consumers consumers;
  private final Patience patience;

  ConsumerCalls(Consumers consumers, Patience patience) {
    this.consumers = consumers;
    this.patience = patience;
  }

  CompletionStage<Answer> groups(Call call) {
    return patience.available(consumers::list).thenApply(Answer::ok);
  }

  CompletionStage<Answer> log(Call call) {
    var query = call.query();
    var given = query.find(AdminSchemas.LIMIT);
    int limit = given == null ? AdminSchemas.USUAL_PAGE : given.intValue();
    var filter =
        new Consumers.LogFilter(
            query.find(ConsumerSchemas.STATUS_FILTER),
            query.find(ConsumerSchemas.GROUP_FILTER),
            query.find(ConsumerSchemas.KEY_FILTER));
    var cursor = query.find(ConsumerSchemas.CURSOR);
    return patience
        .available(() -> consumers.log(filter, limit, cursor))
        .thenApply(page -> Answer.ok(ConsumerViews.LogView.of(page)))
        .exceptionallyCompose(
            failure -> {
              var cause = ErrorHandler.cause(failure);
              return cursor != null && cause instanceof IllegalArgumentException
                  ? CompletableFuture.completedFuture(
                      Answer.invalid("cursor", "must be the nextCursor of an earlier answer"))
                  : CompletableFuture.failedFuture(cause);
            });
  }
}
