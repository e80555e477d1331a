package ordinal.cash.timeouts;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import ordinal.cash.projection.PageRows;
import ordinal.order.OrderEvent.OrderCanceled;
import ordinal.order.OrderEvent.OrderPaid;
import ordinal.order.OrderEvent.OrderStockFailed;
import ordinal.order.OrderEvent.OrderStockReserved;
import ordinal.projections.tail.JournalRow;
import ordinal.projections.tail.Page;

/**
 * Keeps one row of order_deadline per order that has its stock and is not paid yet. The time counts
 * from the reservation, however often the checkout is begun anew.
 *
 * <p>A page that comes a second time may bring back a row that was gone; its order refuses to be
 * canceled and the row goes again.
 */
final class DeadlineRows implements PageRows {

  private static final String ORDERS = "Order|";

  private final Duration timeout;

  DeadlineRows(Duration timeout) {
    this.timeout = timeout;
  }

  @Override
  public void apply(Connection db, Page page) throws SQLException {
    Map<String, Deadline> begun = new LinkedHashMap<>();
    Set<String> over = new LinkedHashSet<>();
    for (var row : page.rows()) {
      if (row.persistenceId().startsWith(ORDERS)) apply(row, begun, over);
    }
    DeadlineTable.insert(db, begun.values());
    DeadlineTable.delete(db, over);
  }

  private void apply(JournalRow row, Map<String, Deadline> begun, Set<String> over) {
    var event = row.event();
    var orderNo = row.entityId();
    if (event instanceof OrderStockReserved e) {
      begun.putIfAbsent(orderNo, new Deadline(orderNo, e.meta().at().plus(timeout)));
    } else if (event instanceof OrderPaid
        || event instanceof OrderCanceled
        || event instanceof OrderStockFailed) {
      begun.remove(orderNo);
      over.add(orderNo);
    }
  }
}
