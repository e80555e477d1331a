package ordinal.bench.peer;

import java.sql.Connection;
import java.sql.SQLException;

/** Runs work in a transaction that is committed when the work returns, and undone when it fails. */
@FunctionalInterface
public interface Transactions {

  /** What is done in a transaction. */
  @FunctionalInterface
  interface Work<T> {
    T in(Connection connection) throws SQLException;
  }

  <T> T run(Work<T> work) throws SQLException;
}
