package ordinal.cash.process;

import java.util.ArrayList;
import java.util.List;
import ordinal.assets.AccountId;
import ordinal.assets.Hold;
import ordinal.cash.process.Plan.Late;
import ordinal.cash.process.Plan.Lock;
import ordinal.cash.process.Plan.Nothing;
import ordinal.cash.process.Plan.Settle;
import ordinal.cash.process.Plan.Wanted;
import ordinal.order.OrderEvent.OrderAssetsRejected;
import ordinal.order.OrderEvent.OrderCanceled;
import ordinal.order.OrderEvent.OrderCheckoutLocked;
import ordinal.order.OrderEvent.OrderCompleted;
import ordinal.order.OrderEvent.OrderPaid;
import ordinal.order.OrderEvent.OrderPaymentFailed;
import ordinal.order.OrderEvent.OrderRefundRequested;
import ordinal.order.OrderEvent.OrderRefunded;
import ordinal.order.OrderEvent.RefundCause;
import ordinal.order.OrderState.Existing;
import ordinal.order.OrderStatus;
import ordinal.order.OrderStep;
import org.jspecify.annotations.Nullable;

/** The rules of {@link OrderProcess}'s table: from an order's history to a plan. Pure. */
final class Planner {

  private final Rates rates;

  Planner(Rates rates) {
    this.rates = rates;
  }

  /**
   * What is to be done about one event.
   *
   * @param history the whole, as far as it is known
   * @param at the event's place in it, from 0
   */
  Plan plan(List<OrderStep> history, int at) {
    var step = history.get(at);
    var event = step.event();
    if (event instanceof OrderCheckoutLocked e) return checkout(e, history, at);
    if (event instanceof OrderPaid e) return paid(e, history, at);
    if (event instanceof OrderCompleted) return completed(step.after());
    if (event instanceof OrderCanceled
        || event instanceof OrderPaymentFailed
        || event instanceof OrderAssetsRejected) {
      return release(history, at);
    }
    if (event instanceof OrderRefunded e) return refunded(e, history, at);
    return new Nothing();
  }

  // Checkout.

  private static Plan checkout(OrderCheckoutLocked event, List<OrderStep> history, int at) {
    if (!event.checkout().usesAssets()) return new Nothing();
    var wanted = wanted(history, at);
    if (wanted == null) throw new IllegalStateException("a checkout without a checkout");
    return isAwaited(history, wanted.hold())
        ? new Lock(wanted)
        : new Late("the order does not wait for it any more");
  }

  /** Whether the order, as it stands now, waits for the locks of this checkout. */
  private static boolean isAwaited(List<OrderStep> history, Hold hold) {
    var now = history.get(history.size() - 1).after();
    return now.status() == OrderStatus.WAIT_PAY
        && now.progress().dueMinor() == null
        && now.progress().checkoutNo() == hold.checkoutNo();
  }

  /** What the checkout that the order was in after this event asks for, or null. */
  private static @Nullable Wanted wanted(List<OrderStep> history, int at) {
    var order = history.get(at).after();
    var checkout = order.progress().checkout();
    if (checkout == null || !checkout.usesAssets()) return null;
    var contents = order.contents();
    return new Wanted(
        contents.tenantId(),
        contents.userId(),
        new Hold(contents.orderNo(), order.progress().checkoutNo()),
        checkout,
        contents.totalMinor());
  }

  // What becomes of the locks.

  private Plan paid(OrderPaid event, List<OrderStep> history, int at) {
    var deeds = new ArrayList<Deed>();
    var wanted = wanted(history, at);
    if (wanted != null) commit(wanted, deeds);
    earn(history.get(at).after(), event.amountMinor(), deeds);
    return settle(deeds);
  }

  private static void commit(Wanted wanted, List<Deed> deeds) {
    var hold = wanted.hold();
    var coupon = wanted.coupon();
    var checkout = wanted.checkout();
    if (coupon != null) deeds.add(new Deed.UseCoupon(coupon, hold));
    if (checkout.walletMinor() > 0) {
      deeds.add(new Deed.Commit(wanted.wallet(), hold, checkout.walletMinor()));
    }
    if (checkout.points() > 0) {
      deeds.add(new Deed.Commit(wanted.points(), hold, checkout.points()));
    }
  }

  /** The state after the event may have forgotten its checkout; the one before has it. */
  private static Plan release(List<OrderStep> history, int at) {
    var wanted = at == 0 ? null : wanted(history, at - 1);
    return wanted == null ? new Nothing() : new Settle(releasing(wanted));
  }

