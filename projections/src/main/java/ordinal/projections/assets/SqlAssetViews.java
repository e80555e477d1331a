package ordinal.projections.assets;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import ordinal.assets.AccountId;
import ordinal.projections.sql.Sql;
import org.jspecify.annotations.Nullable;

/**
 * The rows that the projection wrote, each question one query along an index. Pages go on from the
 * last row's position and not from a count, so what comes meanwhile neither shifts a page nor makes
 * one slower.
 */
public final class SqlAssetViews implements AssetViews {

  /** More than a caller may ask for; one that comes here with more is a bug. */
  static final int MOST = 1000;

  /**
   * Of one order's movements. An order has two accounts, a coupon and three earnings, and each
   * moves a few times in every checkout.
   */
  static final int MOST_OF_AN_ORDER = 10_000;

  /** Behind every position that there can be. */
  private static final long END = Long.MAX_VALUE;

  private static final String COUPONS =
      "SELECT "
          + CouponTable.COLUMNS
          + """
             FROM coupon_view
            WHERE tenant_id = ? AND user_id = ? AND ordering < ?
            ORDER BY ordering DESC
            LIMIT ?""";

  private static final String ENTRIES =
      "SELECT "
          + EntryTable.COLUMNS
          + """
             FROM asset_entry
            WHERE entity_id = ? AND ordering < ?
            ORDER BY ordering DESC
            LIMIT ?""";

  private static final String OF_ORDER =
      "SELECT "
          + EntryTable.COLUMNS
          + """
             FROM asset_entry
            WHERE order_no = ? AND tenant_id = ?
            ORDER BY ordering
            LIMIT ?""";

  private final Sql sql;

  public SqlAssetViews(Sql sql) {
    this.sql = sql;
  }

  @Override
  public CompletionStage<Coupons> coupons(
      String tenantId, String userId, int limit, @Nullable Long before) {
    requireLimit(limit);
    return sql.ask(
        db -> {
          try (var find = db.prepareStatement(COUPONS)) {
            find.setString(1, tenantId);
            find.setString(2, userId);
            find.setLong(3, before == null ? END : before);
            find.setInt(4, limit + 1); // One more tells whether there is a next page.
            var found = all(find, CouponTable::row);
            boolean more = found.size() > limit;
            if (more) found.remove(limit);
            return new Coupons(found, more ? found.get(limit - 1).position() : null);
          }
        });
  }

  @Override
  public CompletionStage<Entries> entries(AccountId account, int limit, @Nullable Long before) {
    requireLimit(limit);
    return sql.ask(
        db -> {
          try (var find = db.prepareStatement(ENTRIES)) {
            find.setString(1, account.entityId());
            find.setLong(2, before == null ? END : before);
            find.setInt(3, limit + 1);
            var found = all(find, EntryTable::row);
            boolean more = found.size() > limit;
            if (more) found.remove(limit);
            return new Entries(found, more ? found.get(limit - 1).position() : null);
          }
        });
  }

  @Override
  public CompletionStage<List<AssetEntry>> ofOrder(String tenantId, String orderNo) {
    return sql.ask(
        db -> {
          try (var find = db.prepareStatement(OF_ORDER)) {
            find.setString(1, orderNo);
            find.setString(2, tenantId);
            find.setInt(3, MOST_OF_AN_ORDER);
            return List.copyOf(all(find, EntryTable::row));
          }
        });
  }

  @Override
  public CompletionStage<Optional<AccountRow>> account(AccountId account) {
    return sql.ask(
        db ->
            Optional.ofNullable(
                AccountTable.load(db, List.of(account.entityId()), false).get(account.entityId())));
  }

  private static void requireLimit(int limit) {
    if (limit < 1 || limit > MOST) {
      throw new IllegalArgumentException("limit is 1 to %d, not %d".formatted(MOST, limit));
    }
  }

  /** One row of an answer. */
  @FunctionalInterface
  private interface Reader<T> {
    T read(ResultSet row) throws SQLException;
  }

  private static <T> List<T> all(PreparedStatement find, Reader<T> reader) throws SQLException {
    var found = new ArrayList<T>();
    try (var rows = find.executeQuery()) {
      while (rows.next()) found.add(reader.read(rows));
    }
    return found;
  }
}
