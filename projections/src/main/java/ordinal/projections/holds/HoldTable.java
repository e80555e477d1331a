package ordinal.projections.holds;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import ordinal.projections.sql.MultiRowInsert;
import ordinal.projections.sql.Sql;

/** The SQL of {@code stock_hold}. */
final class HoldTable {

  private static final String INSERT =
      "INSERT INTO stock_hold (order_no, sku_id, quantity, held_until) VALUES";

  /** A row that is there already says the same. */
  private static final String UNLESS_THERE = "ON DUPLICATE KEY UPDATE quantity = quantity";

  /** The first condition finds the rows by their key, the second leaves other skus' alone. */
  private static final String DELETE =
      "DELETE FROM stock_hold WHERE order_no IN (%s) AND (order_no, sku_id) IN (%s)";

  private static final String DUE =
      """
      SELECT order_no, sku_id, quantity, held_until FROM stock_hold
      WHERE held_until < ? AND (held_until, order_no, sku_id) > (?, ?, ?)
      ORDER BY held_until, order_no, sku_id
      LIMIT ?
      """;

  private HoldTable() {}

  static void insert(Connection db, Collection<Hold> holds) throws SQLException {
    var insert = new MultiRowInsert(INSERT, UNLESS_THERE, holds.size());
    for (var hold : holds) {
      insert
          .row()
          .text(hold.orderNo())
          .text(hold.skuId())
          .number(hold.quantity())
          .time(hold.until());
    }
    insert.execute(db);
  }

  static void delete(Connection db, Collection<HeldPieces> gone) throws SQLException {
    if (gone.isEmpty()) return;
    var pairs = String.join(",", Collections.nCopies(gone.size(), "(?,?)"));
    try (var statement = db.prepareStatement(DELETE.formatted(Sql.places(gone.size()), pairs))) {
      int at = 1;
      for (var one : gone) statement.setString(at++, one.orderNo());
      for (var one : gone) {
        statement.setString(at++, one.orderNo());
        statement.setString(at++, one.skuId());
      }
      statement.executeUpdate();
    }
  }

  /** Holds whose time was over at that moment, oldest first, behind the given one. */
  static List<Hold> due(Connection db, Instant now, Hold after, int most) throws SQLException {
    var due = new ArrayList<Hold>();
    try (var statement = db.prepareStatement(DUE)) {
      statement.setObject(1, Sql.utc(now));
      statement.setObject(2, Sql.utc(after.until()));
      statement.setString(3, after.orderNo());
      statement.setString(4, after.skuId());
      statement.setInt(5, most);
      try (var rows = statement.executeQuery()) {
        while (rows.next()) {
          due.add(
              new Hold(rows.getString(2), rows.getString(1), rows.getLong(3), Sql.time(rows, 4)));
        }
      }
    }
    return due;
  }
}
