package ordinal.cash.reconciliation;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import ordinal.projections.sql.Sql;

/**
 * The right to compare, one in the cluster: a lock by name in the database. It belongs to a
 * connection, so it is free again when its holder is gone, however that came about.
 */
final class ReconciliationLock implements AutoCloseable {

  /** Locks are the server's, and a server may have many databases. */
  private static final String NAME = "CONCAT('reconcile:', LEFT(DATABASE(), 50))";

  private final Connection db;

  private ReconciliationLock(Connection db) {
    this.db = db;
  }

  /** Empty when someone has it. */
  static Optional<ReconciliationLock> take(DataSource database, Duration statementLimit)
      throws SQLException {
    var db = database.getConnection();
    try {
      db.setNetworkTimeout(Runnable::run, Math.toIntExact(statementLimit.toMillis()));
      if (Sql.number(db, "SELECT GET_LOCK(" + NAME + ", 0)") == 1) {
        return Optional.of(new ReconciliationLock(db));
      }
      db.close();
      return Optional.empty();
    } catch (SQLException e) {
      db.close();
      throw e;
    }
  }

  static boolean isFree(Connection db) throws SQLException {
    return Sql.number(db, "SELECT IS_FREE_LOCK(" + NAME + ")") == 1;
  }

  /** Fails when the connection is gone, and the lock with it. */
  Connection held() throws SQLException {
    if (Sql.number(db, "SELECT IS_USED_LOCK(" + NAME + ") <=> CONNECTION_ID()") != 1) {
      throw new SQLException("the lock was lost");
    }
    return db;
  }

  @Override
  public void close() throws SQLException {
    try (db) {
      Sql.number(db, "SELECT RELEASE_LOCK(" + NAME + ") <=> 1");
    }
  }
}
