package ordinal.http.order;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import ordinal.http.serving.ErrorHandler;
import ordinal.order.OrderStep;
import ordinal.order.Orders;

/** Reads an order's past, within a limit of time. An order of another tenant has none. */
public final class OrderHistory {

  private final Orders orders;
  private final Duration timeout;

  public OrderHistory(Orders orders, Duration timeout) {
    this.orders = orders;
    this.timeout = timeout;
  }

  CompletionStage<List<OrderStep>> of(String tenantId, String orderNo) {
    return ErrorHandler.within(timeout, "journal", orders.history(orderNo))
        .thenApply(steps -> isOf(tenantId, steps) ? steps : List.of());
  }

  private static boolean isOf(String tenantId, List<OrderStep> steps) {
    return steps.isEmpty() || steps.get(0).after().contents().tenantId().equals(tenantId);
  }
}
