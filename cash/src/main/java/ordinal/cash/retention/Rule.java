package ordinal.cash.retention;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import ordinal.projections.sql.Sql;

/**
 * What is cleared away.
 *
 * <pre>
 * rule             | what goes                                     | where to
 * NOTIFICATIONS    | those that were sent, EXPIRED_… never to be   | notification_archive
 * CONSUME_LOG      | messages that were handled long ago           | nowhere
 * DEAD_LETTERS     | those that were sent or handled long ago      | nowhere
 * RECONCILIATIONS  | those that have ended, with their differences | nowhere
 * </pre>
 *
 * Each looks along an index from its oldest row on, and its rows are few at a time, so that nobody
 * who writes the same tables waits for long.
 */
enum Rule {
  NOTIFICATIONS(Rule.notifications("SENT"), Rule.ARCHIVE, Rule.GONE),
  EXPIRED_NOTIFICATIONS(Rule.notifications("EXPIRED"), Rule.ARCHIVE, Rule.GONE),

  /** Ids grow with time; one that waits for its next attempt is passed over. */
  CONSUME_LOG(
      """
      SELECT id FROM consume_log FORCE INDEX (PRIMARY)
      WHERE id <= COALESCE((SELECT MAX(old.id) FROM
          (SELECT id, received_at FROM consume_log ORDER BY id LIMIT 10000) AS old
          WHERE old.received_at < ?), 0)
        AND status <> 'PROCESSING'
      ORDER BY id LIMIT ?""",
      "DELETE FROM consume_log WHERE id IN (%s)"),

  DEAD_LETTERS(
      """
      SELECT id FROM dead_letter FORCE INDEX (dead_letter_by_status)
      WHERE status = 'SENT' AND created_at < ? ORDER BY created_at LIMIT ?""",
      "DELETE FROM dead_letter WHERE id IN (%s)"),

  RECONCILIATIONS(
      """
      SELECT id FROM reconciliation
      WHERE started_at < ? AND state <> 'RUNNING' ORDER BY started_at LIMIT ?""",
      "DELETE FROM reconciliation_difference WHERE reconciliation_id IN (%s)",
      "DELETE FROM reconciliation WHERE id IN (%s)");

  private final String find;
  private static final String ARCHIVE =
      "INSERT IGNORE INTO notification_archive SELECT * FROM notification WHERE id IN (%s)";

  private static final String GONE = "DELETE FROM notification WHERE id IN (%s)";

  private static final String THEN = ";";

  /** One statement or more. */
  private final String clear;

  private static String notifications(String status) {
    return """
           SELECT id FROM notification FORCE INDEX (notification_by_status)
           WHERE status = '%s' AND created_at < ? ORDER BY created_at, id LIMIT ?"""
        .formatted(status);
  }

  Rule(String find, String... clear) {
    this.find = find;
    this.clear = String.join(THEN, clear);
  }

  /** Clears some away, in the caller's transaction; how many. */
  int clear(Connection db, Instant before, int most) throws SQLException {
    var ids = find(db, before, most);
    if (ids.isEmpty()) return 0;
    for (var sql : clear.split(THEN, -1)) {
      try (var statement = db.prepareStatement(sql.formatted(Sql.places(ids.size())))) {
        set(statement, ids);
        statement.executeUpdate();
      }
    }
    return ids.size();
  }

  private List<String> find(Connection db, Instant before, int most) throws SQLException {
    try (var query = db.prepareStatement(find)) {
      query.setObject(1, Sql.utc(before));
      query.setInt(2, most);
      var ids = new ArrayList<String>();
      try (var rows = query.executeQuery()) {
        while (rows.next()) ids.add(rows.getString(1));
      }
      return ids;
    }
  }

  private static void set(PreparedStatement statement, List<String> ids) throws SQLException {
    for (int i = 0; i < ids.size(); i++) statement.setString(i + 1, ids.get(i));
  }
}
