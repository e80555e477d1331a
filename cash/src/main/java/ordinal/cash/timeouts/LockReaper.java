package ordinal.cash.timeouts;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import ordinal.assets.AccountId;
import ordinal.assets.AccountReply;
import ordinal.assets.Assets;
import ordinal.assets.CouponId;
import ordinal.assets.CouponReply;
import ordinal.kernel.TraceContext;
import ordinal.order.OrderReply;
import ordinal.order.Orders;
import ordinal.projections.sql.Sql;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at everything that has been frozen or locked for too long, asks its order, and ends the
 * lock as {@link LockVerdict} says. Every step may be repeated, so a round that was cut off
 * anywhere is made good by the next; a row goes when its asset's own event says so.
 *
 * <p>Where nothing was missed, it finds nothing: a rising {@code reaper_lock_released_total} says
 * that messages got lost or that the process manager stands still.
 */
final class LockReaper {

  static final String REASON = "assets were locked for too long";

  private static final Logger LOG = LoggerFactory.getLogger(LockReaper.class);

  private final Sql sql;
  private final Orders orders;
  private final Assets assets;
  private final Duration timeout;
  private final int atOnce;
  private final Clock clock;
  private final Counter released;
  private final Counter committed;

  LockReaper(
      Sql sql,
      Orders orders,
      Assets assets,
      TimeoutSettings settings,
      Clock clock,
      MeterRegistry metrics) {
    this.sql = sql;
    this.orders = orders;
    this.assets = assets;
    this.timeout = settings.lockTimeout();
    this.atOnce = settings.reapAtOnce();
    this.clock = clock;
    this.released =
        Counter.builder("reaper.lock.released")
            .description("Locks that the reaper ended, by releasing them or canceling their order.")
            .register(metrics);
    this.committed =
        Counter.builder("reaper.lock.committed")
            .description("Locks of paid orders that the reaper committed.")
            .register(metrics);
  }

  /** One round: some at a time, each once. Fails when the database does not answer. */
  CompletionStage<Void> run() {
    return behind(StaleLock.FIRST, clock.instant().minus(timeout));
  }

  private CompletionStage<Void> behind(StaleLock last, Instant before) {
    return sql.ask(db -> StaleLock.heldBefore(db, before, last, atOnce))
        .thenCompose(found -> settle(found).thenCompose(done -> next(found, before)));
  }

  private CompletionStage<Void> next(List<StaleLock> settled, Instant before) {
    return settled.size() < atOnce
        ? CompletableFuture.completedFuture(null)
        : behind(settled.get(settled.size() - 1), before);
  }

  private CompletableFuture<Void> settle(List<StaleLock> found) {
    return CompletableFuture.allOf(
        found.stream().map(this::settle).toArray(CompletableFuture<?>[]::new));
  }

  /** Never fails: what could not be settled is found again by the next round. */
  private CompletableFuture<Boolean> settle(StaleLock lock) {
    return orders
        .history(lock.orderNo())
        .thenApply(history -> LockVerdict.of(history, lock.checkoutNo()))
        .thenCompose(
            verdict -> settle(lock, verdict).thenApply(moved -> note(lock, verdict, moved)))
        .exceptionally(
            failure -> {
              LOG.warn(
                  "[Reaper] {} of order {}: trying again later: {}",
                  lock.entityId(),
                  lock.orderNo(),
                  failure.toString());
              return false;
            })
        .toCompletableFuture();
  }

  private boolean note(StaleLock lock, LockVerdict verdict, boolean moved) {
    if (moved) {
      (verdict == LockVerdict.COMMIT ? committed : released).increment();
      LOG.info(
          "[Reaper] {} of order {}, held since {}: {}",
          lock.entityId(),
          lock.orderNo(),
          lock.heldAt(),
          verdict);
    }
    return moved;
  }

  /** Whether something changed by it. */
  private CompletionStage<Boolean> settle(StaleLock lock, LockVerdict verdict) {
    var trace = TraceContext.fresh();
    if (verdict == LockVerdict.CANCEL) {
      return OverdueOrders.Cancellation.ask(orders, lock.orderNo(), REASON)
          .thenApply(LockReaper::canceled);
    }
    boolean commit = verdict == LockVerdict.COMMIT;
    if (lock.isCoupon()) {
      var coupon = CouponId.parse(lock.entityId());
      return (commit
              ? assets.use(coupon, lock.hold(), trace)
              : assets.unlock(coupon, lock.hold(), trace))
          .thenApply(LockReaper::moved);
    }
    var account = AccountId.parse(lock.entityId());
    return (commit
            ? assets.commit(account, lock.hold(), lock.amount(), trace)
            : assets.release(account, lock.hold(), trace))
        .thenApply(LockReaper::moved);
  }

  /** Refused: it has moved on since its history was read; the next round looks again. */
  private static boolean canceled(OrderReply reply) {
    if (reply instanceof OrderReply.Unavailable unavailable) {
      throw new IllegalStateException(unavailable.detail());
    }
    return reply instanceof OrderReply.Accepted;
  }

  private static boolean moved(AccountReply reply) {
    if (reply instanceof AccountReply.Standing standing) return !standing.repeated();
    throw new IllegalStateException("the account does not do it: " + reply);
  }

  private static boolean moved(CouponReply reply) {
    if (reply instanceof CouponReply.Standing standing) return !standing.repeated();
    throw new IllegalStateException("the coupon does not do it: " + reply);
  }
}
