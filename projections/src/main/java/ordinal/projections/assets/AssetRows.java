package ordinal.projections.assets;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import ordinal.assets.CouponId;
import ordinal.projections.sql.RowValues;

/** All that the tables have of one account or coupon, or should have. */
final class AssetRows {

  private static final List<String> ACCOUNT =
      List.of(
          "account_id",
          "kind",
          "tenant_id",
          "owner_id",
          "available",
          "frozen",
          "spent",
          "owed",
          "funded",
          "suspended_by",
          "last_seq",
          "updated_at");
  private static final List<String> COUPON =
      List.of(
          "ordering",
          "tenant_id",
          "coupon_id",
          "user_id",
          "discount_minor",
          "expires_at",
          "status",
          "order_no",
          "issued_at",
          "last_seq");
  private static final List<String> HOLD =
      List.of("order_no", "checkout_no", "kind", "amount", "held_at");
  private static final List<String> ENTRY =
      List.of(
          "ordering",
          "seq",
          "event_type",
          "kind",
          "tenant_id",
          "owner_id",
          "idem_key",
          "order_no",
          "checkout_no",
          "amount",
          "available",
          "frozen",
          "trace_id",
          "at");

  static final String SUSPENDED_BY = "asset_account.suspended_by";

  private AssetRows() {}

  // What should be there.

  static void account(RowValues values, AccountRow row) {
    var id = row.id();
    var books = row.balance();
    values.row(
        "asset_account",
        ACCOUNT,
        id.entityId(),
        AssetKind.of(id.kind()),
        id.tenantId(),
        id.ownerId(),
        books.available(),
        books.frozen(),
        books.spent(),
        books.owed(),
        books.funded(),
        row.suspendedBy(),
        row.lastSeq(),
        row.updatedAt());
  }

  static void coupon(RowValues values, CouponRow row) {
    values.row(
        "coupon_view",
        COUPON,
        row.position(),
        row.tenantId(),
        row.couponId(),
        row.userId(),
        row.discountMinor(),
        row.expiresAt(),
        row.status(),
        row.orderNo(),
        row.issuedAt(),
        row.lastSeq());
  }

  static void hold(RowValues values, HeldAsset held) {
    var hold = held.of().hold();
    values.row(
        hold(hold.orderNo(), Integer.toString(hold.checkoutNo())),
        HOLD,
        hold.orderNo(),
        hold.checkoutNo(),
        held.kind(),
        held.amount(),
        held.heldAt());
  }

  static String hold(String orderNo, String checkoutNo) {
    return "asset_hold[" + orderNo + "#" + checkoutNo + "]";
  }

  static void entry(RowValues values, AssetEntry entry) {
    values.row(
        "asset_entry[" + entry.position() + "]",
        ENTRY,
        entry.position(),
        entry.seq(),
        entry.eventType(),
        entry.kind(),
        entry.tenantId(),
        entry.ownerId(),
        entry.key(),
        entry.orderNo(),
        entry.checkoutNo(),
        entry.amount(),
        entry.available(),
        entry.frozen(),
        entry.traceId(),
        entry.at());
  }

  // What is there.

  static List<RowValues.Read> storedAccount(Connection db, String entityId) throws SQLException {
    return read(db, ACCOUNT, "asset_account WHERE account_id = ?", entityId);
  }

  static List<RowValues.Read> storedCoupon(Connection db, String entityId) throws SQLException {
    var id = CouponId.parse(entityId);
    return read(
        db,
        COUPON,
        "coupon_view WHERE tenant_id = ? AND coupon_id = ?",
        id.tenantId(),
        id.couponId());
  }

  static List<RowValues.Read> storedHolds(Connection db, String entityId) throws SQLException {
    return read(db, HOLD, "asset_hold WHERE entity_id = ?", entityId);
  }

  static List<RowValues.Read> storedEntries(Connection db, String entityId, long from)
      throws SQLException {
    return read(db, ENTRY, "asset_entry WHERE entity_id = ? AND ordering >= ?", entityId, from);
  }

  private static List<RowValues.Read> read(
      Connection db, List<String> columns, String where, Object... values) throws SQLException {
    var sql = "SELECT " + String.join(", ", columns) + " FROM " + where;
    try (var statement = db.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) statement.setObject(i + 1, values[i]);
      return RowValues.read(statement);
    }
  }

  static void account(RowValues values, RowValues.Read row) {
    values.row("asset_account", ACCOUNT, row);
  }

  static void coupon(RowValues values, RowValues.Read row) {
    values.row("coupon_view", COUPON, row);
  }

  static void hold(RowValues values, RowValues.Read row) {
    values.row(hold(row.text("order_no"), row.text("checkout_no")), HOLD, row);
  }

  static void entry(RowValues values, RowValues.Read row) {
    values.row("asset_entry[" + row.text("ordering") + "]", ENTRY, row);
  }
}
