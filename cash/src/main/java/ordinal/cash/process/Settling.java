package ordinal.cash.process;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import ordinal.assets.AccountId;
import ordinal.assets.AccountReply;
import ordinal.assets.Assets;
import ordinal.assets.Cause;
import ordinal.assets.CouponId;
import ordinal.assets.CouponReply;
import ordinal.bridge.Outcome;
import ordinal.cash.process.Deed.Commit;
import ordinal.cash.process.Deed.Earn;
import ordinal.cash.process.Deed.Release;
import ordinal.cash.process.Deed.Revert;
import ordinal.cash.process.Deed.TakeBack;
import ordinal.cash.process.Deed.UnlockCoupon;
import ordinal.cash.process.Deed.UseCoupon;
import ordinal.kernel.TraceContext;

/**
 * Has deeds done, one after the other. One that is refused keeps none behind it from being done;
 * all refusals together are then the reason why the message cannot pass.
 */
final class Settling {

  /** What became of the deeds so far. */
  private static final class Account {
    private boolean changed;
    private final List<String> refusals = new ArrayList<>();

    private void done(boolean repeated) {
      changed |= !repeated;
    }

    private Outcome outcome() {
      if (!refusals.isEmpty()) return new Outcome.CannotPass(String.join("; ", refusals));
      return changed ? new Outcome.Done() : new Outcome.Repeated();
    }
  }

  private final Assets assets;

  Settling(Assets assets) {
    this.assets = assets;
  }

  /** Fails with {@link NotNow} at the first that nobody knows the end of. */
  CompletionStage<Outcome> settle(List<Deed> deeds, TraceContext trace) {
    var account = new Account();
    CompletionStage<Void> all = CompletableFuture.completedFuture(null);
    for (var deed : deeds) all = all.thenCompose(before -> one(deed, trace, account));
    return all.thenApply(done -> account.outcome());
  }

  private CompletionStage<Void> one(Deed deed, TraceContext trace, Account account) {
    if (deed instanceof UseCoupon d) {
      return assets
          .use(d.coupon(), d.hold(), trace)
          .thenAccept(reply -> note(d.coupon(), d, reply, account));
    }
    if (deed instanceof UnlockCoupon d) {
      return assets
          .unlock(d.coupon(), d.hold(), trace)
          .thenAccept(reply -> note(d.coupon(), d, reply, account));
    }
    if (deed instanceof Commit d) {
      return assets
          .commit(d.account(), d.hold(), d.amount(), trace)
          .thenAccept(reply -> note(d.account(), d, reply, account));
    }
    if (deed instanceof Release d) {
      return assets
          .release(d.account(), d.hold(), trace)
          .thenAccept(reply -> note(d.account(), d, reply, account));
    }
    return keyed(deed, trace, account);
  }

  private CompletionStage<Void> keyed(Deed deed, TraceContext trace, Account account) {
    if (deed instanceof Earn d) {
      return assets
          .earn(d.account(), d.amount(), new Cause(d.key(), d.orderNo(), trace))
          .thenAccept(reply -> note(d.account(), d, reply, account));
    }
    if (deed instanceof TakeBack d) {
      return assets
          .takeBack(d.account(), d.amount(), new Cause(d.key(), d.orderNo(), trace))
          .thenAccept(reply -> note(d.account(), d, reply, account));
    }
    if (deed instanceof Revert d) {
      return assets
          .revert(d.account(), d.orderNo(), d.amount(), new Cause(d.key(), d.orderNo(), trace))
          .thenAccept(reply -> note(d.account(), d, reply, account));
    }
    throw new IllegalStateException("nobody does " + deed);
  }

  private static void note(AccountId id, Deed deed, AccountReply reply, Account account) {
    if (reply instanceof AccountReply.Standing standing) {
      account.done(standing.repeated());
    } else if (reply instanceof AccountReply.Refused refused) {
      if (wasDoneAtAnotherRate(deed, refused)) {
        account.done(true);
      } else {
        account.refusals.add(refusal(id.entityId(), deed, refused.refusal(), refused.detail()));
      }
    } else if (reply instanceof AccountReply.Unavailable unavailable) {
      throw new NotNow(id.entityId(), unavailable.detail());
    }
  }

  /** The key says what it is for; only the settings can have made another amount of it. */
  private static boolean wasDoneAtAnotherRate(Deed deed, AccountReply.Refused refused) {
    return refused.refusal() == AccountReply.Refusal.REUSED
        && (deed instanceof Earn || deed instanceof TakeBack);
  }

  private static void note(CouponId id, Deed deed, CouponReply reply, Account account) {
    if (reply instanceof CouponReply.Standing standing) {
      account.done(standing.repeated());
    } else if (reply instanceof CouponReply.Refused refused) {
      boolean nothingWasLocked =
          deed instanceof UnlockCoupon && refused.refusal() == CouponReply.Refusal.UNKNOWN;
      if (nothingWasLocked) {
        account.done(true);
      } else {
        account.refusals.add(refusal(id.entityId(), deed, refused.refusal(), refused.detail()));
      }
    } else if (reply instanceof CouponReply.Unavailable unavailable) {
      throw new NotNow(id.entityId(), unavailable.detail());
    }
  }

  private static String refusal(String who, Deed deed, Enum<?> refusal, String detail) {
    return "%s refuses %s: %s, %s"
        .formatted(who, deed.getClass().getSimpleName(), refusal.name(), detail);
  }
}
