package ordinal.projections.assets;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import ordinal.assets.AccountId;
import ordinal.assets.AccountKind;
import ordinal.assets.AssetEvent;
import ordinal.assets.AssetEvent.Committed;
import ordinal.assets.AssetEvent.CouponIssued;
import ordinal.assets.AssetEvent.CouponLocked;
import ordinal.assets.AssetEvent.CouponReleased;
import ordinal.assets.AssetEvent.CouponUsed;
import ordinal.assets.AssetEvent.Credited;
import ordinal.assets.AssetEvent.Earned;
import ordinal.assets.AssetEvent.Frozen;
import ordinal.assets.AssetEvent.Released;
import ordinal.assets.AssetEvent.Reverted;
import ordinal.assets.AssetEvent.Suspended;
import ordinal.assets.AssetEvent.TakenBack;
import ordinal.assets.Balance;
import ordinal.assets.Hold;
import ordinal.kernel.EventMeta;
import ordinal.projections.ProjectionSession;
import ordinal.projections.TestJournal;
import ordinal.projections.tail.Page;

/** Stores events of accounts and coupons as their entities would, and tells what became of them. */
final class AssetJournal {

  static final EventMeta META = TestJournal.meta("2025-01-01T12:00:00.123Z");
  static final String AT = "2025-01-01 12:00:00.123";
  static final AccountId WALLET = AccountId.wallet("default", "u1");

  /** The tables of the projection, each in an order of its own. */
  private static final Map<String, String> TABLES =
      Map.of(
          "asset_account", "account_id",
          "asset_entry", "ordering",
          "asset_hold", "entity_id, order_no, checkout_no",
          "coupon_view", "tenant_id, coupon_id");

  private final TestJournal journal;
  private final Map<String, Integer> stored = new HashMap<>();

  AssetJournal(TestJournal journal) {
    this.journal = journal;
  }

  void account(AccountId account, AssetEvent... events) throws SQLException {
    append("Account|" + account.entityId(), events);
  }

  void coupon(String couponId, AssetEvent... events) throws SQLException {
    append("Coupon|default/" + couponId, events);
  }

  private void append(String persistenceId, AssetEvent... events) throws SQLException {
    for (var event : events) {
      journal.append(persistenceId, stored.merge(persistenceId, 1, Integer::sum), event);
    }
  }

  /** One page in a transaction of its own, as the projection brings it. */
  static void apply(TestJournal journal, AssetHandler handler, Page page) throws Exception {
    var session = new ProjectionSession(journal.dataSource());
    try {
      handler.process(session, page);
      session.commit();
    } catch (Exception e) {
      session.rollback();
      throw e;
    } finally {
      session.close();
    }
  }

  /** Everything in all four tables. */
  static Map<String, List<List<String>>> tables(TestJournal journal) throws SQLException {
    var all = new HashMap<String, List<List<String>>>();
    for (var table : TABLES.entrySet()) {
      var sql = "SELECT * FROM " + table.getKey() + " ORDER BY " + table.getValue();
      all.put(table.getKey(), journal.query(sql));
    }
    return all;
  }

  // Events. What a column of the books holds, a test says only where it looks at it.

  static Credited credited(long amount, long available) {
    return credited("credit:r-1", amount, 0, available);
  }

  static Credited credited(String key, long amount, long debtPaid, long available) {
    return new Credited(META, AccountKind.WALLET, key, null, amount, debtPaid, books(available, 0));
  }

  static Frozen frozen(Hold hold, long amount, long available) {
    var key = hold.key("wallet", "freeze");
    return new Frozen(META, AccountKind.WALLET, key, hold, amount, books(available, amount));
  }

  static Committed committed(Hold hold, long amount, long fromAvailable, long available) {
    var key = hold.key("wallet", "commit");
    var after = books(available, 0);
    return new Committed(META, AccountKind.WALLET, key, hold, amount, fromAvailable, after);
  }

  static Released released(Hold hold, long amount, long available) {
    var key = hold.key("wallet", "release");
    return new Released(META, AccountKind.WALLET, key, hold, amount, books(available, 0));
  }

  static Reverted reverted(String orderNo, long amount, long available) {
    return new Reverted(
        META, AccountKind.WALLET, "wallet:R1:revert", orderNo, amount, books(available, 0));
  }

  static Earned earned(String orderNo, long amount, long available) {
    var key = "points:" + orderNo + ":earn";
    return new Earned(META, AccountKind.POINTS, key, orderNo, amount, 0, books(available, 0));
  }

  static TakenBack takenBack(String orderNo, long amount, long missing, long available) {
    var key = "points:R1:take-back";
    return new TakenBack(
        META, AccountKind.POINTS, key, orderNo, amount, missing, books(available, 0));
  }

  static Suspended suspended(String key, String orderNo) {
    return new Suspended(
        META, AccountKind.WALLET, key, orderNo, "available would be -1", books(3, 0));
  }

  static Balance books(long available, long frozen) {
    return new Balance(available, frozen, 0, 0, -available - frozen);
  }

  static CouponIssued issued(String userId, long discount) {
    return new CouponIssued(META, "coupon:c:issue", userId, discount, null);
  }

  static CouponLocked locked(Hold hold) {
    return new CouponLocked(META, hold.key("order", "checkout"), hold);
  }

  static CouponUsed used(Hold hold) {
    return new CouponUsed(META, hold.key("order", "commit"), hold);
  }

  static CouponReleased unlocked(Hold hold, boolean beforeItsLock) {
    return new CouponReleased(META, hold.key("order", "release"), hold, beforeItsLock);
  }
}
