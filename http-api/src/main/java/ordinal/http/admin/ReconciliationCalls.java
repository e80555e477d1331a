package ordinal.http.admin;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import ordinal.cash.reconciliation.Reconciliations;
import ordinal.cash.reconciliation.Reconciliations.Cause;
import ordinal.cash.reconciliation.Reconciliations.Request;
import ordinal.http.admin.ReconciliationViews.DifferencesView;
import ordinal.http.admin.ReconciliationViews.RunView;
import ordinal.http.admin.ReconciliationViews.RunsView;
import ordinal.http.schema.Fields;
import ordinal.http.serving.Answer;
import ordinal.http.serving.Call;
import ordinal.http.serving.ErrorHandler;
import ordinal.kernel.ErrorCode;

/** Turns calls into questions to the reconciliations. One method per endpoint. */
final class ReconciliationCalls {

  private final Reconciliations reconciliations;
  private final Patience patience;

  ReconciliationCalls(Reconciliations reconciliations, Patience patience) {
    this.reconciliations = reconciliations;
    this.patience = patience;
  }

  CompletionStage<Answer> begin(Call call) {
    var body = call.body();
    var from = body.find(ReconciliationSchemas.FROM);
    var to = body.find(ReconciliationSchemas.TO);
    if (from != null && to != null && !from.isBefore(to)) {
      return done(Answer.invalid("from", "must be before to"));
    }
    var repair = body.find(ReconciliationSchemas.REPAIR);
    var request = new Request(Cause.REQUESTED, from, to, repair == null || repair);
    return patience
        .available(() -> reconciliations.begin(request))
        .thenApply(run -> Answer.accepted(RunView.of(run)))
        .exceptionallyCompose(
            failure -> {
              var cause = ErrorHandler.cause(failure);
              return cause instanceof IllegalStateException
                  ? done(underWay(cause))
                  : CompletableFuture.failedFuture(cause);
            });
  }

  private static Answer underWay(Throwable why) {
    return Answer.error(
        ErrorCode.NOT_ALLOWED_IN_STATE,
        String.valueOf(why.getMessage()),
        Map.of("status", Reconciliations.State.RUNNING));
  }

  CompletionStage<Answer> list(Call call) {
    var cursor = call.query().find(ReconciliationSchemas.CURSOR);
    return patience
        .available(() -> reconciliations.list(limit(call.query()), cursor))
        .thenApply(page -> Answer.ok(RunsView.of(page)))
        .exceptionallyCompose(
            failure -> {
              var cause = ErrorHandler.cause(failure);
              return cursor != null && cause instanceof IllegalArgumentException
                  ? done(Answer.invalid("cursor", "must be the nextCursor of an earlier answer"))
                  : CompletableFuture.failedFuture(cause);
            });
  }

  CompletionStage<Answer> get(Call call) {
    var id = call.at("id");
    return patience
        .available(() -> reconciliations.get(id))
        .thenApply(
            found -> found.map(run -> Answer.ok(RunView.of(run))).orElseGet(() -> unknown(id)));
  }

  CompletionStage<Answer> differences(Call call) {
    var id = call.at("id");
    var after = call.query().find(ReconciliationSchemas.AFTER);
    int limit = limit(call.query());
    return patience
        .available(() -> reconciliations.get(id))
        .thenCompose(
            found ->
                found.isEmpty()
                    ? done(unknown(id))
                    : patience
                        .available(
                            () -> reconciliations.differences(id, limit, after == null ? 0 : after))
                        .thenApply(all -> Answer.ok(DifferencesView.of(all, limit))));
  }

  private static int limit(Fields query) {
    var given = query.find(AdminSchemas.LIMIT);
    return given == null ? AdminSchemas.USUAL_PAGE : given.intValue();
  }

  private static Answer unknown(String id) {
    return Answer.error(ErrorCode.NOT_FOUND, "There is no reconciliation " + id + ".");
  }

  private static CompletionStage<Answer> done(Answer answer) {
    return CompletableFuture.completedFuture(answer);
  }
}
