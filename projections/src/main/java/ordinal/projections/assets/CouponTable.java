package ordinal.projections.assets;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import ordinal.assets.CouponId;
import ordinal.assets.CouponStatus;
import ordinal.projections.sql.MultiRowInsert;
import ordinal.projections.sql.Sql;

/** The SQL of {@code coupon_view}. */
final class CouponTable {

  static final String COLUMNS =
      """
      ordering, tenant_id, coupon_id, user_id, discount_minor, expires_at, status, order_no,
      issued_at, last_seq""";

  private static final String INSERT = "INSERT INTO coupon_view (" + COLUMNS + ") VALUES";

  private static final String MOVE =
      """
      ON DUPLICATE KEY UPDATE status = VALUES(status), order_no = VALUES(order_no),
        last_seq = VALUES(last_seq)""";

  private static final String SELECT =
      "SELECT " + COLUMNS + " FROM coupon_view WHERE (tenant_id, coupon_id) IN (%s) FOR UPDATE";

  private CouponTable() {}

  /** The rows of these coupons, locked until the transaction ends; only those that are in. */
  static Map<String, CouponRow> load(Connection db, Collection<String> ids) throws SQLException {
    var found = new HashMap<String, CouponRow>();
    if (ids.isEmpty()) return found;
    var pairs = String.join(",", Collections.nCopies(ids.size(), "(?,?)"));
    try (var statement = db.prepareStatement(SELECT.formatted(pairs))) {
      int at = 1;
      for (var id : ids) {
        var coupon = CouponId.parse(id);
        statement.setString(at++, coupon.tenantId());
        statement.setString(at++, coupon.couponId());
      }
      try (var rows = statement.executeQuery()) {
        while (rows.next()) {
          var row = row(rows);
          found.put(new CouponId(row.tenantId(), row.couponId()).entityId(), row);
        }
      }
    }
    return found;
  }

  static CouponRow row(ResultSet row) throws SQLException {
    var expiresAt = row.getObject(6, LocalDateTime.class);
    return new CouponRow(
        row.getLong(1),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        row.getLong(5),
        expiresAt == null ? null : expiresAt.toInstant(ZoneOffset.UTC),
        CouponStatus.valueOf(row.getString(7)),
        row.getString(8),
        Sql.time(row, 9),
        row.getLong(10));
  }

  /** Fails with a duplicate key when one of them is in already, and then none of them is put in. */
  static void insert(Connection db, Collection<CouponRow> coupons) throws SQLException {
    rows(coupons, "").execute(db);
  }

  /**
   * Writes rows that were loaded, and so are locked and there: each is a duplicate, and updated.
   */
  static void move(Connection db, Collection<CouponRow> coupons) throws SQLException {
    AssetHandler.requireMoved(coupons.size(), rows(coupons, MOVE).execute(db));
  }

  private static MultiRowInsert rows(Collection<CouponRow> coupons, String ending) {
    var insert = new MultiRowInsert(INSERT, ending, coupons.size());
    for (var one : coupons) {
      insert
          .row()
          .number(one.position())
          .text(one.tenantId())
          .text(one.couponId())
          .text(one.userId())
          .number(one.discountMinor())
          .timeOrNull(one.expiresAt())
          .text(one.status().name())
          .text(one.orderNo())
          .time(one.issuedAt())
          .number(one.lastSeq());
    }
    return insert;
  }
}
