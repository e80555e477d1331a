package ordinal.assets;

import java.time.Instant;
import ordinal.kernel.JsonMessage;
import org.jspecify.annotations.Nullable;

/** What a coupon answers. */
public sealed interface CouponReply extends JsonMessage {

  /**
   * Done, or only shown.
   *
   * @param orderNo the order that it is locked for or was used by
   * @param repeated this was done before; nothing changed now
   */
  record Standing(
      CouponStatus status,
      String userId,
      long discountMinor,
      @Nullable Instant expiresAt,
      @Nullable String orderNo,
      boolean repeated)
      implements CouponReply {}

  /** Nothing changed. */
  record Refused(Refusal refusal, String detail) implements CouponReply {}

  /** It is not known whether it was stored: try again. */
  record Unavailable(String detail) implements CouponReply {}

  /** Highest precedence first. */
  enum Refusal {
    /** Nobody issued it. */
    UNKNOWN,
    /** It was issued with other contents. */
    REUSED,
    /** It is another user's. */
    NOT_YOURS,
    /** The hold was released, or its release came first. */
    RELEASED,
    /** An order has used it. */
    USED,
    /** Another order has it locked. */
    LOCKED,
    /** Its time is over. */
    EXPIRED
  }
}