  /** Everything that the checkout may have locked, in whatever state that is. */
  static List<Deed> releasing(Wanted wanted) {
    var deeds = new ArrayList<Deed>();
    var coupon = wanted.coupon();
    if (coupon != null) deeds.add(new Deed.UnlockCoupon(coupon, wanted.hold()));
    if (wanted.checkout().walletMinor() > 0) {
      deeds.add(new Deed.Release(wanted.wallet(), wanted.hold()));
    }
    if (wanted.checkout().points() > 0) {
      deeds.add(new Deed.Release(wanted.points(), wanted.hold()));
    }
    return deeds;
  }

  // What is earned, and given back.

  private void earn(Existing order, long paidMinor, List<Deed> deeds) {
    var contents = order.contents();
    long points = rates.pointsFor(paidMinor);
    if (points < 1) return;
    deeds.add(
        new Deed.Earn(
            AccountId.points(contents.tenantId(), contents.userId()),
            contents.orderNo(),
            "points:" + contents.orderNo() + ":earn",
            points));
  }

  private Plan completed(Existing order) {
    var deeds = new ArrayList<Deed>();
    var payment = order.progress().payment();
    if (payment != null) earn(order, payment.amountMinor(), deeds);
    var orderNo = order.contents().orderNo();
    for (var share : shares(order)) {
      var key = "commission:" + orderNo + ":" + share.role();
      deeds.add(new Deed.Earn(share.account(), orderNo, key, share.amount()));
    }
    return settle(deeds);
  }

  private Plan refunded(OrderRefunded event, List<OrderStep> history, int at) {
    // Money that came too late was for an order that had let its assets go.
    if (causeOf(event.refundId(), history, at) == RefundCause.PAID_TOO_LATE) return new Nothing();
    var order = history.get(at).after();
    var deeds = new ArrayList<Deed>();
    var wanted = wanted(history, at);
    if (wanted != null) revert(wanted, event.refundId(), deeds);
    takeBack(order, event.refundId(), deeds);
    return settle(deeds);
  }

  private static @Nullable RefundCause causeOf(String refundId, List<OrderStep> history, int at) {
    for (int i = at; i >= 0; i--) {
      if (history.get(i).event() instanceof OrderRefundRequested e
          && e.refundId().equals(refundId)) {
        return e.cause();
      }
    }
    return null;
  }

  /** The coupon stays used. */
  private static void revert(Wanted wanted, String refundId, List<Deed> deeds) {
    var orderNo = wanted.hold().orderNo();
    var checkout = wanted.checkout();
    if (checkout.walletMinor() > 0) {
      var key = "wallet:" + refundId + ":revert";
      deeds.add(new Deed.Revert(wanted.wallet(), orderNo, key, checkout.walletMinor()));
    }
    if (checkout.points() > 0) {
      var key = "points:" + refundId + ":revert";
      deeds.add(new Deed.Revert(wanted.points(), orderNo, key, checkout.points()));
    }
  }

  private void takeBack(Existing order, String refundId, List<Deed> deeds) {
    var contents = order.contents();
    var payment = order.progress().payment();
    long points = payment == null ? 0 : rates.pointsFor(payment.amountMinor());
    if (points > 0) {
      deeds.add(
          new Deed.TakeBack(
              AccountId.points(contents.tenantId(), contents.userId()),
              contents.orderNo(),
              "points:" + refundId + ":take-back",
              points));
    }
    for (var share : shares(order)) {
      var key = "commission:" + refundId + ":take-back:" + share.role();
      deeds.add(new Deed.TakeBack(share.account(), contents.orderNo(), key, share.amount()));
    }
  }

  /** Somebody's part of what an order costs. */
  private record Share(AccountId account, String role, long amount) {}

  /** Nobody's before the order is completed. */
  private List<Share> shares(Existing order) {
    var contents = order.contents();
    var progress = order.progress();
    var shares = new ArrayList<Share>();
    var technician = progress.technicianId();
    if (technician != null) {
      shares.add(
          new Share(
              AccountId.commission(contents.tenantId(), technician),
              "technician",
              rates.technician(contents.totalMinor())));
    }
    var mentor = progress.mentorId();
    if (mentor != null) {
      shares.add(
          new Share(
              AccountId.commission(contents.tenantId(), mentor),
              "mentor",
              rates.mentor(contents.totalMinor())));
    }
    shares.removeIf(share -> share.amount() < 1);
    return shares;
  }

  private static Plan settle(List<Deed> deeds) {
    return deeds.isEmpty() ? new Nothing() : new Settle(deeds);
  }
}
