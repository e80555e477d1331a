package ordinal.cash.refunds;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import ordinal.cash.projection.PageRows;
import ordinal.order.OrderEvent;
import ordinal.order.OrderEvent.OrderMessageIgnored;
import ordinal.order.OrderEvent.OrderPaid;
import ordinal.order.OrderEvent.OrderPaymentFailed;
import ordinal.order.OrderEvent.OrderRefundRequested;
import ordinal.order.OrderEvent.RefundCause;
import ordinal.projections.sql.MultiRowInsert;
import ordinal.projections.tail.Page;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one row of payment_record per result of a payment that its provider reported, and how its
 * order took it.
 *
 * <pre>
 * event                                       | result   taken
 * OrderPaid                                   | SUCCESS  PAID
 * OrderPaymentFailed                          | FAILED   NOT_PAID
 * OrderRefundRequested, PAID_TOO_LATE         | SUCCESS  TOO_LATE
 * OrderMessageIgnored of PaymentSucceeded     | SUCCESS  IGNORED
 * OrderMessageIgnored of PaymentFailed        | FAILED   IGNORED
 * </pre>
 *
 * The first report counts: the same result of the same payment is the same row, also when a refund
 * of money that came too late is begun anew. A failure has no amount. Money that was ignored is
 * nobody's until a person has looked.
 */
final class PaymentRows implements PageRows {

  private static final String ORDERS = "Order|";
  private static final String PAYMENT = "payment:";
  private static final String SUCCEEDED = ":succeeded";
  private static final String FAILED = ":failed";

  private static final String INSERT =
      "INSERT INTO payment_record (order_no, payment_id, result, amount_minor, taken, at) VALUES";
  private static final String UNLESS_THERE = "ON DUPLICATE KEY UPDATE amount_minor = amount_minor";

  /** A row. */
  private record Reported(
      String orderNo, String paymentId, boolean success, long amount, String taken, Instant at) {}

  @Override
  public void apply(Connection db, Page page) throws SQLException {
    List<Reported> all = new ArrayList<>();
    for (var row : page.rows()) {
      if (row.persistenceId().startsWith(ORDERS) && row.event() instanceof OrderEvent event) {
        var reported = reported(row.entityId(), event);
        if (reported != null) all.add(reported);
      }
    }
    var insert = new MultiRowInsert(INSERT, UNLESS_THERE, all.size());
    for (var one : all) {
      insert
          .row()
          .text(one.orderNo())
          .text(one.paymentId())
          .text(one.success() ? "SUCCESS" : "FAILED")
          .number(one.amount())
          .text(one.taken())
          .time(one.at());
    }
    insert.execute(db);
  }

  private static @Nullable Reported reported(String orderNo, OrderEvent event) {
    var at = event.meta().at();
    if (event instanceof OrderPaid e) {
      return new Reported(orderNo, e.paymentId(), true, e.amountMinor(), "PAID", at);
    }
    if (event instanceof OrderPaymentFailed e) {
      return new Reported(orderNo, e.paymentId(), false, 0, "NOT_PAID", at);
    }
    if (event instanceof OrderRefundRequested e && e.cause() == RefundCause.PAID_TOO_LATE) {
      return new Reported(orderNo, e.paymentId(), true, e.amountMinor(), "TOO_LATE", at);
    }
    return event instanceof OrderMessageIgnored e ? ignored(orderNo, e) : null;
  }

  /** What was ignored is told from its id and what it said, as the order remembers them. */
  private static @Nullable Reported ignored(String orderNo, OrderMessageIgnored event) {
    var message = event.meta().request();
    if (message == null || !message.key().startsWith(PAYMENT)) return null;
    var key = message.key();
    var at = event.meta().at();
    if (key.endsWith(SUCCEEDED)) {
      var paymentId = key.substring(PAYMENT.length(), key.length() - SUCCEEDED.length());
      long amount = Long.parseLong(message.fingerprint());
      return new Reported(orderNo, paymentId, true, amount, "IGNORED", at);
    }
    if (key.endsWith(FAILED)) {
      var paymentId = key.substring(PAYMENT.length(), key.length() - FAILED.length());
      return new Reported(orderNo, paymentId, false, 0, "IGNORED", at);
    }
    return null;
  }
}
