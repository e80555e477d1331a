package ordinal.http.order;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import ordinal.http.serving.ErrorHandler;
import ordinal.http.serving.SameThread;
import ordinal.order.OrderStep;
import ordinal.order.Orders;

/** Reads an order's past, within a limit of time. */
public final class OrderHistory {

  private final Orders orders;
  private final Duration timeout;

  public OrderHistory(Orders orders, Duration timeout) {
    this.orders = orders;
    this.timeout = timeout;
  }

  CompletionStage<List<OrderStep>> of(String orderNo) {
    return within(timeout, "journal", orders.history(orderNo));
  }

  /** What a database cannot do now it may do in a moment, unless it is a bug of ours. */
  static <T> CompletableFuture<T> within(Duration limit, String what, CompletionStage<T> reading) {
    return SameThread.of(reading)
        .orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
        .exceptionallyCompose(
            failure -> {
              var cause = ErrorHandler.cause(failure);
              return CompletableFuture.failedFuture(
                  isBug(cause) ? cause : new ErrorHandler.Unavailable(what, cause));
            });
  }

  private static boolean isBug(Throwable cause) {
    return cause instanceof IllegalStateException
        || cause instanceof IllegalArgumentException
        || cause instanceof NullPointerException
        || cause instanceof ClassCastException;
  }
}
