package ordinal.app;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the rows of a database say that everybody has, as one query of each table found it.
 *
 * @param accounts by id, as in {@code wallet/default/u-1}
 * @param coupons by id
 * @param held what is frozen or locked, as text
 */
record BankBooks(Map<String, Row> accounts, Map<String, Coupon> coupons, List<String> held) {

  BankBooks {
    accounts = Map.copyOf(accounts);
    coupons = Map.copyOf(coupons);
    held = List.copyOf(held);
  }

  private static final String ACCOUNTS =
      """
      SELECT a.account_id, a.available, a.frozen, a.spent, a.owed, a.funded, a.suspended_by,
        (SELECT COALESCE(SUM(h.amount), 0) FROM asset_hold h WHERE h.entity_id = a.account_id)
      FROM asset_account a""";

  /**
   * One account.
   *
   * @param held what asset_hold says that is frozen
   */
  record Row(
      long available,
      long frozen,
      long spent,
      long owed,
      long funded,
      @Nullable String suspendedBy,
      long held) {

    /** What is wrong with it at whatever moment it is looked at, or null. */
    @Nullable String fault() {
      if (available < 0 || frozen < 0 || spent < 0) return "below zero: " + this;
      if (owed > 0) return "owes less than nothing: " + this;
      if (available + frozen + spent + owed + funded != 0) return "does not add up: " + this;
      if (held != frozen) return "is not what is held: " + this;
      return suspendedBy == null ? null : "suspended: " + this;
    }
  }

  record Coupon(String status, @Nullable String orderNo) {}

  /** Accounts only, in one statement: as they were at one moment. */
  static Map<String, Row> accounts(Connection db) throws SQLException {
    var accounts = new HashMap<String, Row>();
    try (var statement = db.createStatement();
        var rows = statement.executeQuery(ACCOUNTS)) {
      while (rows.next()) {
        accounts.put(
            rows.getString(1),
            new Row(
                rows.getLong(2),
                rows.getLong(3),
                rows.getLong(4),
                rows.getLong(5),
                rows.getLong(6),
                rows.getString(7),
                rows.getLong(8)));
      }
    }
    return accounts;
  }

  static BankBooks read(Connection db) throws SQLException {
    var coupons = new HashMap<String, Coupon>();
    var held = new ArrayList<String>();
    try (var statement = db.createStatement()) {
      try (var rows =
          statement.executeQuery("SELECT coupon_id, status, order_no FROM coupon_view")) {
        while (rows.next()) {
          coupons.put(rows.getString(1), new Coupon(rows.getString(2), rows.getString(3)));
        }
      }
      try (var rows = statement.executeQuery("SELECT entity_id, order_no FROM asset_hold")) {
        while (rows.next()) held.add(rows.getString(1) + " for " + rows.getString(2));
      }
    }
    return new BankBooks(accounts(db), coupons, held);
  }
}
