package ordinal.http.admin;

import static ordinal.kernel.ErrorCode.NOT_ALLOWED_IN_STATE;
import static ordinal.kernel.ErrorCode.NOT_FOUND;
import static ordinal.kernel.ErrorCode.NOT_SIGNED_IN;

import java.util.List;
import ordinal.http.serving.Endpoint;

/**
 * The calls of those who run Ordinal. Each of them says {@code NOT_SIGNED_IN}, which is what makes
 * it ask for the token.
 *
 * <pre>
 * GET  /admin/outbox                      how much is still to go out
 * POST /admin/outbox/retry-now            end the publishers' waits
 * GET  /admin/dead-letters                what cannot be sent or handled
 * GET  /admin/dead-letters/{id}           one of them
 * POST /admin/dead-letters/{id}/replay    send its order's events again
 * POST /admin/dead-letters/replay         the same for all that match
 * GET  /admin/projections                 how far they are
 * POST /admin/projections/{name}/pause    hold one
 * POST /admin/projections/{name}/resume   let it go on
 * POST /admin/projections/{name}/rebuild  make its view anew beside the live one
 * GET  /admin/consumers                   how far they are
 * GET  /admin/consume-log                 what became of messages
 * POST /admin/reconciliations             compare all books
 * GET  /admin/reconciliations             the comparisons that there were
 * GET  /admin/reconciliations/{id}        one of them
 * GET  /admin/reconciliations/{id}/differences  what it has found
 * GET  /metrics                           for Prometheus
 * </pre>
 */
final class AdminEndpoints {

  private AdminEndpoints() {}

  static List<Endpoint> of(
      AdminCalls calls, ConsumerCalls consumers, ReconciliationCalls reconciliations) {
    return List.of(
        Endpoint.get("/admin/outbox", "getOutbox", "How much is still to go out")
            .answering(AdminSchemas.OUTBOX, 200)
            .refusing(NOT_SIGNED_IN)
            .by(calls::outbox),
        Endpoint.post("/admin/outbox/retry-now", "retryNow", "Try again now, without waiting")
            .answering(AdminSchemas.RETRIED, 200)
            .refusing(NOT_SIGNED_IN)
            .by(calls::retryNow),
        Endpoint.get("/admin/dead-letters", "listDeadLetters", "What cannot be sent or handled")
            .asking(AdminSchemas.DEAD_LETTER_QUERY)
            .answering(AdminSchemas.DEAD_LETTERS, 200)
            .refusing(NOT_SIGNED_IN)
            .by(calls::deadLetters),
        deadLetter(Endpoint.get("/admin/dead-letters/{id}", "getDeadLetter", "One of them"))
            .answering(AdminSchemas.DEAD_LETTER, 200)
            .by(calls::deadLetter),
        deadLetter(
                Endpoint.post(
                    "/admin/dead-letters/{id}/replay",
                    "replayDeadLetter",
                    "Send the events of its order again, in order"))
            .answering(AdminSchemas.REPLAYED, 200)
            .by(calls::replay),
        Endpoint.post("/admin/dead-letters/replay", "replayDeadLetters", "The same for all of them")
            .taking(AdminSchemas.REPLAY_FILTER)
            .answering(AdminSchemas.REPLAYED, 200)
            .refusing(NOT_SIGNED_IN)
            .by(calls::replayAll),
        Endpoint.get("/admin/projections", "listProjections", "How far the projections are")
            .answering(AdminSchemas.PROJECTIONS, 200)
            .refusing(NOT_SIGNED_IN)
            .by(calls::projections),
        projection(Endpoint.post("/admin/projections/{name}/pause", "pauseProjection", "Hold it"))
            .refusing(NOT_SIGNED_IN, NOT_FOUND)
            .by(calls::pause),
        projection(
                Endpoint.post(
                    "/admin/projections/{name}/resume", "resumeProjection", "Let it go on"))
            .refusing(NOT_SIGNED_IN, NOT_FOUND)
            .by(calls::resume),
        projection(
                Endpoint.post(
                    "/admin/projections/{name}/rebuild",
                    "rebuildProjection",
                    "Make its view anew, beside the live one"))
            .refusing(NOT_SIGNED_IN, NOT_FOUND, NOT_ALLOWED_IN_STATE)
            .by(calls::rebuild),
        Endpoint.get("/admin/consumers", "listConsumers", "How far the consumers are")
            .answering(ConsumerSchemas.GROUPS, 200)
            .refusing(NOT_SIGNED_IN)
            .by(consumers::groups),
        Endpoint.get("/admin/consume-log", "listConsumeLog", "What became of messages")
            .asking(ConsumerSchemas.LOG_QUERY)
            .answering(ConsumerSchemas.LOG, 200)
            .refusing(NOT_SIGNED_IN)
            .by(consumers::log),
        Endpoint.post("/admin/reconciliations", "reconcile", "Compare all books with each other")
            .taking(ReconciliationSchemas.REQUEST)
            .answering(ReconciliationSchemas.RUN, 202)
            .refusing(NOT_SIGNED_IN, NOT_ALLOWED_IN_STATE)
            .by(reconciliations::begin),
        Endpoint.get("/admin/reconciliations", "listReconciliations", "The comparisons there were")
            .asking(ReconciliationSchemas.LIST_QUERY)
            .answering(ReconciliationSchemas.RUNS, 200)
            .refusing(NOT_SIGNED_IN)
            .by(reconciliations::list),
        reconciliation(
                Endpoint.get("/admin/reconciliations/{id}", "getReconciliation", "One of them"))
            .answering(ReconciliationSchemas.RUN, 200)
            .by(reconciliations::get),
        reconciliation(
                Endpoint.get(
                    "/admin/reconciliations/{id}/differences",
                    "listDifferences",
                    "What it has found"))
            .asking(ReconciliationSchemas.DIFFERENCE_QUERY)
            .answering(ReconciliationSchemas.DIFFERENCES, 200)
            .by(reconciliations::differences),
        Endpoint.get("/metrics", "getMetrics", "All metrics, for Prometheus")
            .showing("text/plain")
            .refusing(NOT_SIGNED_IN)
            .by(calls::metrics));
  }

  private static Endpoint.Builder deadLetter(Endpoint.Builder endpoint) {
    return endpoint
        .at("id", "The event's id.", AdminSchemas.EVENT_ID_EXAMPLE)
        .refusing(NOT_SIGNED_IN, NOT_FOUND);
  }

  private static Endpoint.Builder reconciliation(Endpoint.Builder endpoint) {
    return endpoint
        .at("id", "The comparison's id.", ReconciliationSchemas.ID_EXAMPLE)
        .refusing(NOT_SIGNED_IN, NOT_FOUND);
  }

  private static Endpoint.Builder projection(Endpoint.Builder endpoint) {
    return endpoint
        .at("name", "The projection's name.", "orders")
        .answering(AdminSchemas.PROJECTION, 200);
  }
}
