package ordinal.cash.timeouts;

import java.util.List;
import ordinal.order.OrderState.Existing;
import ordinal.order.OrderStatus;
import ordinal.order.OrderStep;

/**
 * What is to become of a lock, by its order's history.
 *
 * <pre>
 * the lock is of                 the order stands at            verdict
 * its last checkout              WAIT_PAY                       CANCEL
 * its last checkout              PAID, COMPLETED                COMMIT
 * its last checkout              anything else                  RELEASE
 * an earlier one, or no order    –                              RELEASE
 * </pre>
 *
 * An order that refunds stands where it stood before: paid, or canceled when the money came late.
 */
public enum LockVerdict {
  /** Nobody has paid: the order ends, and that gives everything back. */
  CANCEL,
  /** It is paid for: the step that was missed is done again. */
  COMMIT,
  /** Nobody needs it any more. */
  RELEASE;

  public static LockVerdict of(List<OrderStep> history, int checkoutNo) {
    if (history.isEmpty()) return RELEASE;
    var order = history.get(history.size() - 1).after();
    if (order.progress().checkoutNo() != checkoutNo) return RELEASE;
    return switch (standing(order)) {
      case WAIT_PAY -> CANCEL;
      case PAID, COMPLETED -> COMMIT;
      case CREATED, STOCK_RESERVED, STOCK_FAILED, CANCELED, REFUNDING, REFUNDED -> RELEASE;
    };
  }

  private static OrderStatus standing(Existing order) {
    var refund = order.progress().refund();
    boolean refunds =
        order.status() == OrderStatus.REFUNDING || order.status() == OrderStatus.REFUNDED;
    return refunds && refund != null ? refund.from() : order.status();
  }
}
