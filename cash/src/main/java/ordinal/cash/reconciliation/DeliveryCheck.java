package ordinal.cash.reconciliation;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import ordinal.projections.operation.LostEvents;
import ordinal.projections.operation.LostEvents.Event;
import ordinal.projections.operation.LostEvents.Fate;
import ordinal.projections.sql.Sql;
import org.jspecify.annotations.Nullable;

/**
 * Events of the journal against what a consumer of committed records has found on Kafka. What is
 * parked as a dead letter is known to be missing, and is not told again.
 */
final class DeliveryCheck implements Check {

  private static final String MISSING =
      """
      SELECT j.ordering, j.persistence_id, j.sequence_number
      FROM event_journal j FORCE INDEX (event_journal_by_entity)
        LEFT JOIN event_delivery d ON d.ordering = j.ordering
        LEFT JOIN dead_letter l ON l.persistence_id = j.persistence_id
          AND l.sequence_number = j.sequence_number AND l.status <> 'SENT'
      WHERE j.persistence_id IN (%s) AND j.ordering > ? AND j.ordering <= ?
        AND d.ordering IS NULL AND l.id IS NULL
      ORDER BY j.ordering""";

  private static final String ONE =
      """
      SELECT ordering, write_timestamp FROM event_journal
      WHERE persistence_id = ? AND sequence_number = ?""";

  private final Sql sql;
  private final LostEvents lost;

  DeliveryCheck(Sql sql, LostEvents lost) {
    this.sql = sql;
    this.lost = lost;
  }

  @Override
  public String name() {
    return "deliveries";
  }

  /** What is not published yet is not missing on Kafka. */
  @Override
  public List<String> follows() {
    return List.of("kafka");
  }

  @Override
  public List<Found> look(Connection db, Part part) throws SQLException {
    var entities = part.entities();
    if (entities.isEmpty()) return List.of();
    try (var query = db.prepareStatement(MISSING.formatted(Sql.places(entities.size())))) {
      int at = 1;
      for (var entity : entities) query.setString(at++, entity);
      query.setLong(at++, part.window().after());
      query.setLong(at, part.window().upTo());
      var found = new ArrayList<Found>();
      try (var rows = query.executeQuery()) {
        while (rows.next()) {
          var entity = rows.getString(2);
          found.add(
              new Found(
                  DifferenceKind.NOT_ON_KAFKA,
                  entity,
                  Part.entityId(entity) + "#" + rows.getLong(3),
                  "event at ordering " + rows.getLong(1) + " is on Kafka",
                  "its place is not known"));
        }
      }
      return found;
    }
  }

  @Override
  public List<Outcome> repair(List<Found> found) {
    try {
      var events = new HashMap<Found, Event>();
      for (var one : found) {
        sql.now(db -> event(db, one)).ifPresent(event -> events.put(one, event));
      }
      var fates = lost.restore(events.values());
      return found.stream().map(one -> outcome(events.get(one), fates)).toList();
    } catch (SQLException | RuntimeException e) {
      return found.stream().map(one -> Outcome.failed(e)).toList();
    }
  }

  private static Optional<Event> event(Connection db, Found found) throws SQLException {
    int behind = found.subject().lastIndexOf('#') + 1;
    try (var query = db.prepareStatement(ONE)) {
      query.setString(1, found.entity());
      query.setLong(2, Long.parseLong(found.subject().substring(behind)));
      try (var row = query.executeQuery()) {
        return row.next()
            ? Optional.of(new Event(row.getLong(1), Instant.ofEpochMilli(row.getLong(2))))
            : Optional.empty();
      }
    }
  }

  private static Outcome outcome(@Nullable Event event, Map<Long, Fate> fates) {
    var fate = event == null ? null : fates.get(event.ordering());
    if (fate == null) return Outcome.NONE;
    return switch (fate) {
      case RECORDED -> Outcome.repaired("it is on Kafka; its place is recorded again");
      case SENT_AGAIN -> Outcome.repaired("it is not on Kafka; it is sent again");
      case NOT_KNOWN_YET -> Outcome.NONE;
    };
  }
}
