package ordinal.projections.assets;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Collections;
import ordinal.projections.sql.MultiRowInsert;
import ordinal.projections.sql.Sql;

/** The SQL of {@code asset_hold}. */
final class HoldTable {

  private static final String INSERT =
      "INSERT INTO asset_hold (entity_id, order_no, checkout_no, kind, amount, held_at) VALUES";

  /** Only a damaged row can be in the way. */
  private static final String ANYWAY =
      "ON DUPLICATE KEY UPDATE amount = VALUES(amount), held_at = VALUES(held_at)";

  /** The first condition finds the rows by their key, the second leaves other holds alone. */
  private static final String DELETE =
      """
      DELETE FROM asset_hold
      WHERE entity_id IN (%s) AND (entity_id, order_no, checkout_no) IN (%s)""";

  private HoldTable() {}

  static void insert(Connection db, Collection<HeldAsset> holds) throws SQLException {
    var insert = new MultiRowInsert(INSERT, ANYWAY, holds.size());
    for (var one : holds) {
      insert
          .row()
          .text(one.of().entityId())
          .text(one.of().hold().orderNo())
          .number(one.of().hold().checkoutNo())
          .text(one.kind().name())
          .number(one.amount())
          .time(one.heldAt());
    }
    insert.execute(db);
  }

  static void delete(Connection db, Collection<HeldAsset.Of> gone) throws SQLException {
    if (gone.isEmpty()) return;
    var keys = String.join(",", Collections.nCopies(gone.size(), "(?,?,?)"));
    try (var statement = db.prepareStatement(DELETE.formatted(Sql.places(gone.size()), keys))) {
      int at = 1;
      for (var one : gone) statement.setString(at++, one.entityId());
      for (var one : gone) {
        statement.setString(at++, one.entityId());
        statement.setString(at++, one.hold().orderNo());
        statement.setInt(at++, one.hold().checkoutNo());
      }
      statement.executeUpdate();
    }
  }
}
