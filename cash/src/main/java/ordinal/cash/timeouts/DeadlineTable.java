package ordinal.cash.timeouts;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import ordinal.projections.sql.MultiRowInsert;
import ordinal.projections.sql.Sql;

/** The SQL of {@code order_deadline}. */
final class DeadlineTable {

  private static final String INSERT = "INSERT INTO order_deadline (order_no, due_at) VALUES";

  /** A row that is there already stays: time is counted from the first reservation. */
  private static final String UNLESS_THERE = "ON DUPLICATE KEY UPDATE due_at = due_at";

  private static final String DELETE = "DELETE FROM order_deadline WHERE order_no IN (%s)";

  private static final String DUE =
      """
      SELECT order_no, due_at FROM order_deadline
      WHERE due_at < ? AND (due_at, order_no) > (?, ?)
      ORDER BY due_at, order_no
      LIMIT ?
      """;

  private DeadlineTable() {}

  static void insert(Connection db, Collection<Deadline> deadlines) throws SQLException {
    var insert = new MultiRowInsert(INSERT, UNLESS_THERE, deadlines.size());
    for (var one : deadlines) insert.row().text(one.orderNo()).time(one.dueAt());
    insert.execute(db);
  }

  static void delete(Connection db, Collection<String> orderNos) throws SQLException {
    if (orderNos.isEmpty()) return;
    try (var statement = db.prepareStatement(DELETE.formatted(Sql.places(orderNos.size())))) {
      int at = 1;
      for (var orderNo : orderNos) statement.setString(at++, orderNo);
      statement.executeUpdate();
    }
  }

  /** Those that were over at that moment, oldest first, behind the given one. */
  static List<Deadline> due(Connection db, Instant now, Deadline after, int most)
      throws SQLException {
    var due = new ArrayList<Deadline>();
    try (var statement = db.prepareStatement(DUE)) {
      statement.setObject(1, Sql.utc(now));
      statement.setObject(2, Sql.utc(after.dueAt()));
      statement.setString(3, after.orderNo());
      statement.setInt(4, most);
      try (var rows = statement.executeQuery()) {
        while (rows.next()) due.add(new Deadline(rows.getString(1), Sql.time(rows, 2)));
      }
    }
    return due;
  }
}
