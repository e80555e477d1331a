package ordinal.assets.coupon;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import ordinal.assets.AssetEvent.CouponEvent;
import ordinal.assets.AssetEvent.CouponIssued;
import ordinal.assets.AssetEvent.CouponLocked;
import ordinal.assets.AssetEvent.CouponReleased;
import ordinal.assets.AssetEvent.CouponUsed;
import ordinal.assets.CouponStatus;
import ordinal.assets.Hold;
import ordinal.kernel.JsonMessage;
import org.jspecify.annotations.Nullable;

/**
 * A coupon as its events say it is: a fold that only copies data across, never decides and never
 * reads the clock.
 *
 * @param issued null when nobody issued it
 * @param hold what it is locked for or was used by
 * @param released holds that were given up, oldest first
 */
record CouponState(
    @Nullable Issued issued, CouponStatus status, @Nullable Hold hold, List<Hold> released)
    implements JsonMessage {

  static final CouponState EMPTY = new CouponState(null, CouponStatus.AVAILABLE, null, List.of());

  CouponState {
    released = List.copyOf(released);
  }

  /** What it is worth, to whom. */
  record Issued(String userId, long discountMinor, @Nullable Instant expiresAt)
      implements JsonMessage {}

  CouponState after(CouponEvent event, int most) {
    if (event instanceof CouponIssued e) {
      var contents = new Issued(e.userId(), e.discountMinor(), e.expiresAt());
      return new CouponState(contents, CouponStatus.AVAILABLE, null, released);
    }
    if (event instanceof CouponLocked e) {
      return new CouponState(issued, CouponStatus.LOCKED, e.hold(), released);
    }
    if (event instanceof CouponUsed e) {
      return new CouponState(issued, CouponStatus.USED, e.hold(), released);
    }
    if (event instanceof CouponReleased e) {
      var known = with(e.hold(), most);
      return e.beforeItsLock()
          ? new CouponState(issued, status, hold, known)
          : new CouponState(issued, CouponStatus.AVAILABLE, null, known);
    }
    throw new IllegalStateException("a coupon has no rule for " + event.getClass().getName());
  }

  private List<Hold> with(Hold hold, int most) {
    var all = new ArrayList<>(released);
    all.add(hold);
    return all.size() > most ? all.subList(all.size() - most, all.size()) : all;
  }
}
