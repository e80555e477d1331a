package ordinal.http.user;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.time.Instant;
import ordinal.assets.CouponReply.Standing;
import ordinal.assets.CouponStatus;
import ordinal.kernel.Money;
import ordinal.projections.assets.CouponRow;
import org.jspecify.annotations.Nullable;

/** A coupon as callers see it. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record CouponView(
    String couponId,
    String userId,
    BigDecimal discount,
    Status status,
    @Nullable String expiresAt,
    @Nullable String orderNo,
    @Nullable String issuedAt) {

  /** Where it stands. An order that has it locked or used it has it, whatever the time. */
  enum Status {
    AVAILABLE,
    LOCKED,
    USED,
    EXPIRED
  }

  static CouponView of(String couponId, Standing coupon, Instant now) {
    return new CouponView(
        couponId,
        coupon.userId(),
        Money.toDecimal(coupon.discountMinor()),
        status(coupon.status(), coupon.expiresAt(), now),
        text(coupon.expiresAt()),
        coupon.orderNo(),
        null);
  }

  static CouponView of(CouponRow coupon, Instant now) {
    return new CouponView(
        coupon.couponId(),
        coupon.userId(),
        Money.toDecimal(coupon.discountMinor()),
        status(coupon.status(), coupon.expiresAt(), now),
        text(coupon.expiresAt()),
        coupon.orderNo(),
        text(coupon.issuedAt()));
  }

  private static @Nullable String text(@Nullable Instant instant) {
    return instant == null ? null : instant.toString();
  }

  private static Status status(CouponStatus status, @Nullable Instant expiresAt, Instant now) {
    return switch (status) {
      case AVAILABLE ->
          expiresAt != null && !now.isBefore(expiresAt) ? Status.EXPIRED : Status.AVAILABLE;
      case LOCKED -> Status.LOCKED;
      case USED -> Status.USED;
    };
  }
}
