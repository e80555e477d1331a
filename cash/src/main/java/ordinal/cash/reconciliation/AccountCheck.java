package ordinal.cash.reconciliation;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import ordinal.projections.assets.AssetAudit;
import ordinal.projections.sql.Sql;

/**
 * Accounts' and coupons' events against their rows, and the books against zero. Exact, however far
 * the rows are.
 */
final class AccountCheck implements Check {

  private static final String ACCOUNTS = "Account|";

  private static final String BOOKS =
      """
      SELECT account_id, available + frozen + spent + owed + funded FROM asset_account
      WHERE account_id IN (%s) AND available + frozen + spent + owed + funded <> 0""";

  private final Sql sql;
  private final AssetAudit audit;

  AccountCheck(Sql sql, AssetAudit audit) {
    this.sql = sql;
    this.audit = audit;
  }

  @Override
  public String name() {
    return "accounts";
  }

  @Override
  public List<String> follows() {
    return List.of();
  }

  @Override
  public List<Found> look(Connection db, Part part) throws SQLException {
    var ids = part.entities().stream().filter(AssetAudit::isAsset).toList();
    var found = new ArrayList<Found>();
    for (var one : audit.compare(db, ids)) {
      found.add(
          new Found(
              DifferenceKind.ACCOUNT,
              one.persistenceId(),
              Part.entityId(one.persistenceId()),
              one.expected(),
              one.found()));
    }
    // Rows that are written anew have the books of the account's last event.
    var mended = found.stream().map(Found::entity).collect(Collectors.toSet());
    var accounts =
        part.ofType("Account").stream()
            .filter(id -> !mended.contains(id))
            .map(Part::entityId)
            .toList();
    found.addAll(books(db, accounts));
    return found;
  }

  private static List<Found> books(Connection db, List<String> accounts) throws SQLException {
    if (accounts.isEmpty()) return List.of();
    try (var query = db.prepareStatement(BOOKS.formatted(Sql.places(accounts.size())))) {
      int at = 1;
      for (var account : accounts) query.setString(at++, account);
      var found = new ArrayList<Found>();
      try (var rows = query.executeQuery()) {
        while (rows.next()) {
          var account = rows.getString(1);
          found.add(
              new Found(
                  DifferenceKind.BOOKS,
                  ACCOUNTS + account,
                  account,
                  "books that add up to 0",
                  "they add up to " + rows.getLong(2)));
        }
      }
      return found;
    }
  }

  @Override
  public List<Outcome> repair(List<Found> found) {
    var outcomes = new ArrayList<Outcome>();
    for (var one : found) outcomes.add(repair(one));
    return outcomes;
  }

  private Outcome repair(Found found) {
    try {
      boolean repaired = sql.now(db -> audit.repair(db, found.entity()));
      return repaired ? Outcome.repaired("its rows were written anew") : Outcome.NONE;
    } catch (SQLException | RuntimeException e) {
      return Outcome.failed(e);
    }
  }
}
