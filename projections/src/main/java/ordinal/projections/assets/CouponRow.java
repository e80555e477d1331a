package ordinal.projections.assets;

import java.time.Instant;
import ordinal.assets.CouponStatus;
import org.jspecify.annotations.Nullable;

/**
 * A coupon.
 *
 * @param position where the event that issued it stands in the journal
 * @param expiresAt null for one that never does; whether it has is a matter of the clock
 * @param orderNo the order that it is locked for or was used by
 */
public record CouponRow(
    long position,
    String tenantId,
    String couponId,
    String userId,
    long discountMinor,
    @Nullable Instant expiresAt,
    CouponStatus status,
    @Nullable String orderNo,
    Instant issuedAt,
    long lastSeq) {}
