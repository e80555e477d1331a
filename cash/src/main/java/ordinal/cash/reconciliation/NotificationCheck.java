package ordinal.cash.reconciliation;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import ordinal.cash.notifications.Notification;
import ordinal.cash.notifications.NotificationSettings;
import ordinal.cash.notifications.Notifying;
import ordinal.order.OrderEvent;
import ordinal.order.OrderStep;
import ordinal.projections.sql.Sql;
import ordinal.projections.tail.EntityEvents;

/**
 * Orders' events against the notifications that follow from them, also those that were put into the
 * archive. Whether one that is gone was delivered nobody knows: it comes back as not delivered,
 * under the same id, by which whoever delivers it can tell.
 */
final class NotificationCheck implements Check {

  private static final String THERE =
      """
      SELECT id FROM notification WHERE id IN (%s)
      UNION ALL SELECT id FROM notification_archive WHERE id IN (%s)""";

  private final Sql sql;
  private final NotificationSettings settings;
  private final EntityEvents events;
  private final Clock clock;

  NotificationCheck(Sql sql, NotificationSettings settings, EntityEvents events, Clock clock) {
    this.sql = sql;
    this.settings = settings;
    this.events = events;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "notifications";
  }

  @Override
  public List<String> follows() {
    return List.of("cash");
  }

  @Override
  public List<Found> look(Connection db, Part part) throws SQLException {
    var expected = new LinkedHashMap<String, Notification>();
    for (var order : part.orders()) {
      // What is behind the window is for a later run: the projection may be behind there.
      var steps =
          order
              .steps()
              .subList(
                  0,
                  (int)
                      order.rows().stream()
                          .filter(row -> row.ordering() <= part.window().upTo())
                          .count());
      for (var one : expected(steps)) expected.put(one.id(), one);
    }
    var there = there(db, expected.keySet());
    return expected.values().stream()
        .filter(one -> !there.contains(one.id()))
        .map(
            one ->
                new Found(
                    DifferenceKind.NOTIFICATION_MISSING,
                    "Order|" + one.orderNo(),
                    one.orderNo() + " " + one.eventType() + " " + one.channel(),
                    "notification " + one.id(),
                    "none"))
        .toList();
  }

  private List<Notification> expected(List<OrderStep> steps) {
    return Notifying.expected(steps, settings, clock.instant());
  }

  private static Set<String> there(Connection db, Collection<String> ids) throws SQLException {
    if (ids.isEmpty()) return Set.of();
    var places = Sql.places(ids.size());
    try (var query = db.prepareStatement(THERE.formatted(places, places))) {
      int at = 1;
      for (int i = 0; i < 2; i++) {
        for (var id : ids) query.setString(at++, id);
      }
      var found = new HashSet<String>();
      try (var rows = query.executeQuery()) {
        while (rows.next()) found.add(rows.getString(1));
      }
      return found;
    }
  }

  @Override
  public List<Outcome> repair(List<Found> found) {
    var outcomes = new ArrayList<Outcome>();
    for (var one : found) outcomes.add(repair(one));
    return outcomes;
  }

  private Outcome repair(Found found) {
    try {
      return sql.now(db -> repair(db, found));
    } catch (SQLException | RuntimeException e) {
      return Outcome.failed(e);
    }
  }

  private Outcome repair(Connection db, Found found) throws SQLException {
    var rows = events.all(db, List.of(found.entity())).getOrDefault(found.entity(), List.of());
    var steps = OrderStep.fold(rows.stream().map(row -> (OrderEvent) row.event()).toList());
    Map<String, Notification> all = new LinkedHashMap<>();
    for (var one : expected(steps)) all.put("notification " + one.id(), one);
    var lost = all.get(found.expected());
    if (lost == null) return Outcome.NONE;
    Notifying.restore(db, List.of(lost));
    return Outcome.repaired("it is there again, to be delivered");
  }
}
