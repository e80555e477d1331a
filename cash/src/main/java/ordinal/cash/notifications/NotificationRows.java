package ordinal.cash.notifications;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import ordinal.cash.projection.PageRows;
import ordinal.order.OrderEvent;
import ordinal.order.OrderEvent.OrderCreated;
import ordinal.projections.tail.JournalRow;
import ordinal.projections.tail.Page;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes down who is to be told what, as {@link NotificationPlan} says. A row that is there stays
 * as it is, whatever became of it, so a page that comes again changes nothing.
 */
final class NotificationRows implements PageRows {

  private static final Logger LOG = LoggerFactory.getLogger(NotificationRows.class);
  private static final String ORDERS = "Order|";

  private final NotificationPlan plan;
  private final FirstEvents firstEvents;
  private final Clock clock;

  NotificationRows(NotificationPlan plan, FirstEvents firstEvents, Clock clock) {
    this.plan = plan;
    this.firstEvents = firstEvents;
    this.clock = clock;
  }

  @Override
  public void apply(Connection db, Page page) throws SQLException {
    Map<String, OrderFacts> orders = new HashMap<>();
    List<JournalRow> telling = new ArrayList<>();
    for (var row : page.rows()) {
      if (!row.persistenceId().startsWith(ORDERS)) continue;
      var event = row.event();
      if (event instanceof OrderCreated first) {
        orders.put(row.persistenceId(), OrderFacts.of(first));
      } else if (NotificationPlan.tells(event)) {
        telling.add(row);
      }
    }
    orders.putAll(firstEvents.of(db, missing(telling, orders)));
    NotificationTable.insert(db, all(telling, orders));
  }

  private static Set<String> missing(List<JournalRow> telling, Map<String, OrderFacts> orders) {
    var missing = new LinkedHashSet<String>();
    for (var row : telling) missing.add(row.persistenceId());
    missing.removeAll(orders.keySet());
    return missing;
  }

  private List<Notification> all(List<JournalRow> telling, Map<String, OrderFacts> orders) {
    var now = clock.instant();
    var all = new ArrayList<Notification>(telling.size() * 2);
    for (var row : telling) {
      var order = orders.get(row.persistenceId());
      if (order == null) {
        // One damaged order must not hold up the deadlines and refunds of all others.
        LOG.error(
            "[Notifications] [ALERT] order {} has no first event: nobody is told of #{}",
            row.entityId(),
            row.sequenceNr());
      } else {
        all.addAll(plan.of(order, row.sequenceNr(), (OrderEvent) row.event(), now));
      }
    }
    return all;
  }
}
