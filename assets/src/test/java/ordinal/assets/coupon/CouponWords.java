package ordinal.assets.coupon;

import static ordinal.assets.Samples.TRACE;

import java.time.Instant;
import java.util.function.Function;
import ordinal.assets.CouponReply;
import ordinal.assets.Hold;
import ordinal.assets.coupon.CouponCommand.*;
import org.apache.pekko.actor.typed.ActorRef;

/** What the tests of this package tell a coupon. */
final class CouponWords {

  static final Hold FIRST = new Hold("ORD-1", 1);
  static final Hold SECOND = new Hold("ORD-2", 1);

  private CouponWords() {}

  /** A command that still lacks the address of its reply. */
  interface To extends Function<ActorRef<CouponReply>, Asked> {}

  static To get() {
    return Get::new;
  }

  static To issue() {
    return issue("1001", 500, null);
  }

  static To issue(String userId, long discountMinor, Instant expiresAt) {
    return to -> new Issue(userId, discountMinor, expiresAt, TRACE, to);
  }

  static To lock(Hold hold) {
    return lock("1001", hold);
  }

  static To lock(String userId, Hold hold) {
    return to -> new Lock(userId, hold, TRACE, to);
  }

  static To use(Hold hold) {
    return to -> new Use(hold, TRACE, to);
  }

  static To unlock(Hold hold) {
    return to -> new Unlock(hold, TRACE, to);
  }
}
