package ordinal.cash.timeouts;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import ordinal.assets.Hold;
import ordinal.projections.sql.Sql;

/**
 * Something that is frozen or locked for a checkout, and has been for long: a row of {@code
 * asset_hold}. The row is the projection's; here it is only read.
 *
 * @param entityId an account's or a coupon's
 */
record StaleLock(
    String entityId, String orderNo, int checkoutNo, String kind, long amount, Instant heldAt) {

  /** Before every other. */
  static final StaleLock FIRST = new StaleLock("", "", 0, "", 0, Instant.EPOCH);

  private static final String OLDEST =
      """
      SELECT entity_id, order_no, checkout_no, kind, amount, held_at FROM asset_hold
      WHERE held_at < ? AND held_at >= ?
        AND (held_at, entity_id, order_no, checkout_no) > (?, ?, ?, ?)
      ORDER BY held_at, entity_id, order_no, checkout_no
      LIMIT ?
      """;

  boolean isCoupon() {
    return kind.equals("COUPON");
  }

  Hold hold() {
    return new Hold(orderNo, checkoutNo);
  }

  /** Those held before that moment, oldest first, behind the given one. */
  static List<StaleLock> heldBefore(Connection db, Instant moment, StaleLock after, int most)
      throws SQLException {
    var found = new ArrayList<StaleLock>();
    try (var statement = db.prepareStatement(OLDEST)) {
      statement.setObject(1, Sql.utc(moment));
      statement.setObject(2, Sql.utc(after.heldAt()));
      statement.setObject(3, Sql.utc(after.heldAt()));
      statement.setString(4, after.entityId());
      statement.setString(5, after.orderNo());
      statement.setInt(6, after.checkoutNo());
      statement.setInt(7, most);
      try (var rows = statement.executeQuery()) {
        while (rows.next()) {
          found.add(
              new StaleLock(
                  rows.getString(1),
                  rows.getString(2),
                  rows.getInt(3),
                  rows.getString(4),
                  rows.getLong(5),
                  Sql.time(rows, 6)));
        }
      }
    }
    return found;
  }
}
