package ordinal.cash.reconciliation;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import ordinal.cash.reconciliation.Reconciliations.Cause;
import ordinal.projections.sql.Sql;

/**
 * The right to be a run, one of the schedule and one that somebody asked for in the cluster; and
 * the turn to compare, which one of the two has: the one that was asked for as soon as the other
 * one looks, which stands still for as long.
 *
 * <p>They are locks by name in the database. They belong to a connection, so they are free again
 * when their holder is gone, however that came about.
 */
final class ReconciliationLock implements AutoCloseable {

  private static final String SCHEDULED = name("reconcile:");
  private static final String ASKED = name("reconcile-asked:");
  private static final String TURN = name("reconcile-turn:");

  private final Connection db;
  private final boolean isAsked;

  private ReconciliationLock(Connection db, boolean isAsked) {
    this.db = db;
    this.isAsked = isAsked;
  }

  /** Locks are the server's, and a server may have many databases; 64 characters are allowed. */
  private static String name(String prefix) {
    return "CONCAT('" + prefix + "', LEFT(DATABASE(), 45))";
  }

  private static String right(boolean isAsked) {
    return isAsked ? ASKED : SCHEDULED;
  }

  static boolean isAsked(Cause cause) {
    return cause == Cause.REQUESTED;
  }

  /** Empty when someone has it. */
  static Optional<ReconciliationLock> take(
      DataSource database, Duration statementLimit, Cause cause) throws SQLException {
    var db = database.getConnection();
    try {
      db.setNetworkTimeout(Runnable::run, Math.toIntExact(statementLimit.toMillis()));
      if (takes(db, right(isAsked(cause)))) {
        return Optional.of(new ReconciliationLock(db, isAsked(cause)));
      }
      db.close();
      return Optional.empty();
    } catch (SQLException e) {
      db.close();
      throw e;
    }
  }

  private static boolean takes(Connection db, String name) throws SQLException {
    return Sql.number(db, "SELECT GET_LOCK(" + name + ", 0)") == 1;
  }

  static boolean isFree(Connection db, Cause cause) throws SQLException {
    return Sql.number(db, "SELECT IS_FREE_LOCK(" + right(isAsked(cause)) + ")") == 1;
  }

  /** Fails when the connection is gone, and the lock with it. */
  Connection held() throws SQLException {
    if (Sql.number(db, "SELECT " + isMine(right(isAsked))) != 1) {
      throw new SQLException("the lock was lost");
    }
    return db;
  }

  private static String isMine(String name) {
    return "IS_USED_LOCK(" + name + ") <=> CONNECTION_ID()";
  }

  /**
   * Whether this run may compare now: takes the turn or gives it away, as it is due. Fails when the
   * connection is gone.
   */
  boolean isItsTurn() throws SQLException {
    boolean has = Sql.number(db, "SELECT " + isMine(TURN)) == 1;
    if (!has) held();
    if (isAsked || isFree(db, Cause.REQUESTED)) return has || takes(db, TURN);
    if (has) release(TURN);
    return false;
  }

  private void release(String name) throws SQLException {
    Sql.number(db, "SELECT RELEASE_LOCK(" + name + ") <=> 1");
  }

  @Override
  public void close() throws SQLException {
    try (db) {
      release(TURN);
      release(right(isAsked));
    }
  }
}
