package ordinal.http.user;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.time.Instant;
import ordinal.assets.CouponReply.Standing;
import ordinal.assets.CouponStatus;
import ordinal.kernel.Money;
import org.jspecify.annotations.Nullable;

/** A coupon as callers see it. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record CouponView(
    String couponId,
    String userId,
    BigDecimal discount,
    Status status,
    @Nullable String expiresAt,
    @Nullable String orderNo) {

  /** Where it stands. An order that has it locked or used it has it, whatever the time. */
  enum Status {
    AVAILABLE,
    LOCKED,
    USED,
    EXPIRED
  }

  static CouponView of(String couponId, Standing coupon, Instant now) {
    return of(
        couponId,
        coupon.userId(),
        coupon.discountMinor(),
        coupon.status(),
        coupon.expiresAt(),
        coupon.orderNo(),
        now);
  }

  static CouponView of(
      String couponId,
      String userId,
      long discountMinor,
      CouponStatus status,
      @Nullable Instant expiresAt,
      @Nullable String orderNo,
      Instant now) {
    return new CouponView(
        couponId,
        userId,
        Money.toDecimal(discountMinor),
        status(status, expiresAt, now),
        expiresAt == null ? null : expiresAt.toString(),
        orderNo);
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
