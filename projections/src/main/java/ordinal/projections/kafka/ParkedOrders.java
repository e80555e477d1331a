package ordinal.projections.kafka;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import ordinal.projections.message.EventMessage;
import ordinal.projections.message.UnknownEvent;
import ordinal.projections.tail.JournalRow;
import ordinal.projections.tail.SliceRange;
import ordinal.projections.tail.UnreadableEvent;

/**
 * The orders of a publisher's slices that have a dead letter: their later events wait behind it,
 * all others flow. Kept in the table {@code dead_letter}, one row per event.
 *
 * <p>An event is parked before the position on Kafka moves past it; parking twice is harmless. So
 * whatever is killed in between, an event is on Kafka, or a dead letter, or still to come.
 *
 * <p>Kafka fences a publisher that was replaced only when it sends, and it parks before that. The
 * table itself keeps it from parking what its successor has sent already.
 */
final class ParkedOrders {

  private static final String PARK =
      """
      INTO dead_letter (id, source, status, topic, biz_key, event_type, persistence_id,
        sequence_number, ordering, slice, reason, attempts, trace_id, created_at, updated_at)
      """;

  private static final String LETTER =
      " ?, 'OUTBOX', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) ";

  private static final String PARK_DEAD =
      "INSERT "
          + PARK
          + "VALUES ("
          + LETTER
          + """
            ) ON DUPLICATE KEY UPDATE status = VALUES(status), reason = VALUES(reason),
             attempts = attempts + VALUES(attempts), updated_at = VALUES(updated_at)""";

  /** Whatever is already known of it stays. The lock waits for who is just sending the others. */
  private static final String PARK_BEHIND =
      "INSERT IGNORE "
          + PARK
          + "SELECT"
          + LETTER
          + """
            FROM dead_letter WHERE persistence_id = ? AND sequence_number < ? AND status <> 'SENT'
            LIMIT 1 LOCK IN SHARE MODE""";

  private static final int LONGEST_REASON = 500;

  private final DataSource database;
  private final SliceRange range;
  private Set<String> parked = Set.of();

  ParkedOrders(DataSource database, SliceRange range) {
    this.database = database;
    this.range = range;
  }

  /** What an earlier publisher of these slices has parked. */
  void load() throws SQLException {
    parked = new HashSet<>(entities("status IN ('DEAD', 'WAITING', 'REPLAYING')"));
  }

  boolean isParked(JournalRow row) {
    return parked.contains(row.persistenceId());
  }

  boolean isEmpty() {
    return parked.isEmpty();
  }

  /** It can never be sent as it is. */
  void parkDead(JournalRow row, String reason) throws SQLException {
    try (var connection = database.getConnection();
        var insert = connection.prepareStatement(PARK_DEAD)) {
      setLetter(insert, row, "DEAD", reason, 1);
      insert.executeUpdate();
    }
    var more = new HashSet<>(parked);
    more.add(row.persistenceId());
    parked = more;
  }

  /**
   * It stands behind a dead one: then it waits. False when nothing stands before it any more, and
   * it is not parked. Then somebody else has sent what did, and perhaps this one too: a publisher
   * that has not noticed yet that it was replaced must not park what is out.
   */
  boolean parkBehind(JournalRow row) throws SQLException {
    try (var connection = database.getConnection();
        var insert = connection.prepareStatement(PARK_BEHIND)) {
      setLetter(insert, row, "WAITING", "waits behind an earlier event of the same order", 0);
      insert.setString(13, row.persistenceId());
      insert.setLong(14, row.sequenceNr());
      if (insert.executeUpdate() > 0 || isThere(connection, row)) return true;
    }
    forget(row.persistenceId());
    return false;
  }

  private static boolean isThere(Connection connection, JournalRow row) throws SQLException {
    try (var query = connection.prepareStatement("SELECT 1 FROM dead_letter WHERE id = ?")) {
      query.setString(1, row.eventId());
      try (var rows = query.executeQuery()) {
        return rows.next();
      }
    }
  }

  private static void setLetter(
      PreparedStatement insert, JournalRow row, String status, String reason, int attempts)
      throws SQLException {
    var known = Known.of(row);
    insert.setString(1, row.eventId());
    insert.setString(2, status);
    insert.setString(3, known.topic());
    insert.setString(4, row.entityId());
    insert.setString(5, known.eventType());
    insert.setString(6, row.persistenceId());
    insert.setLong(7, row.sequenceNr());
    insert.setLong(8, row.ordering());
    insert.setInt(9, row.slice());
    insert.setString(10, reason.substring(0, Math.min(reason.length(), LONGEST_REASON)));
    insert.setInt(11, attempts);
    insert.setString(12, known.traceId());
  }

