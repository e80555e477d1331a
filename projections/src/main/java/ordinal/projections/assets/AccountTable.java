package ordinal.projections.assets;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import ordinal.assets.AccountId;
import ordinal.assets.Balance;
import ordinal.projections.sql.MultiRowInsert;
import ordinal.projections.sql.Sql;

/** The SQL of {@code asset_account}. */
final class AccountTable {

  private static final String COLUMNS =
      """
      account_id, kind, tenant_id, owner_id, available, frozen, spent, owed, funded, suspended_by,
      last_seq, updated_at""";

  private static final String INSERT = "INSERT INTO asset_account (" + COLUMNS + ") VALUES";

  private static final String MOVE =
      """
      ON DUPLICATE KEY UPDATE available = VALUES(available), frozen = VALUES(frozen),
        spent = VALUES(spent), owed = VALUES(owed), funded = VALUES(funded),
        suspended_by = VALUES(suspended_by), last_seq = VALUES(last_seq),
        updated_at = VALUES(updated_at)""";

  private static final String SELECT =
      "SELECT " + COLUMNS + " FROM asset_account WHERE account_id IN (%s)";

  private AccountTable() {}

  /**
   * The rows of these accounts; only those that are in.
   *
   * @param lock until the transaction ends
   */
  static Map<String, AccountRow> load(Connection db, Collection<String> ids, boolean lock)
      throws SQLException {
    var found = new HashMap<String, AccountRow>();
    if (ids.isEmpty()) return found;
    var sql = SELECT.formatted(Sql.places(ids.size())) + (lock ? " FOR UPDATE" : "");
    try (var statement = db.prepareStatement(sql)) {
      int at = 1;
      for (var id : ids) statement.setString(at++, id);
      try (var rows = statement.executeQuery()) {
        while (rows.next()) found.put(rows.getString(1), row(rows));
      }
    }
    return found;
  }

  private static AccountRow row(ResultSet row) throws SQLException {
    return new AccountRow(
        AccountId.parse(row.getString(1)),
        new Balance(row.getLong(5), row.getLong(6), row.getLong(7), row.getLong(8), row.getLong(9)),
        row.getString(10),
        row.getLong(11),
        Sql.time(row, 12));
  }

  /** Fails with a duplicate key when one of them is in already, and then none of them is put in. */
  static void insert(Connection db, Collection<AccountRow> accounts) throws SQLException {
    rows(accounts, "").execute(db);
  }

  /**
   * Writes rows that were loaded, and so are locked and there: each is a duplicate, and updated.
   */
  static void move(Connection db, Collection<AccountRow> accounts) throws SQLException {
    AssetHandler.requireMoved(accounts.size(), rows(accounts, MOVE).execute(db));
  }

  private static MultiRowInsert rows(Collection<AccountRow> accounts, String ending) {
    var insert = new MultiRowInsert(INSERT, ending, accounts.size());
    for (var one : accounts) {
      var id = one.id();
      var books = one.balance();
      insert
          .row()
          .text(id.entityId())
          .text(AssetKind.of(id.kind()).name())
          .text(id.tenantId())
          .text(id.ownerId())
          .number(books.available())
          .number(books.frozen())
          .number(books.spent())
          .number(books.owed())
          .number(books.funded())
          .text(one.suspendedBy())
          .number(one.lastSeq())
          .time(one.updatedAt());
    }
    return insert;
  }
}
