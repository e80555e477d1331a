package ordinal.assets;

/** Where a coupon stands. Expiry is a matter of the clock, not of an event. */
public enum CouponStatus {
  AVAILABLE,
  LOCKED,
  USED
}