  private void forget(String persistenceId) {
    var fewer = new HashSet<>(parked);
    fewer.remove(persistenceId);
    parked = fewer;
  }

  /** The orders that somebody wants to be tried again. */
  List<String> toReplay() throws SQLException {
    return entities("status = 'REPLAYING'");
  }

  private List<String> entities(String condition) throws SQLException {
    try (var connection = database.getConnection();
        var query =
            connection.prepareStatement(
                "SELECT DISTINCT persistence_id FROM dead_letter WHERE slice BETWEEN ? AND ? AND "
                    + condition)) {
      query.setInt(1, range.first());
      query.setInt(2, range.last());
      var found = new ArrayList<String>();
      try (var rows = query.executeQuery()) {
        while (rows.next()) found.add(rows.getString(1));
      }
      return found;
    }
  }

  /** An event that is parked, and whether the audit found it missing. */
  record Parked(long sequenceNr, boolean byAudit) {}

  /** An order's events that are parked, in order. */
  List<Parked> parkedOf(String persistenceId) throws SQLException {
    try (var connection = database.getConnection();
        var query =
            connection.prepareStatement(
                "SELECT sequence_number, source = 'AUDIT' FROM dead_letter WHERE persistence_id = ?"
                    + " AND status <> 'SENT' ORDER BY sequence_number")) {
      query.setString(1, persistenceId);
      var found = new ArrayList<Parked>();
      try (var rows = query.executeQuery()) {
        while (rows.next()) found.add(new Parked(rows.getLong(1), rows.getBoolean(2)));
      }
      return found;
    }
  }

  /**
   * They are on Kafka after all. Nothing of this order waits any more, unless something was parked
   * behind them meanwhile: that is to be replayed too. Whether there is such.
   */
  boolean sent(String persistenceId, long upToSequenceNr) throws SQLException {
    int others;
    try (var connection = database.getConnection()) {
      update(
          connection,
          "UPDATE dead_letter SET status = 'SENT', updated_at = UTC_TIMESTAMP(3)"
              + " WHERE persistence_id = ? AND sequence_number <= ? AND status <> 'SENT'",
          persistenceId,
          upToSequenceNr);
      // Behind the first update's commit: whoever parks from then on sees that these are sent.
      others =
          update(
              connection,
              "UPDATE dead_letter SET status = 'REPLAYING', updated_at = UTC_TIMESTAMP(3)"
                  + " WHERE persistence_id = ? AND sequence_number > ? AND status <> 'SENT'",
              persistenceId,
              upToSequenceNr);
    }
    if (others == 0) forget(persistenceId);
    return others > 0;
  }

  /** One of them still cannot be sent; the others wait behind it as before. */
  void deadAgain(String persistenceId, JournalRow dead, String reason) throws SQLException {
    try (var connection = database.getConnection()) {
      update(
          connection,
          "UPDATE dead_letter SET status = 'WAITING', updated_at = UTC_TIMESTAMP(3)"
              + " WHERE persistence_id = ? AND sequence_number <> ? AND status <> 'SENT'",
          persistenceId,
          dead.sequenceNr());
    }
    parkDead(dead, reason);
  }

  private static int update(Connection connection, String sql, String persistenceId, long number)
      throws SQLException {
    try (var update = connection.prepareStatement(sql)) {
      update.setString(1, persistenceId);
      update.setLong(2, number);
      return update.executeUpdate();
    }
  }

  /** What is known of an event that cannot be sent. */
  private record Known(String topic, String eventType, String traceId) {

    static Known of(JournalRow row) {
      try {
        var message = EventMessage.of(row);
        return new Known(message.topic(), message.eventType(), message.trace().traceId());
      } catch (UnknownEvent e) {
        return new Known(EventMessage.topicOf(row.persistenceId()), "unknown", "");
      } catch (UnreadableEvent e) {
        return new Known(EventMessage.topicOf(row.persistenceId()), "unreadable", "");
      }
    }
  }

  static String traceId(JournalRow row) {
    return Known.of(row).traceId();
  }
}
