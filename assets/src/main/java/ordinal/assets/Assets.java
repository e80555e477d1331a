package ordinal.assets;

import java.time.Instant;
import java.util.concurrent.CompletionStage;
import ordinal.kernel.TraceContext;
import org.jspecify.annotations.Nullable;

/**
 * All accounts and coupons, wherever they live: the one way in. Every call may be repeated, with
 * the same effect as one. Stages fail with a TimeoutException when there is no answer.
 */
public interface Assets {

  /** How it stands; an account that nobody ever used has nothing. */
  CompletionStage<AccountReply> account(AccountId account);

  /** Puts something in: a top-up of a wallet, points as a present. */
  CompletionStage<AccountReply> credit(AccountId account, long amount, Cause cause);

  /** Sets something aside for a checkout, or refuses when there is not as much. */
  CompletionStage<AccountReply> freeze(
      AccountId account, Hold hold, long amount, TraceContext trace);

  /**
   * The order is paid: what was set aside is spent. If it went back in between, it is taken from
   * what is available; if that is not enough, the account suspends itself and raises an alert.
   */
  CompletionStage<AccountReply> commit(
      AccountId account, Hold hold, long amount, TraceContext trace);

  /** Gives back what was set aside; before its freeze, it makes that one fail when it comes. */
  CompletionStage<AccountReply> release(AccountId account, Hold hold, TraceContext trace);

  /** A refund: what an order has spent comes back. Never more than it has spent. */
  CompletionStage<AccountReply> revert(AccountId account, String orderNo, long amount, Cause cause);

  /** Something is earned by an order; a debt is paid from it first. */
  CompletionStage<AccountReply> earn(AccountId account, long amount, Cause cause);

  /**
   * What was earned goes back, as far as it is there; what is missing is owed, and later earnings
   * and credits pay it first.
   */
  CompletionStage<AccountReply> takeBack(AccountId account, long amount, Cause cause);

  CompletionStage<CouponReply> coupon(CouponId coupon);

  CompletionStage<CouponReply> issue(
      CouponId coupon,
      String userId,
      long discountMinor,
      @Nullable Instant expiresAt,
      TraceContext trace);

  /** Keeps it for a checkout of this user. */
  CompletionStage<CouponReply> lock(CouponId coupon, String userId, Hold hold, TraceContext trace);

  /** The order is paid: the coupon is used. */
  CompletionStage<CouponReply> use(CouponId coupon, Hold hold, TraceContext trace);

  /** Free again; before its lock, it makes that one fail when it comes. */
  CompletionStage<CouponReply> unlock(CouponId coupon, Hold hold, TraceContext trace);
}
