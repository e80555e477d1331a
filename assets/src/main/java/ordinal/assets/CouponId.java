package ordinal.assets;

import ordinal.kernel.Ids;
import ordinal.kernel.JsonMessage;

/** One coupon of one tenant. */
public record CouponId(String tenantId, String couponId) implements JsonMessage {

  public CouponId {
    if (!Ids.isId(tenantId)) throw new IllegalArgumentException("no tenant: " + tenantId);
    if (!Ids.isId(couponId)) throw new IllegalArgumentException("no coupon: " + couponId);
  }

  /** The entity's id, and the key of its events on Kafka: {@code default/coupon-88}. */
  public String entityId() {
    return tenantId + "/" + couponId;
  }

  /** The other way round. Fails on what {@link #entityId} does not make. */
  public static CouponId parse(String entityId) {
    var parts = entityId.split("/", -1);
    if (parts.length != 2) throw new IllegalArgumentException("no coupon: " + entityId);
    return new CouponId(parts[0], parts[1]);
  }
}
