package ordinal.projections.views;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.apache.pekko.japi.function.Function;
import org.apache.pekko.projection.jdbc.JdbcSession;

/**
 * One transaction of a projection, on one connection of the pool.
 *
 * <p>READ COMMITTED: what a page changes it locks by itself, and gaps that others insert into stay
 * free.
 */
public final class ViewSession implements JdbcSession {

  private final Connection connection;

  /** Takes a connection from the pool, or fails when there is none in time. */
  public ViewSession(DataSource database) {
    try {
      connection = database.getConnection();
    } catch (SQLException e) {
      throw new IllegalStateException("no connection to the database: " + e.getMessage(), e);
    }
    try {
      // Asked first, because the driver sends what is set even if it was so already.
      if (connection.getAutoCommit()) connection.setAutoCommit(false);
      if (connection.getTransactionIsolation() != Connection.TRANSACTION_READ_COMMITTED) {
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      }
    } catch (SQLException e) {
      close();
      throw new IllegalStateException("the connection is not usable: " + e.getMessage(), e);
    }
  }

  @Override
  public <R> R withConnection(Function<Connection, R> work) throws Exception {
    return work.apply(connection);
  }

  @Override
  public void commit() throws SQLException {
    connection.commit();
  }

  @Override
  public void rollback() throws SQLException {
    connection.rollback();
  }

  /** Back to the pool, which rolls back what was not committed. */
  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException("cannot give the connection back", e);
    }
  }
}
