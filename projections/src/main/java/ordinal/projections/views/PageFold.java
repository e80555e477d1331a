package ordinal.projections.views;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import ordinal.order.OrderEvent;
import ordinal.order.OrderStatus;
import ordinal.projections.tail.JournalRow;
import ordinal.projections.tail.UnreadableEvent;
import org.jspecify.annotations.Nullable;

/**
 * What a page of events makes of the rows that are there.
 *
 * <pre>
 * the row knows n events, and event s comes
 * s &lt;= n    known already: a second delivery, skipped
 * s = n+1   applied
 * s &gt; n+1   a {@link ViewHole}
 * </pre>
 */
final class PageFold {

  /** One line of order_state_flow. */
  record Flow(
      OrderRow order,
      JournalRow row,
      OrderEvent event,
      @Nullable OrderStatus from,
      OrderStatus to) {}

  private final Map<String, OrderRow> orders = new LinkedHashMap<>();
  private final List<Flow> flow = new ArrayList<>();

  /**
   * Folds events into rows.
   *
   * @param known the rows that the table has of these orders
   */
  static PageFold of(List<JournalRow> events, Map<String, OrderRow> known) {
    var fold = new PageFold();
    for (var row : events) fold.take(row, known);
    return fold;
  }

  private void take(JournalRow row, Map<String, OrderRow> known) {
    var orderNo = row.entityId();
    var order = orders.get(orderNo);
    if (order == null) order = known.get(orderNo);
    long n = order == null ? 0 : order.lastSeq();
    if (row.sequenceNr() <= n) return;
    if (row.sequenceNr() > n + 1) {
      throw new ViewHole(orderNo, row.sequenceNr(), row.ordering(), n);
    }
    var event = event(row);
    var from = order == null ? null : order.status();
    if (order == null) {
      order = OrderRow.begun(orderNo, row.ordering(), event);
    } else {
      order.apply(event);
    }
    orders.putIfAbsent(orderNo, order);
    flow.add(new Flow(order, row, event, from, order.status()));
  }

  private static OrderEvent event(JournalRow row) {
    try {
      return (OrderEvent) row.event();
    } catch (UnreadableEvent | ClassCastException e) {
      throw new IllegalStateException(
          "order %s: its event %d (ordering %d) %s"
              .formatted(row.entityId(), row.sequenceNr(), row.ordering(), e.getMessage()),
          e);
    }
  }

  /** Orders that the table does not have. */
  List<OrderRow> begun() {
    return orders.values().stream().filter(OrderRow::isNew).toList();
  }

  /** Orders that the table has and that moved on. */
  List<OrderRow> moved() {
    return orders.values().stream().filter(order -> !order.isNew()).toList();
  }

  /** Every event that was applied, in order. */
  List<Flow> flow() {
    return flow;
  }
}
