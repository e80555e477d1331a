package ordinal.cash.notifications;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import ordinal.order.OrderEvent.OrderCreated;
import ordinal.projections.sql.Sql;
import org.apache.pekko.serialization.Serialization;

/**
 * The orders that events of a page are of, from the first event of each in the journal. The views
 * would know them too, but are written by others and may be behind.
 */
final class FirstEvents {

  private static final String FIRST =
      """
      SELECT event_payload, event_ser_id, event_ser_manifest FROM event_journal
      WHERE sequence_number = 1 AND persistence_id IN (%s)
      """;

  private final Serialization serialization;

  FirstEvents(Serialization serialization) {
    this.serialization = serialization;
  }

  /** By their persistence ids, in one query; one that is not there is missing from the answer. */
  Map<String, OrderFacts> of(Connection db, Set<String> persistenceIds) throws SQLException {
    if (persistenceIds.isEmpty()) return Map.of();
    try (var statement = db.prepareStatement(FIRST.formatted(Sql.places(persistenceIds.size())))) {
      int at = 1;
      for (var id : persistenceIds) statement.setString(at++, id);
      var found = new HashMap<String, OrderFacts>();
      try (var rows = statement.executeQuery()) {
        while (rows.next()) {
          if (event(rows) instanceof OrderCreated first) {
            found.put("Order|" + first.orderNo(), OrderFacts.of(first));
          }
        }
      }
      return found;
    }
  }

  private Object event(ResultSet row) throws SQLException {
    try {
      return serialization.deserialize(row.getBytes(1), row.getInt(2), row.getString(3)).get();
    } catch (SQLException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("the first event of an order cannot be read", e);
    }
  }
}
