package ordinal.cash.timeouts;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import ordinal.kernel.TraceContext;
import ordinal.order.OrderCommand;
import ordinal.order.OrderEvent.CanceledBy;
import ordinal.order.OrderReply;
import ordinal.order.Orders;
import ordinal.projections.sql.Sql;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cancels the orders that were not paid in time. The order itself decides: one that was paid a
 * moment ago refuses, and its row goes. Every step may be repeated, so a round that was cut off
 * anywhere is made good by the next.
 */
final class OverdueOrders {

  static final String REASON = "not paid in time";

  private static final Logger LOG = LoggerFactory.getLogger(OverdueOrders.class);

  /** Before every other. */
  private static final Deadline FIRST = new Deadline("", Instant.EPOCH);

  private final Sql sql;
  private final Orders orders;
  private final int atOnce;
  private final Clock clock;
  private final Counter canceled;

  OverdueOrders(Sql sql, Orders orders, int atOnce, Clock clock, MeterRegistry metrics) {
    this.sql = sql;
    this.orders = orders;
    this.atOnce = atOnce;
    this.clock = clock;
    this.canceled =
        Counter.builder("payment.timeout.canceled")
            .description("Orders that were canceled because they were not paid in time.")
            .register(metrics);
  }

  /** One round: some at a time, each once. Fails when the database does not answer. */
  CompletionStage<Void> run() {
    return behind(FIRST, clock.instant());
  }

  private CompletionStage<Void> behind(Deadline last, Instant now) {
    return sql.ask(db -> DeadlineTable.due(db, now, last, atOnce))
        .thenCompose(due -> settle(due).thenCompose(done -> next(due, now)));
  }

  private CompletionStage<Void> next(List<Deadline> settled, Instant now) {
    return settled.size() < atOnce
        ? CompletableFuture.completedFuture(null)
        : behind(settled.get(settled.size() - 1), now);
  }

  private CompletableFuture<Void> settle(List<Deadline> due) {
    return CompletableFuture.allOf(
        due.stream().map(this::settle).toArray(CompletableFuture<?>[]::new));
  }

  /** Never fails: what could not be settled is found again by the next round. */
  private CompletableFuture<Deadline> settle(Deadline deadline) {
    return Cancellation.ask(orders, deadline.orderNo(), REASON)
        .thenCompose(reply -> ended(deadline, reply))
        .exceptionally(
            failure -> {
              LOG.warn(
                  "[Timeouts] order {}: trying again later: {}",
                  deadline.orderNo(),
                  failure.toString());
              return deadline;
            })
        .toCompletableFuture();
  }

  private CompletionStage<Deadline> ended(Deadline deadline, OrderReply reply) {
    if (reply instanceof OrderReply.Unavailable unavailable) {
      return CompletableFuture.failedFuture(new IllegalStateException(unavailable.detail()));
    }
    if (reply instanceof OrderReply.Accepted) {
      canceled.increment();
      LOG.info("[Timeouts] order {} is canceled: {}", deadline.orderNo(), REASON);
    }
    return forget(deadline);
  }

  /** Whatever the order said: it does not wait for its payment any more. */
  private CompletionStage<Deadline> forget(Deadline deadline) {
    return sql.ask(
        db -> {
          DeadlineTable.delete(db, List.of(deadline.orderNo()));
          return deadline;
        });
  }

  /** The one way in which the jobs of this package end an order. */
  static final class Cancellation {

    private Cancellation() {}

    static CompletionStage<OrderReply> ask(Orders orders, String orderNo, String reason) {
      var trace = TraceContext.fresh();
      return orders.ask(
          orderNo, to -> new OrderCommand.Cancel(CanceledBy.TIMEOUT, reason, null, trace, to));
    }
  }
}
