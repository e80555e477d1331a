package ordinal.cash.timeouts;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import ordinal.assets.AccountId;
import ordinal.assets.AccountReply;
import ordinal.assets.Assets;
import ordinal.assets.Balance;
import ordinal.assets.Cause;
import ordinal.assets.CouponId;
import ordinal.assets.CouponReply;
import ordinal.assets.CouponStatus;
import ordinal.assets.Hold;
import ordinal.kernel.TraceContext;

/** Says yes and writes down what it was asked, by the operations' keys. */
final class TestAssets implements Assets {

  final List<String> done = new CopyOnWriteArrayList<>();
  final Set<String> refused = new HashSet<>();

  private CompletionStage<AccountReply> account(AccountId account, String key) {
    if (refused.contains(account.entityId())) {
      return CompletableFuture.completedFuture(
          new AccountReply.Refused(AccountReply.Refusal.SUSPENDED, "suspended", Balance.ZERO));
    }
    boolean repeated = done.contains(key);
    done.add(key);
    return CompletableFuture.completedFuture(
        new AccountReply.Standing(Balance.ZERO, false, repeated));
  }

  private CompletionStage<CouponReply> coupon(String key) {
    boolean repeated = done.contains(key);
    done.add(key);
    return CompletableFuture.completedFuture(
        new CouponReply.Standing(CouponStatus.AVAILABLE, "10001", 100, null, null, repeated));
  }

  @Override
  public CompletionStage<AccountReply> commit(
      AccountId account, Hold hold, long amount, TraceContext trace) {
    return account(account, hold.key("wallet", "commit") + " " + amount);
  }

  @Override
  public CompletionStage<AccountReply> release(AccountId account, Hold hold, TraceContext trace) {
    return account(account, hold.key("wallet", "release"));
  }

  @Override
  public CompletionStage<CouponReply> use(CouponId coupon, Hold hold, TraceContext trace) {
    return coupon(hold.key("coupon", "use"));
  }

  @Override
  public CompletionStage<CouponReply> unlock(CouponId coupon, Hold hold, TraceContext trace) {
    return coupon(hold.key("coupon", "unlock"));
  }

  @Override
  public CompletionStage<AccountReply> account(AccountId account) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletionStage<AccountReply> credit(AccountId account, long amount, Cause cause) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletionStage<AccountReply> freeze(
      AccountId account, Hold hold, long amount, TraceContext trace) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletionStage<AccountReply> revert(
      AccountId account, String orderNo, long amount, Cause cause) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletionStage<AccountReply> earn(AccountId account, long amount, Cause cause) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletionStage<AccountReply> takeBack(AccountId account, long amount, Cause cause) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletionStage<CouponReply> coupon(CouponId coupon) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletionStage<CouponReply> issue(
      CouponId coupon, String userId, long discountMinor, Instant expiresAt, TraceContext trace) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletionStage<CouponReply> lock(
      CouponId coupon, String userId, Hold hold, TraceContext trace) {
    throw new UnsupportedOperationException();
  }
}
