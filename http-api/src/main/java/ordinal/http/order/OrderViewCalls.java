package ordinal.http.order;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import ordinal.http.serving.Answer;
import ordinal.http.serving.Call;
import ordinal.http.serving.ErrorHandler;
import ordinal.http.serving.SameThread;
import ordinal.kernel.TraceContext;
import ordinal.order.OrderNumber;
import ordinal.order.OrderStep;
import ordinal.projections.views.Deliveries;
import ordinal.projections.views.Deliveries.Delivery;
import ordinal.projections.views.OrderSearch;

/** Answers from the views: what they show is a moment behind the orders themselves. */
public final class OrderViewCalls {

  private final OrderSearch search;
  private final Deliveries deliveries;
  private final OrderHistory history;
  private final Duration timeout;

  public OrderViewCalls(
      OrderSearch search, Deliveries deliveries, OrderHistory history, Duration timeout) {
    this.search = search;
    this.deliveries = deliveries;
    this.history = history;
    this.timeout = timeout;
  }

  CompletionStage<Answer> list(Call call) {
    var asked = call.query();
    var limit = asked.find(OrderSchemas.LIMIT);
    var query =
        new OrderSearch.Query(
            call.tenantId(),
            asked.find(OrderSchemas.OF_USER),
            asked.find(OrderSchemas.OF_STORE),
            asked.find(OrderSchemas.IN_STATUS),
            limit == null ? OrderSchemas.LISTED : Math.toIntExact(limit),
            asked.find(OrderSchemas.CURSOR));
    return ErrorHandler.within(timeout, "orders view", search.find(query))
        .thenApply(found -> Answer.ok(ListedOrder.Page.of(found)));
  }

  /**
   * An order's past comes from the journal, which is the truth; where its events are on Kafka is
   * only added. When that cannot be read, or not in time, the timeline is answered without it, as
   * if nothing were out yet.
   */
  CompletionStage<Answer> timeline(Call call) {
    var orderNo = call.at("orderNo");
    if (!OrderNumber.isOrderNo(orderNo)) {
      return CompletableFuture.completedFuture(OrderAnswers.noOrder(orderNo));
    }
    var known = whatIsOut(orderNo, call.trace());
    return history
        .of(call.tenantId(), orderNo)
        .thenCombine(
            known,
            (steps, out) ->
                steps.isEmpty() ? OrderAnswers.noOrder(orderNo) : Answer.ok(entries(steps, out)));
  }

  private static List<TimelineEntry> entries(List<OrderStep> steps, Map<Long, Delivery> out) {
    return steps.stream().map(step -> TimelineEntry.of(step, out.get(step.sequenceNr()))).toList();
  }

  /** Never fails. */
  private CompletionStage<Map<Long, Delivery>> whatIsOut(String orderNo, TraceContext trace) {
    return ErrorHandler.guarded(() -> SameThread.of(deliveries.of(orderNo)))
        .toCompletableFuture()
        .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
        .exceptionally(
            failure -> {
              var what = "a timeline is shown without its deliveries";
              ErrorHandler.gotOver(what, failure, trace.traceId());
              return Map.of();
            });
  }
}
