package ordinal.http.admin;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import ordinal.cash.notifications.Notification.Status;
import ordinal.cash.notifications.Notifications;
import ordinal.http.schema.Fields;
import ordinal.http.serving.Answer;
import ordinal.http.serving.Call;
import ordinal.http.serving.ErrorHandler;
import ordinal.kernel.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Turns calls into questions to the notifications. One method per endpoint. */
final class NotificationCalls {

  private final Notifications notifications;
  private final Patience patience;

  NotificationCalls(Notifications notifications, Patience patience) {
    this.notifications = notifications;
    this.patience = patience;
  }

  CompletionStage<Answer> list(Call call) {
    var query = call.query();
    var given = query.find(AdminSchemas.LIMIT);
    int limit = given == null ? AdminSchemas.USUAL_PAGE : given.intValue();
    var filter = filter(query, query.find(NotificationSchemas.STATUS_FILTER));
    var cursor = query.find(AdminSchemas.CURSOR);
    return patience
        .available(() -> notifications.list(filter, limit, cursor))
        .thenApply(page -> Answer.ok(NotificationViews.ListView.of(page)))
        .exceptionallyCompose(
            failure -> {
              var cause = ErrorHandler.cause(failure);
              return cursor != null && cause instanceof IllegalArgumentException
                  ? CompletableFuture.completedFuture(
                      Answer.invalid("cursor", "must be the nextCursor of an earlier answer"))
                  : CompletableFuture.failedFuture(cause);
            });
  }

  CompletionStage<Answer> one(Call call) {
    var id = call.at("id");
    return patience
        .available(() -> notifications.get(id))
        .thenApply(
            found ->
                found
                    .map(one -> Answer.ok(NotificationViews.View.of(one)))
                    .orElseGet(() -> none(id)));
  }

  /**
   * One that is not given up is no fault, unless there is none: a second replay changes nothing.
   */
  CompletionStage<Answer> replay(Call call) {
    var id = call.at("id");
    return patience
        .available(() -> notifications.get(id))
        .thenCompose(
            found ->
                found.isEmpty()
                    ? CompletableFuture.completedFuture(none(id))
                    : patience
                        .available(() -> notifications.replay(id))
                        .thenApply(NotificationCalls::replayed));
  }

  CompletionStage<Answer> replayAll(Call call) {
    var filter = filter(call.body(), call.body().find(NotificationSchemas.REPLAY_STATUS));
    return patience
        .available(() -> notifications.replayAll(filter))
        .thenApply(NotificationCalls::replayed);
  }

  private static Notifications.Filter filter(Fields given, @Nullable Status status) {
    return new Notifications.Filter(
        status,
        given.find(NotificationSchemas.CHANNEL_FILTER),
        given.find(NotificationSchemas.ORDER_FILTER));
  }

  private static Answer replayed(int count) {
    return Answer.ok(new AdminViews.Replayed(count));
  }

  private static Answer none(String id) {
    return Answer.error(ErrorCode.NOT_FOUND, "There is no notification " + id + ".");
  }
}
