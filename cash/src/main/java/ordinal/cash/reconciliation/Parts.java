package ordinal.cash.reconciliation;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import ordinal.order.OrderEvent;
import ordinal.order.OrderStep;
import ordinal.projections.tail.EntityEvents;
import ordinal.projections.tail.JournalRow;

/** Reads the entities that are to be compared. */
final class Parts {

  private final EntityEvents events;
  private final Duration settle;
  private final Clock clock;

  Parts(EntityEvents events, Duration settle, Clock clock) {
    this.events = events;
    this.settle = settle;
    this.clock = clock;
  }

  Part of(Connection db, JournalWindow window, Collection<String> entities) throws SQLException {
    var orders = entities.stream().filter(id -> id.startsWith("Order|")).toList();
    var young = clock.instant().minus(settle);
    var found = new ArrayList<PartOrder>();
    for (var rows : events.all(db, orders).values()) {
      var last = rows.get(rows.size() - 1);
      found.add(
          new PartOrder(last.entityId(), rows, steps(rows), last.writtenAt().isBefore(young)));
    }
    return new Part(window, List.copyOf(entities), found);
  }

  private static List<OrderStep> steps(List<JournalRow> rows) {
    return OrderStep.fold(rows.stream().map(row -> (OrderEvent) row.event()).toList());
  }
}
