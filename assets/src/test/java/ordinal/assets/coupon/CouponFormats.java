package ordinal.assets.coupon;

import java.util.List;
import ordinal.assets.CouponStatus;
import ordinal.assets.Hold;
import ordinal.assets.Samples;
import ordinal.kernel.JsonMessage;

/** Gives the tests of other packages what a snapshot looks like. */
public final class CouponFormats {

  private CouponFormats() {}

  public static JsonMessage snapshot() {
    return new CouponState(
        new CouponState.Issued("1001", 500, Samples.NOON.plusSeconds(86_400)),
        CouponStatus.LOCKED,
        new Hold("ORD-1", 2),
        List.of(new Hold("ORD-1", 1), new Hold("ORD-2", 1)));
  }
}
