package ordinal.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What the database did for the orders, by its own counters: they show whether inserts really go
 * out many rows at a time, which no client-side figure can.
 */
final class DatabaseCounters implements AutoCloseable {

  private static final String JOURNAL_END = "SELECT COALESCE(MAX(ordering), 0) FROM event_journal";

  /** Rows that are deleted from the start only close holes in the numbering. */
  private static final String JOURNAL_SINCE =
      "SELECT COUNT(*) FROM event_journal WHERE NOT deleted AND ordering > ";

  /** The counters at one moment, and the journal's end then. */
  record Reading(long nanoTime, long inserts, long commits, long journalEnd) {}

  private final Connection connection;

  private DatabaseCounters(Connection connection) {
    this.connection = connection;
  }

  static DatabaseCounters connect(String jdbcUrl, String user, @Nullable Path passwordFile)
      throws SQLException, IOException {
    var password = passwordFile == null ? "" : Files.readString(passwordFile).strip();
    return new DatabaseCounters(DriverManager.getConnection(jdbcUrl, user, password));
  }

  Reading read() throws SQLException {
    return new Reading(
        System.nanoTime(), status("Com_insert"), status("Com_commit"), number(JOURNAL_END));
  }

  String report(Reading before, long orders) throws SQLException {
    var after = read();
    double seconds = (after.nanoTime() - before.nanoTime()) / (double) TimeUnit.SECONDS.toNanos(1);
    long events = number(JOURNAL_SINCE + before.journalEnd());
    var report = new StringBuilder();
    LoadResult.line(
        report,
        "database",
        "per order: Com_insert %.3f, Com_commit %.3f",
        perOrder(after.inserts() - before.inserts(), orders),
        perOrder(after.commits() - before.commits(), orders));
    LoadResult.line(
        report,
        "events/s",
        "%.1f (%d in %.1f s, warm-up included)",
        events / seconds,
        events,
        seconds);
    return report.toString();
  }

  private static double perOrder(long count, long orders) {
    return orders == 0 ? 0 : count / (double) orders;
  }

  /** All statements that clients have sent so far, this one too. */
  long questions() throws SQLException {
    return status("Questions");
  }

  Connection connection() {
    return connection;
  }

  private long status(String counter) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery("SHOW GLOBAL STATUS LIKE '" + counter + "'")) {
      return rows.next() ? rows.getLong(2) : 0;
    }
  }

  private long number(String query) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      return rows.next() ? rows.getLong(1) : 0;
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
