package ordinal.projections.rebuild;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import ordinal.projections.sql.Sql;
import ordinal.projections.views.ViewTables;

/** The tables of a view, made, thrown away and exchanged. */
final class ViewTableSet {

  private static final ViewTables LIVE = ViewTables.LIVE;
  private static final ViewTables NEXT = ViewTables.NEXT;
  private static final ViewTables OLD = ViewTables.OLD;

  private ViewTableSet() {}

  static void drop(Connection db, ViewTables tables) throws SQLException {
    Sql.execute(
        db,
        "DROP TABLE IF EXISTS %s, %s, %s"
            .formatted(tables.orders(), tables.items(), tables.flow()));
  }

  /** Empty ones, with the live ones' columns and indexes. */
  static void createNext(Connection db) throws SQLException {
    Sql.execute(db, "CREATE TABLE %s LIKE %s".formatted(NEXT.orders(), LIVE.orders()));
    Sql.execute(db, "CREATE TABLE %s LIKE %s".formatted(NEXT.items(), LIVE.items()));
    Sql.execute(db, "CREATE TABLE %s LIKE %s".formatted(NEXT.flow(), LIVE.flow()));
  }

  /** Whether the exchange has happened, and what was live was not thrown away yet. */
  static boolean isSwitched(Connection db) throws SQLException {
    return Sql.number(
            db,
            """
            SELECT COUNT(*) FROM information_schema.TABLES
            WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = '%s'"""
                .formatted(OLD.orders()))
        > 0;
  }

  /**
   * All three at once: who asks before sees the old ones, who asks afterwards the new ones, and
   * nobody is told that there is none. Whoever asks while this waits for a longer question to end
   * waits behind it, so the wait is short: better to fail, and to try again.
   */
  static void exchange(Connection db, Duration wait) throws SQLException {
    Sql.execute(db, "SET SESSION lock_wait_timeout = " + Math.max(1, wait.toSeconds()));
    try {
      Sql.execute(
          db,
          "RENAME TABLE %s, %s, %s"
              .formatted(
                  exchanged(LIVE.orders(), NEXT.orders(), OLD.orders()),
                  exchanged(LIVE.items(), NEXT.items(), OLD.items()),
                  exchanged(LIVE.flow(), NEXT.flow(), OLD.flow())));
    } finally {
      Sql.execute(db, "SET SESSION lock_wait_timeout = DEFAULT");
    }
  }

  private static String exchanged(String live, String next, String old) {
    return "%s TO %s, %s TO %s".formatted(live, old, next, live);
  }
}
