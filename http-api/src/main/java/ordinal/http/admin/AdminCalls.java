package ordinal.http.admin;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import ordinal.http.schema.Fields;
import ordinal.http.serving.Answer;
import ordinal.http.serving.Call;
import ordinal.http.serving.ErrorHandler;
import ordinal.kernel.ErrorCode;
import ordinal.projections.operation.DeadLetters;
import ordinal.projections.operation.ProjectionControl;
import org.apache.pekko.http.javadsl.model.ContentType;
import org.apache.pekko.http.javadsl.model.ContentTypes;
import org.apache.pekko.util.ByteString;
import org.jspecify.annotations.Nullable;

/** Turns calls into questions to the operation of this node. One method per endpoint. */
final class AdminCalls {

  private static final ContentType PROMETHEUS =
      ContentTypes.parse("text/plain; version=0.0.4; charset=utf-8");

  private final AdminApi.Operation operation;
  private final Patience patience;

  AdminCalls(AdminApi.Operation operation, Patience patience) {
    this.operation = operation;
    this.patience = patience;
  }

  // The outbox.

  CompletionStage<Answer> outbox(Call call) {
    return available(operation.outbox()::status)
        .thenApply(status -> Answer.ok(AdminViews.OutboxView.of(status)));
  }

  CompletionStage<Answer> retryNow(Call call) {
    return available(operation.outbox()::retryNow)
        .thenApply(slices -> Answer.ok(new AdminViews.Retried(slices)));
  }

  // Dead letters.

  CompletionStage<Answer> deadLetters(Call call) {
    var query = call.query();
    var given = query.find(AdminSchemas.LIMIT);
    int limit = given == null ? AdminSchemas.USUAL_PAGE : given.intValue();
    var filter = filter(query, query.find(AdminSchemas.STATUS_FILTER));
    var cursor = query.find(AdminSchemas.CURSOR);
    return available(() -> operation.deadLetters().list(filter, limit, cursor))
        .thenApply(page -> Answer.ok(AdminViews.DeadLettersView.of(page)))
        .exceptionallyCompose(
            failure -> {
              var cause = ErrorHandler.cause(failure);
              return cursor != null && cause instanceof IllegalArgumentException
                  ? done(Answer.invalid("cursor", "must be the nextCursor of an earlier answer"))
                  : CompletableFuture.failedFuture(cause);
            });
  }

  CompletionStage<Answer> deadLetter(Call call) {
    var id = call.at("id");
    return available(() -> operation.deadLetters().get(id))
        .thenApply(
            found ->
                found
                    .map(letter -> Answer.ok(AdminViews.DeadLetterView.of(letter)))
                    .orElseGet(() -> noDeadLetter(id)));
  }

  /**
   * Nothing to replay is no fault, unless there is no such letter: the second one changes nothing.
   */
  CompletionStage<Answer> replay(Call call) {
    var id = call.at("id");
    return available(() -> operation.deadLetters().get(id))
        .thenCompose(
            found ->
                found.isEmpty()
                    ? done(noDeadLetter(id))
                    : available(() -> operation.deadLetters().replay(id))
                        .thenApply(AdminCalls::replayed));
  }

  CompletionStage<Answer> replayAll(Call call) {
    var filter = filter(call.body(), null);
    return available(() -> operation.deadLetters().replayAll(filter))
        .thenApply(AdminCalls::replayed);
  }

  private static DeadLetters.Filter filter(Fields given, DeadLetters.@Nullable Status status) {
    return new DeadLetters.Filter(
        status,
        given.find(AdminSchemas.TOPIC_FILTER),
        given.find(AdminSchemas.BIZ_KEY_FILTER),
        given.find(AdminSchemas.EVENT_TYPE_FILTER),
        given.find(AdminSchemas.SOURCE_FILTER));
  }

  private static Answer replayed(int events) {
    return Answer.ok(new AdminViews.Replayed(events));
  }

  private static Answer noDeadLetter(String id) {
    return Answer.error(ErrorCode.NOT_FOUND, "There is no dead letter " + id + ".");
  }

  // Projections.

  CompletionStage<Answer> projections(Call call) {
    return available(operation.projections()::list)
        .thenApply(all -> Answer.ok(all.stream().map(AdminViews.ProjectionView::of).toList()));
  }

  CompletionStage<Answer> pause(Call call) {
    return change(call, operation.projections()::pause);
  }

  CompletionStage<Answer> resume(Call call) {
    return change(call, operation.projections()::resume);
  }

  CompletionStage<Answer> rebuild(Call call) {
    return change(call, operation.projections()::rebuild)
        .exceptionallyCompose(
            failure -> {
              var cause = ErrorHandler.cause(failure);
              return cause instanceof IllegalStateException
                  ? refused(call.at("name"), cause)
                  : CompletableFuture.failedFuture(cause);
            });
  }

  private CompletionStage<Answer> change(
      Call call, Function<String, CompletionStage<Optional<ProjectionControl.Status>>> change) {
    var name = call.at("name");
    return available(() -> change.apply(name))
        .thenApply(
            found ->
                found
                    .map(status -> Answer.ok(AdminViews.ProjectionView.of(status)))
                    .orElseGet(() -> noProjection(name)));
  }

  private static Answer noProjection(String name) {
    return Answer.error(
        ErrorCode.NOT_FOUND,
        "There is no projection " + name + "; GET /admin/projections has those that are.");
  }

  /** Says why, and where it stands: at its rebuild if it has one. */
  private CompletionStage<Answer> refused(String name, Throwable why) {
    return available(operation.projections()::list)
        .thenApply(
            all -> {
              var standing =
                  all.stream()
                      .filter(status -> status.name().equals(name))
                      .map(AdminCalls::standing)
                      .findFirst()
                      .orElse("UNKNOWN");
              return Answer.error(
                  ErrorCode.NOT_ALLOWED_IN_STATE,
                  String.valueOf(why.getMessage()),
                  Map.of("status", standing));
            });
  }

  private static String standing(ProjectionControl.Status status) {
    var rebuild = status.rebuild();
    return rebuild == null ? status.state().name() : rebuild.state();
  }

  // Metrics.

  CompletionStage<Answer> metrics(Call call) {
    var text = ByteString.fromString(operation.metrics().get());
    return done(new Answer.Page(PROMETHEUS, text, List.of()));
  }

  private <T> CompletionStage<T> available(Supplier<CompletionStage<T>> question) {
    return patience.available(question);
  }

  private static <T> CompletionStage<T> done(T value) {
    return CompletableFuture.completedFuture(value);
  }
}
