package ordinal.servers;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** The few statements that these tests need. */
final class Sql {

  private Sql() {}

  static Connection connect(EmbeddedMariaDb server) throws SQLException {
    return DriverManager.getConnection(server.jdbcUrl(), server.user(), server.password());
  }

  static void execute(EmbeddedMariaDb server, String... statements) throws SQLException {
    try (var connection = connect(server);
        var statement = connection.createStatement()) {
      for (var sql : statements) {
        statement.execute(sql);
      }
    }
  }

  static String read(EmbeddedMariaDb server, String query) throws SQLException {
    try (var connection = connect(server);
        var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
