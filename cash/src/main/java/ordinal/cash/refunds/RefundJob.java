package ordinal.cash.refunds;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import ordinal.cash.refunds.RefundProvider.Accepted;
import ordinal.cash.refunds.RefundProvider.Answer;
import ordinal.cash.refunds.RefundProvider.Failed;
import ordinal.cash.refunds.RefundProvider.Refund;
import ordinal.cash.refunds.RefundProvider.Succeeded;
import ordinal.cash.refunds.RefundTable.Status;
import ordinal.order.OrderCommand;
import ordinal.order.OrderReply;
import ordinal.order.OrderState.Existing;
import ordinal.order.OrderStatus;
import ordinal.order.Orders;
import ordinal.projections.sql.Sql;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the provider for every refund whose time has come, and tells the order what it answers.
 *
 * <pre>
 * the order                                  | what is done
 * refunds, this refund, more than nothing    | the provider is asked
 * refunds, this refund, of nothing           | it has succeeded
 * anything else                              | the row is over, nobody is asked
 *
 * the provider                               | what is done
 * succeeded, failed                          | the order is told; its event ends the row
 * accepted                                   | asked again when it says so
 * throws, does not answer                    | asked again after a backoff
 * </pre>
 *
 * <p>An attempt is claimed and its backoff set before anybody is asked. So a crash at any point is
 * made good by the next attempt, under the same number, and two nodes that both believe to have the
 * job make one attempt between them.
 *
 * <p>Nobody knows whether money has moved while a provider does not answer, so the refund never
 * fails by itself: it would be asked for again under another number. It stays, with an alert from
 * the given attempt on, and is asked for at the longest distance until the provider, or a person by
 * {@code POST /refunds/{refundId}/result}, has said how it ended.
 */
final class RefundJob {

  private static final Logger LOG = LoggerFactory.getLogger(RefundJob.class);

  private final Sql sql;
  private final Orders orders;
  private final RefundProvider provider;
  private final RefundResults results;
  private final RefundSettings settings;
  private final Executor blocking;
  private final RandomGenerator random;
  private final Clock clock;
  private final Counter asked;
  private final Counter unanswered;
  private final Counter overdue;

  /**
   * @param blocking where the provider may wait
   */
  RefundJob(
      Sql sql,
      Orders orders,
      RefundProvider provider,
      RefundResults results,
      RefundSettings settings,
      Executor blocking,
      RandomGenerator random,
      Clock clock,
      MeterRegistry metrics) {
    this.sql = sql;
    this.orders = orders;
    this.provider = provider;
    this.results = results;
    this.settings = settings;
    this.blocking = blocking;
    this.random = random;
    this.clock = clock;
    this.asked = counter(metrics, "refund.asked", "Attempts to have a provider refund something.");
    this.unanswered = counter(metrics, "refund.unanswered", "Attempts that came to no answer.");
    this.overdue =
        counter(metrics, "refund.overdue", "Those of them that somebody has to look at.");
  }

  private static Counter counter(MeterRegistry metrics, String name, String description) {
    return Counter.builder(name).description(description).register(metrics);
  }

  /**
   * One round: some at a time, until none is due. Fails when the database does not answer. Every
   * attempt moves its row to a later time, so the round ends.
   */
  CompletionStage<Void> run() {
    return until(clock.instant());
  }

  private CompletionStage<Void> until(Instant now) {
    return sql.ask(db -> RefundTable.due(db, now, settings.atOnce()))
        .thenCompose(due -> attempt(due).thenCompose(done -> next(due, now)));
  }

  private CompletionStage<Void> next(List<RefundRequest> due, Instant now) {
    return due.size() < settings.atOnce() ? CompletableFuture.completedFuture(null) : until(now);
  }

  private CompletableFuture<Void> attempt(List<RefundRequest> due) {
    return CompletableFuture.allOf(
        due.stream()
            .map(one -> claimed(one).toCompletableFuture())
            .toArray(CompletableFuture<?>[]::new));
  }

  /** Fails when the database does not answer: this round ends then. */
  private CompletionStage<Void> claimed(RefundRequest request) {
    var now = clock.instant();
    var next = now.plus(settings.backoff().after(request.attempts() + 1, random));
    return sql.ask(db -> RefundTable.claim(db, request, next, now))
        .thenCompose(
            mine -> mine ? attempt(request) : CompletableFuture.<Void>completedFuture(null));
  }

