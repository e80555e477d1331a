package ordinal.cash.process;

import java.util.List;
import ordinal.assets.AccountId;
import ordinal.assets.CouponId;
import ordinal.assets.Hold;
import ordinal.order.OrderEvent.Checkout;
import org.jspecify.annotations.Nullable;

/** What is to be done about an event of an order. */
sealed interface Plan {

  /** Nothing: no asset has to do with it. */
  record Nothing() implements Plan {}

  /** Nothing any more: the order has moved on, and what it moved on by is handled by itself. */
  record Late(String reason) implements Plan {}

  /** Keep what the checkout asks for, all or none, and tell the order. */
  record Lock(Wanted wanted) implements Plan {}

  /** Each of these, in this order; none depends on another. */
  record Settle(List<Deed> deeds) implements Plan {
    public Settle {
      deeds = List.copyOf(deeds);
    }
  }

  /**
   * What one checkout asks for beside money.
   *
   * @param totalMinor what the order costs
   */
  record Wanted(String tenantId, String userId, Hold hold, Checkout checkout, long totalMinor) {

    @Nullable CouponId coupon() {
      var id = checkout.couponId();
      return id == null ? null : new CouponId(tenantId, id);
    }

    AccountId wallet() {
      return AccountId.wallet(tenantId, userId);
    }

    AccountId points() {
      return AccountId.points(tenantId, userId);
    }
  }
}
