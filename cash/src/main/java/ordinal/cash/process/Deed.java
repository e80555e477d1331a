package ordinal.cash.process;

import ordinal.assets.AccountId;
import ordinal.assets.CouponId;
import ordinal.assets.Hold;

/** Something that an account or a coupon has to do, as often as it is told, with one effect. */
sealed interface Deed {

  record UseCoupon(CouponId coupon, Hold hold) implements Deed {}

  record UnlockCoupon(CouponId coupon, Hold hold) implements Deed {}

  record Commit(AccountId account, Hold hold, long amount) implements Deed {}

  record Release(AccountId account, Hold hold) implements Deed {}

  record Earn(AccountId account, String orderNo, String key, long amount) implements Deed {}

  record Revert(AccountId account, String orderNo, String key, long amount) implements Deed {}

  record TakeBack(AccountId account, String orderNo, String key, long amount) implements Deed {}
}