  /** Never fails: what did not come to an end is found again when its time has come. */
  private CompletionStage<Void> attempt(RefundRequest request) {
    return orders
        .ask(request.orderNo(), replyTo -> new OrderCommand.Get(request.trace(), replyTo))
        .thenCompose(reply -> attempt(request, reply))
        .handle((done, failure) -> failure)
        .thenCompose(
            failure ->
                failure == null
                    ? CompletableFuture.<Void>completedFuture(null)
                    : failed(request, failure));
  }

  private CompletionStage<Void> attempt(RefundRequest request, OrderReply reply) {
    if (reply instanceof OrderReply.Unavailable unavailable) {
      throw new IllegalStateException("the order cannot be read now: " + unavailable.detail());
    }
    if (!(reply instanceof OrderReply.Accepted shown)) return end(request, Status.FAILED);
    var order = shown.order();
    if (!awaits(order, request.refundId())) {
      return end(request, isBack(order, request) ? Status.SUCCEEDED : Status.FAILED);
    }
    if (request.amountMinor() == 0) {
      return results.tell(request.refundId(), true, request.trace());
    }
    asked.increment();
    return ask(request, order).thenCompose(answer -> answered(request, answer));
  }

  private static boolean awaits(Existing order, String refundId) {
    return order.status() == OrderStatus.REFUNDING && isOf(order, refundId);
  }

  private static boolean isBack(Existing order, RefundRequest request) {
    return order.status() == OrderStatus.REFUNDED && isOf(order, request.refundId());
  }

  private static boolean isOf(Existing order, String refundId) {
    var refund = order.progress().refund();
    return refund != null && refund.refundId().equals(refundId);
  }

  private CompletionStage<Answer> ask(RefundRequest request, Existing order) {
    var refund =
        new Refund(
            request.refundId(),
            request.orderNo(),
            request.paymentId(),
            request.amountMinor(),
            order.contents().currency(),
            request.createdAt(),
            request.attempts() + 1,
            request.trace());
    return CompletableFuture.supplyAsync(() -> provider.refund(refund), blocking)
        .thenCompose(Function.identity())
        .orTimeout(settings.answerWithin().toMillis(), TimeUnit.MILLISECONDS);
  }

  private CompletionStage<Void> answered(RefundRequest request, Answer answer) {
    if (answer instanceof Succeeded) {
      LOG.info("[Refunds] refund {} has succeeded", request.refundId());
      return results.tell(request.refundId(), true, request.trace());
    }
    if (answer instanceof Failed failed) {
      LOG.warn("[Refunds] refund {} has failed: {}", request.refundId(), failed.reason());
      return note(request, Status.PENDING, failed.reason(), null)
          .thenCompose(noted -> results.tell(request.refundId(), false, request.trace()));
    }
    if (answer instanceof Accepted accepted) {
      return note(request, Status.ACCEPTED, null, clock.instant().plus(pause(accepted)));
    }
    throw new IllegalStateException("no answer: " + answer);
  }

  /** Behind this round in any case. */
  private Duration pause(Accepted accepted) {
    var least = settings.lookEvery();
    return accepted.askAgainAfter().compareTo(least) < 0 ? least : accepted.askAgainAfter();
  }

  private CompletionStage<Void> failed(RefundRequest request, Throwable failure) {
    var cause = failure instanceof CompletionException ? failure.getCause() : failure;
    var told = cause instanceof TimeoutException ? "no answer in time" : String.valueOf(cause);
    int attempts = request.attempts() + 1;
    unanswered.increment();
    if (attempts >= settings.alertAfter()) {
      overdue.increment();
      LOG.error(
          "[Refunds] [ALERT] refund {} of order {}: no result after {} attempts: {}",
          request.refundId(),
          request.orderNo(),
          attempts,
          told);
    } else {
      LOG.warn("[Refunds] refund {}: trying again later: {}", request.refundId(), told);
    }
    return note(request, Status.PENDING, told, null)
        .exceptionally(
            notNoted -> {
              LOG.warn("[Refunds] refund {}: {}", request.refundId(), notNoted.toString());
              return null;
            });
  }

  /** Its order has said so before its row has heard of it. */
  private CompletionStage<Void> end(RefundRequest request, Status status) {
    return sql.ask(
            db -> {
              RefundTable.end(db, request.refundId(), status, clock.instant());
              return status;
            })
        .thenAccept(done -> {});
  }

  private CompletionStage<Void> note(
      RefundRequest request, Status status, @Nullable String error, @Nullable Instant next) {
    var text =
        error == null
            ? null
            : error.substring(0, Math.min(error.length(), RefundTable.LONGEST_ERROR));
    return sql.ask(
            db -> {
              RefundTable.note(db, request.refundId(), status, text, next, clock.instant());
              return status;
            })
        .thenAccept(done -> {});
  }
}
