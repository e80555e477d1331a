package ordinal.cash.refunds;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import ordinal.cash.projection.PageRows;
import ordinal.cash.refunds.RefundTable.Status;
import ordinal.order.OrderEvent.OrderRefundFailed;
import ordinal.order.OrderEvent.OrderRefundRequested;
import ordinal.order.OrderEvent.OrderRefunded;
import ordinal.projections.tail.JournalRow;
import ordinal.projections.tail.Page;

/**
 * Keeps one row of refund_request per refund, with what became of it once its order knows.
 *
 * <p>A page that comes a second time changes no row that is there. One that was cleared away in the
 * meantime comes back as due, and goes by what its order says.
 */
final class RefundRows implements PageRows {

  private static final String ORDERS = "Order|";

  private record End(Status status, Instant at) {}

  @Override
  public void apply(Connection db, Page page) throws SQLException {
    Map<String, RefundRequest> begun = new LinkedHashMap<>();
    Map<String, End> over = new LinkedHashMap<>();
    for (var row : page.rows()) {
      if (row.persistenceId().startsWith(ORDERS)) apply(row, begun, over);
    }
    RefundTable.insert(db, begun.values());
    for (var end : over.entrySet()) {
      RefundTable.end(db, end.getKey(), end.getValue().status(), end.getValue().at());
    }
  }

  private void apply(JournalRow row, Map<String, RefundRequest> begun, Map<String, End> over) {
    var event = row.event();
    if (event instanceof OrderRefundRequested e) {
      var at = e.meta().at();
      begun.put(
          e.refundId(),
          new RefundRequest(
              e.refundId(),
              row.entityId(),
              e.paymentId(),
              e.amountMinor(),
              e.meta().trace(),
              0,
              at,
              at));
    } else if (event instanceof OrderRefunded e) {
      over.put(e.refundId(), new End(Status.SUCCEEDED, e.meta().at()));
    } else if (event instanceof OrderRefundFailed e) {
      over.put(e.refundId(), new End(Status.FAILED, e.meta().at()));
    }
  }
}
