package ordinal.order;

import java.util.regex.Pattern;
import ordinal.kernel.Ids;
import org.jspecify.annotations.Nullable;

/**
 * Order numbers and refund ids, which are addresses: both name the entity that they belong to.
 *
 * <p>An order number is a function of (tenant, userId, clientRequestId), so the same request always
 * reaches the same entity and creating twice gives the same order, with no unique index and no
 * look-up. A refund id is the order number with another prefix and the attempt behind it.
 */
public final class OrderNumber {

  private static final String ORDER_PREFIX = "ORD";
  private static final String REFUND_PREFIX = "REF";
  private static final String DERIVED = "[0-9A-HJKMNP-TV-Z]{26}";

  /** What an order's number looks like. */
  public static final String PATTERN = ORDER_PREFIX + DERIVED;

  private static final Pattern ORDER_NO = Pattern.compile(PATTERN);
  private static final Pattern REFUND_ID =
      Pattern.compile(REFUND_PREFIX + "(" + DERIVED + ")-[1-9][0-9]{0,9}");

  private OrderNumber() {}

  public static String of(String tenantId, String userId, String clientRequestId) {
    return ORDER_PREFIX + Ids.derive("order", tenantId, userId, clientRequestId);
  }

  /** Whether an order of ours can have this number; what is not can be refused with no look-up. */
  public static boolean isOrderNo(String text) {
    return ORDER_NO.matcher(text).matches();
  }

  static String refundId(String orderNo, int attempt) {
    return REFUND_PREFIX + orderNo.substring(ORDER_PREFIX.length()) + "-" + attempt;
  }

  /** The order that a refund belongs to, or null when this is not a refund id of ours. */
  public static @Nullable String ofRefund(String refundId) {
    var parts = REFUND_ID.matcher(refundId);
    return parts.matches() ? ORDER_PREFIX + parts.group(1) : null;
  }
}
