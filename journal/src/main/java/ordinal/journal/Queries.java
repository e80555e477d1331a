package ordinal.journal;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import scala.concurrent.Future;
import slick.dbio.DBIOAction;
import slick.dbio.NoStream;
import slick.jdbc.JdbcBackend;
import slick.jdbc.SimpleJdbcAction;

/** Plain JDBC on the plugin's own threads and connections. */
final class Queries {

  /** Work on a connection that may fail as the database does. */
  @FunctionalInterface
  interface Work<R> {
    R on(Connection connection) throws SQLException;
  }

  private final JdbcBackend.JdbcDatabaseDef database;

  Queries(JdbcBackend.JdbcDatabaseDef database) {
    this.database = database;
  }

  /** Runs the work with a connection in autocommit mode: each statement is a transaction. */
  @SuppressWarnings({"unchecked", "rawtypes"}) // Scala's Nothing has no form in Java.
  <R> Future<R> run(Work<R> work) {
    DBIOAction<R, NoStream, ?> action =
        new SimpleJdbcAction<R>(
            context -> {
              try {
                return work.on(context.connection());
              } catch (SQLException e) {
                throw sneaky(e);
              }
            });
    return database.run((DBIOAction) action);
  }

  /** What one row says of its id. */
  @FunctionalInterface
  interface Reading<V> {
    V of(ResultSet row) throws SQLException;
  }

  /**
   * Asks about many ids at once; the first column is the id.
   *
   * @param sql with a format specifier wherever the ids' places go, this many times
   * @param merged of two rows of the same id
   */
  <V> Future<Map<String, V>> byId(
      String sql, int times, List<String> ids, Reading<V> reading, BinaryOperator<V> merged) {
    var places = String.join(",", Collections.nCopies(ids.size(), "?"));
    return run(
        connection -> {
          try (var statement = connection.prepareStatement(sql.formatted(places))) {
            int at = 1;
            for (int i = 0; i < times; i++) {
              for (var id : ids) statement.setString(at++, id);
            }
            var found = new HashMap<String, V>();
            try (var rows = statement.executeQuery()) {
              while (rows.next()) found.merge(rows.getString(1), reading.of(rows), merged);
            }
            return found;
          }
        });
  }

  /** Scala's futures carry checked exceptions as they are, and the plugin looks at their type. */
  @SuppressWarnings("unchecked")
  private static <E extends Exception> RuntimeException sneaky(Exception e) throws E {
    throw (E) e;
  }
}
