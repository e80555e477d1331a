package ordinal.bench.peer;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * A pool as its makers advise for this database: of fixed size, with server-side statements that
 * are kept, batches as multi-row inserts, and no question asked twice about a session's state.
 */
public final class PeerPool {

  private PeerPool() {}

  public static HikariDataSource open(PeerSettings settings, String name, int connections) {
    return new HikariDataSource(config(settings, name, connections));
  }

  /** A query needs no COMMIT behind it, and a connection that need not change its mode no SET. */
  static HikariDataSource openForReads(PeerSettings settings) {
    var config = config(settings, "reads", settings.pool());
    config.setAutoCommit(true);
    return new HikariDataSource(config);
  }

  private static HikariConfig config(PeerSettings settings, String name, int connections) {
    var config = new HikariConfig();
    config.setPoolName(name);
    config.setJdbcUrl(settings.jdbcUrl());
    config.setUsername(settings.user());
    config.setPassword(settings.password());
    config.setMaximumPoolSize(connections);
    config.setMinimumIdle(connections);
    config.setAutoCommit(false);
    config.setConnectionTimeout(10_000);
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    config.addDataSourceProperty("cachePrepStmts", "true");
    config.addDataSourceProperty("prepStmtCacheSize", "250");
    config.addDataSourceProperty("prepStmtCacheSqlLimit", "2048");
    config.addDataSourceProperty("useServerPrepStmts", "true");
    config.addDataSourceProperty("rewriteBatchedStatements", "true");
    config.addDataSourceProperty("useLocalSessionState", "true");
    config.addDataSourceProperty("cacheResultSetMetadata", "true");
    config.addDataSourceProperty("cacheServerConfiguration", "true");
    config.addDataSourceProperty("elideSetAutoCommits", "true");
    config.addDataSourceProperty("maintainTimeStats", "false");
    config.addDataSourceProperty("connectionTimeZone", "UTC");
    config.addDataSourceProperty("tcpKeepAlive", "true");
    config.addDataSourceProperty("socketTimeout", "30000");
    return config;
  }

  /** Transactions on connections of this pool. */
  static Transactions transactions(DataSource pool) {
    return new Transactions() {
      @Override
      public <T> T run(Work<T> work) throws SQLException {
        try (var connection = pool.getConnection()) {
          return inTransaction(connection, work);
        }
      }
    };
  }

  static <T> T inTransaction(Connection connection, Transactions.Work<T> work) throws SQLException {
    try {
      var result = work.in(connection);
      connection.commit();
      return result;
    } catch (SQLException | RuntimeException e) {
      connection.rollback();
      throw e;
    }
  }
}
