package ordinal.projections.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import javax.sql.DataSource;

/** Questions to the database, asked on threads that may wait for it. */
public final class Sql {

  /** Work on a connection, each statement a transaction of its own. */
  @FunctionalInterface
  public interface Work<R> {
    R on(Connection db) throws SQLException;
  }

  private final DataSource database;
  private final Executor blocking;

  public Sql(DataSource database, Executor blocking) {
    this.database = database;
    this.blocking = blocking;
  }

  /** Fails with the database's own exception. */
  public <R> CompletionStage<R> ask(Work<R> work) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return now(work);
          } catch (SQLException e) {
            throw new CompletionException(e);
          }
        },
        blocking);
  }

  /** Several statements that hold together or not at all. */
  public <R> CompletionStage<R> inTransaction(Work<R> work) {
    return ask(
        db -> {
          db.setAutoCommit(false);
          try {
            var answer = work.on(db);
            db.commit();
            return answer;
          } catch (SQLException | RuntimeException e) {
            db.rollback();
            throw e;
          } finally {
            db.setAutoCommit(true);
          }
        });
  }

  /** A question on the caller's own thread. */
  public <R> R now(Work<R> work) throws SQLException {
    try (var db = database.getConnection()) {
      return work.on(db);
    }
  }

  /** A statement without values; how many rows it changed. */
  public static int execute(Connection db, String sql) throws SQLException {
    try (var statement = db.createStatement()) {
      return statement.executeUpdate(sql);
    }
  }

  /** The one number that a query gives. */
  public static long number(Connection db, String sql) throws SQLException {
    try (var statement = db.createStatement();
        var rows = statement.executeQuery(sql)) {
      if (!rows.next()) throw new SQLException("no row from " + sql);
      return rows.getLong(1);
    }
  }

  /** As many question marks, for IN (…). */
  public static String places(int count) {
    return String.join(",", Collections.nCopies(count, "?"));
  }

  /** DATETIME has no zone; ours are UTC, whatever the server's or the machine's is. */
  public static Instant time(ResultSet row, int column) throws SQLException {
    return row.getObject(column, LocalDateTime.class).toInstant(ZoneOffset.UTC);
  }

  /** To be set as an object. */
  public static LocalDateTime utc(Instant time) {
    return LocalDateTime.ofInstant(time, ZoneOffset.UTC);
  }
}
