package ordinal.assets.coupon;

import java.time.Instant;
import ordinal.assets.AssetEvent.CouponEvent;
import ordinal.assets.AssetEvent.CouponIssued;
import ordinal.assets.AssetEvent.CouponLocked;
import ordinal.assets.AssetEvent.CouponReleased;
import ordinal.assets.AssetEvent.CouponUsed;
import ordinal.assets.CouponId;
import ordinal.assets.CouponReply;
import ordinal.assets.CouponReply.Refusal;
import ordinal.assets.CouponReply.Refused;
import ordinal.assets.CouponReply.Standing;
import ordinal.assets.CouponStatus;
import ordinal.assets.Hold;
import ordinal.assets.coupon.CouponCommand.Asked;
import ordinal.assets.coupon.CouponCommand.Get;
import ordinal.assets.coupon.CouponCommand.Issue;
import ordinal.assets.coupon.CouponCommand.Lock;
import ordinal.assets.coupon.CouponCommand.Unlock;
import ordinal.assets.coupon.CouponCommand.Use;
import ordinal.assets.coupon.CouponState.Issued;
import ordinal.kernel.EventMeta;
import ordinal.kernel.TraceContext;
import org.jspecify.annotations.Nullable;

/** What becomes of a command: the rules of {@link Coupon}'s table, without side effects. */
final class CouponDecisions {

  /** At most one event, and what the caller hears once it is stored. */
  record Decision(@Nullable CouponEvent event, CouponReply reply) {}

  private final CouponId id;
  private final int remembered;

  CouponDecisions(CouponId id, int remembered) {
    this.id = id;
    this.remembered = remembered;
  }

  Decision decide(CouponState state, Asked command, Instant now) {
    if (command instanceof Issue issue) return issue(state, issue, now);
    var issued = state.issued();
    if (issued == null) return refuse(Refusal.UNKNOWN, "nobody issued it");
    if (command instanceof Get) return show(state, issued);
    if (command instanceof Lock lock) return lock(state, issued, lock, now);
    if (command instanceof Use use) return use(state, issued, use, now);
    if (command instanceof Unlock unlock) return unlock(state, issued, unlock, now);
    throw new IllegalStateException("a coupon has no rule for " + command);
  }

  private Decision issue(CouponState state, Issue c, Instant now) {
    var contents = new Issued(c.userId(), c.discountMinor(), c.expiresAt());
    var issued = state.issued();
    if (issued != null) {
      return issued.equals(contents)
          ? repeat(state, issued)
          : refuse(Refusal.REUSED, "it was issued with other contents");
    }
    return store(
        state,
        new CouponIssued(
            meta(now, c.trace()),
            "coupon:" + id.couponId() + ":issue",
            c.userId(),
            c.discountMinor(),
            c.expiresAt()));
  }

  private Decision lock(CouponState state, Issued issued, Lock c, Instant now) {
    if (!issued.userId().equals(c.userId())) {
      return refuse(Refusal.NOT_YOURS, "it is another user's");
    }
    if (c.hold().equals(state.hold()) && !isReleased(state, c.hold())) {
      return repeat(state, issued);
    }
    if (isReleased(state, c.hold())) {
      return refuse(Refusal.RELEASED, "order " + c.hold().orderNo() + " has given it up");
    }
    if (state.status() != CouponStatus.AVAILABLE) return taken(state);
    var expiresAt = issued.expiresAt();
    if (expiresAt != null && !now.isBefore(expiresAt)) {
      return refuse(Refusal.EXPIRED, "it expired at " + expiresAt);
    }
    var key = c.hold().key("order", "checkout");
    return store(state, new CouponLocked(meta(now, c.trace()), key, c.hold()));
  }

  private Decision use(CouponState state, Issued issued, Use c, Instant now) {
    boolean holds = c.hold().equals(state.hold());
    if (holds && state.status() == CouponStatus.USED) return repeat(state, issued);
    if (!holds && !isReleased(state, c.hold())) {
      return refuse(Refusal.RELEASED, "nothing is known of " + c.hold().key("order", "checkout"));
    }
    if (!holds && state.status() != CouponStatus.AVAILABLE) return taken(state);
    var key = c.hold().key("order", "commit");
    return store(state, new CouponUsed(meta(now, c.trace()), key, c.hold()));
  }

  private Decision unlock(CouponState state, Issued issued, Unlock c, Instant now) {
    if (isReleased(state, c.hold())) return repeat(state, issued);
    boolean holds = c.hold().equals(state.hold());
    if (holds && state.status() == CouponStatus.USED) {
      return refuse(Refusal.USED, "order " + c.hold().orderNo() + " has used it");
    }
    var key = c.hold().key("order", "release");
    return store(state, new CouponReleased(meta(now, c.trace()), key, c.hold(), !holds));
  }

  // Answers.

  private Decision store(CouponState state, CouponEvent event) {
    var next = state.after(event, remembered);
    var issued = next.issued();
    if (issued == null) throw new IllegalStateException("stored for no coupon: " + event);
    return new Decision(event, standing(next, issued, false));
  }

  private static boolean isReleased(CouponState state, Hold hold) {
    return state.released().contains(hold);
  }

  private static Decision taken(CouponState state) {
    var by = state.hold() == null ? "another order" : "order " + state.hold().orderNo();
    return state.status() == CouponStatus.USED
        ? refuse(Refusal.USED, by + " has used it")
        : refuse(Refusal.LOCKED, by + " has it");
  }

  private static Decision show(CouponState state, Issued issued) {
    return new Decision(null, standing(state, issued, false));
  }

  private static Decision repeat(CouponState state, Issued issued) {
    return new Decision(null, standing(state, issued, true));
  }

  private static CouponReply standing(CouponState state, Issued issued, boolean repeated) {
    var hold = state.hold();
    return new Standing(
        state.status(),
        issued.userId(),
        issued.discountMinor(),
        issued.expiresAt(),
        hold == null ? null : hold.orderNo(),
        repeated);
  }

  private static Decision refuse(Refusal refusal, String detail) {
    return new Decision(null, new Refused(refusal, detail));
  }

  private EventMeta meta(Instant now, TraceContext trace) {
    return EventMeta.of(now, trace, null, id.tenantId());
  }
}
