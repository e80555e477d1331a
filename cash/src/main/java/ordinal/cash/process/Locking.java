package ordinal.cash.process;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import ordinal.assets.AccountId;
import ordinal.assets.AccountReply;
import ordinal.assets.Assets;
import ordinal.assets.CouponReply;
import ordinal.cash.process.Plan.Wanted;
import ordinal.kernel.Money;
import ordinal.kernel.TraceContext;

/**
 * Keeps what a checkout asks for: the coupon, then money of the wallet, then points. What remains
 * to be paid after each is the most that the next may pay: a coupon that is worth more than the
 * order pays all of it, and the rest of it is lost; money and points beyond what remains are
 * refused before anything of them is set aside.
 *
 * <p>After a refusal everything that this checkout may have locked is released, also what answered
 * "I do not know" in an earlier attempt: a release leaves a tombstone that a late lock runs into.
 */
final class Locking {

  /** How it ended, for the order. */
  sealed interface Answer {}

  record Locked(long dueMinor) implements Answer {}

  /** A reason that whoever checked out understands. */
  record Rejected(String reason) implements Answer {}

  private static final String GIVEN_UP = "the checkout was interrupted, begin it again";

  private final Assets assets;
  private final Settling settling;
  private final Rates rates;

  Locking(Assets assets, Settling settling, Rates rates) {
    this.assets = assets;
    this.settling = settling;
    this.rates = rates;
  }

  /** Fails with {@link NotNow}, and leaves what is locked for the next attempt to find. */
  CompletionStage<Answer> lock(Wanted wanted, TraceContext trace) {
    return coupon(wanted, trace)
        .thenCompose(after -> wallet(wanted, trace, after))
        .thenCompose(after -> points(wanted, trace, after))
        .thenCompose(
            answer ->
                answer instanceof Rejected
                    ? settling
                        .settle(Planner.releasing(wanted), trace)
                        .thenApply(released -> answer)
                    : CompletableFuture.completedFuture(answer));
  }

  private CompletionStage<Answer> coupon(Wanted wanted, TraceContext trace) {
    var coupon = wanted.coupon();
    if (coupon == null) return answer(new Locked(wanted.totalMinor()));
    return assets
        .lock(coupon, wanted.userId(), wanted.hold(), trace)
        .thenApply(
            reply -> {
              if (reply instanceof CouponReply.Standing standing) {
                return new Locked(Math.max(0, wanted.totalMinor() - standing.discountMinor()));
              }
              if (reply instanceof CouponReply.Refused refused) {
                return new Rejected(reason(coupon.couponId(), refused.refusal()));
              }
              throw new NotNow(coupon.entityId(), reply.toString());
            });
  }

  private static String reason(String couponId, CouponReply.Refusal refusal) {
    return switch (refusal) {
      case UNKNOWN -> "coupon " + couponId + " is unknown";
      case NOT_YOURS -> "coupon " + couponId + " is another user's";
      case USED -> "coupon " + couponId + " is used";
      case LOCKED -> "coupon " + couponId + " is locked by another order";
      case EXPIRED -> "coupon " + couponId + " has expired";
      case RELEASED, REUSED -> GIVEN_UP;
    };
  }

  private CompletionStage<Answer> wallet(Wanted wanted, TraceContext trace, Answer before) {
    long amount = wanted.checkout().walletMinor();
    if (amount == 0 || !(before instanceof Locked locked)) return answer(before);
    if (amount > locked.dueMinor()) {
      return answer(
          new Rejected(
              "%s of the wallet is more than the %s that remain to be paid"
                  .formatted(Money.toDecimal(amount), Money.toDecimal(locked.dueMinor()))));
    }
    return freeze(
        wanted,
        wanted.wallet(),
        amount,
        trace,
        new Locked(locked.dueMinor() - amount),
        refused ->
            "insufficient wallet: %s wanted, %s available"
                .formatted(
                    Money.toDecimal(amount), Money.toDecimal(refused.balance().available())));
  }

  private CompletionStage<Answer> points(Wanted wanted, TraceContext trace, Answer before) {
    long points = wanted.checkout().points();
    if (points == 0 || !(before instanceof Locked locked)) return answer(before);
    long worth = rates.worth(points);
    if (worth > locked.dueMinor()) {
      return answer(
          new Rejected(
              "%d points pay more than the %s that remain to be paid"
                  .formatted(points, Money.toDecimal(locked.dueMinor()))));
    }
    return freeze(
        wanted,
        wanted.points(),
        points,
        trace,
        new Locked(locked.dueMinor() - worth),
        refused ->
            "insufficient points: %d wanted, %d available"
                .formatted(points, refused.balance().available()));
  }

  /** How a person is told that there is not as much. */
  @FunctionalInterface
  private interface Insufficient {
    String reason(AccountReply.Refused refused);
  }

  private CompletionStage<Answer> freeze(
      Wanted wanted,
      AccountId account,
      long amount,
      TraceContext trace,
      Locked then,
      Insufficient insufficient) {
    return assets
        .freeze(account, wanted.hold(), amount, trace)
        .thenApply(
            reply -> {
              if (reply instanceof AccountReply.Standing) return then;
              if (reply instanceof AccountReply.Refused refused) {
                return new Rejected(reason(account, refused, insufficient));
              }
              throw new NotNow(account.entityId(), reply.toString());
            });
  }

  private static String reason(
      AccountId account, AccountReply.Refused refused, Insufficient insufficient) {
    return switch (refused.refusal()) {
      case INSUFFICIENT -> insufficient.reason(refused);
      case SUSPENDED -> account.kind().word() + " account is suspended";
      case TOO_MUCH -> "too many orders wait for their payment";
      case RELEASED, REUSED -> GIVEN_UP;
    };
  }

  private static CompletionStage<Answer> answer(Answer answer) {
    return CompletableFuture.completedFuture(answer);
  }
}
