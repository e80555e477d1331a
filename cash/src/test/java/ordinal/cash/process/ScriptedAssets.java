package ordinal.cash.process;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
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

/**
 * Answers as a test says, else that it is done, and writes down what it was asked. For what real
 * accounts say only when something is broken.
 */
final class ScriptedAssets implements Assets {

  static final long DISCOUNT = 100;

  final List<String> asked = new ArrayList<>();
  final Map<String, Object> answers = new HashMap<>();

  private CompletionStage<AccountReply> account(String operation, AccountId account) {
    var name = operation + " " + account.kind().name().toLowerCase(Locale.ROOT);
    asked.add(name);
    var standing = new AccountReply.Standing(Balance.ZERO, false, false);
    return answer(answers.getOrDefault(name, standing), AccountReply.class);
  }

  private CompletionStage<CouponReply> coupon(String operation) {
    asked.add(operation);
    var standing =
        new CouponReply.Standing(CouponStatus.LOCKED, "10001", DISCOUNT, null, null, false);
    return answer(answers.getOrDefault(operation, standing), CouponReply.class);
  }

  private static <R> CompletionStage<R> answer(Object answer, Class<R> type) {
    return answer instanceof Throwable failure
        ? CompletableFuture.failedFuture(failure)
        : CompletableFuture.completedFuture(type.cast(answer));
  }

  @Override
  public CompletionStage<AccountReply> account(AccountId account) {
    return account("show", account);
  }

  @Override
  public CompletionStage<AccountReply> credit(AccountId account, long amount, Cause cause) {
    return account("credit", account);
  }

  @Override
  public CompletionStage<AccountReply> freeze(
      AccountId account, Hold hold, long amount, TraceContext trace) {
    return account("freeze", account);
  }

  @Override
  public CompletionStage<AccountReply> commit(
      AccountId account, Hold hold, long amount, TraceContext trace) {
    return account("commit", account);
  }

  @Override
  public CompletionStage<AccountReply> release(AccountId account, Hold hold, TraceContext trace) {
    return account("release", account);
  }

  @Override
  public CompletionStage<AccountReply> revert(
      AccountId account, String orderNo, long amount, Cause cause) {
    return account("revert", account);
  }

  @Override
  public CompletionStage<AccountReply> earn(AccountId account, long amount, Cause cause) {
    return account("earn", account);
  }

  @Override
  public CompletionStage<AccountReply> takeBack(AccountId account, long amount, Cause cause) {
    return account("take back", account);
  }

  @Override
  public CompletionStage<CouponReply> coupon(CouponId coupon) {
    return coupon("show coupon");
  }

  @Override
  public CompletionStage<CouponReply> issue(
      CouponId coupon, String userId, long discountMinor, Instant expiresAt, TraceContext trace) {
    return coupon("issue");
  }

  @Override
  public CompletionStage<CouponReply> lock(
      CouponId coupon, String userId, Hold hold, TraceContext trace) {
    return coupon("lock");
  }

  @Override
  public CompletionStage<CouponReply> use(CouponId coupon, Hold hold, TraceContext trace) {
    return coupon("use");
  }

  @Override
  public CompletionStage<CouponReply> unlock(CouponId coupon, Hold hold, TraceContext trace) {
    return coupon("unlock");
  }
}
