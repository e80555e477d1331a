package ordinal.projections.tail;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;

/**
 * Occupies holes in the journal, so that nothing can appear in them any more.
 *
 * <p>A marker is inserted with exactly the hole's ordering, which is the primary key, and InnoDB
 * decides: where a transaction holds that key, the insert waits for just this transaction, and
 * finds a duplicate when it commits, or takes the place when it rolls back. Where the key was only
 * given out and its row is not in yet, the marker takes the place, and the late writer fails with a
 * duplicate: its event was never acknowledged.
 */
final class Fence {

  private static final String MARKER =
      "(ordering, persistence_id, sequence_number, deleted, writer, write_timestamp,"
          + " adapter_manifest, event_ser_id, event_ser_manifest, event_payload)";

  private static final String ONE =
      "INSERT INTO event_journal " + MARKER + " VALUES (?,'~hole',?,TRUE,'',0,'',0,'','')";

  private static final String MANY = "INSERT IGNORE INTO event_journal " + MARKER + " VALUES ";

  private static final int ROWS_IN_A_STATEMENT = 1000;
  private static final int DUPLICATE = 1062;
  private static final int LOCK_WAIT_TIMEOUT = 1205;
  private static final int DEADLOCK = 1213;

  private final DataSource database;
  private final long lockWaitSeconds;

  Fence(DataSource database, Duration lockWait) {
    this.database = database;
    this.lockWaitSeconds = Math.max(1, lockWait.toSeconds());
  }

  /**
   * Settles these holes, lowest first, or some of them. Who reads the journal again sees which: a
   * hole that has a row is settled, one that has none is still held and to be asked for again.
   *
   * <p>The lowest one goes alone. Rows of a statement go in in their order, so when it belongs to
   * one that is still under way, waiting for its first row is waiting for all of it; markers for
   * the later ones would only make it fail.
   */
  void occupy(List<Long> holes) throws SQLException {
    try (var connection = database.getConnection()) {
      setLockWait(connection, Long.toString(lockWaitSeconds));
      try {
        if (!occupyOne(connection, holes.get(0))) return;
        for (int from = 1; from < holes.size(); from += ROWS_IN_A_STATEMENT) {
          int to = Math.min(from + ROWS_IN_A_STATEMENT, holes.size());
          occupyMany(connection, holes.subList(from, to));
        }
      } catch (SQLException e) {
        if (!isAskAgain(e)) throw e;
      } finally {
        setLockWait(connection, "DEFAULT");
      }
    }
  }

  private static boolean occupyOne(Connection connection, long hole) throws SQLException {
    try (var statement = connection.prepareStatement(ONE)) {
      statement.setLong(1, hole);
      statement.setLong(2, hole);
      statement.executeUpdate();
      return true;
    } catch (SQLException e) {
      if (e.getErrorCode() == DUPLICATE) return false;
      throw e;
    }
  }

  private static void occupyMany(Connection connection, List<Long> holes) throws SQLException {
    var sql = new StringBuilder(MANY);
    for (int i = 0; i < holes.size(); i++) {
      if (i > 0) sql.append(',');
      long hole = holes.get(i);
      sql.append('(').append(hole).append(",'~hole',").append(hole);
      sql.append(",TRUE,'',0,'',0,'','')");
    }
    try (var statement = connection.createStatement()) {
      statement.executeUpdate(sql.toString());
    }
  }

  /** Somebody holds one of them. A time-out never means that nobody does. */
  private static boolean isAskAgain(SQLException e) {
    return e.getErrorCode() == LOCK_WAIT_TIMEOUT || e.getErrorCode() == DEADLOCK;
  }

  private static void setLockWait(Connection connection, String seconds) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("SET SESSION innodb_lock_wait_timeout = " + seconds);
    }
  }
}
