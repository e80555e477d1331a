package ordinal.inbox;

import java.sql.Connection;
import java.sql.SQLException;

/** What a batch leads to in the database. */
@FunctionalInterface
public interface InboxEffect {

  /**
   * Writes it, in the transaction that moves the offsets. Neither commits nor rolls back. It may be
   * called again after a failure, when the transaction of the first time is no more.
   */
  void write(Connection db) throws SQLException;

  /** It is in the database. Not called when the program ends in between. */
  default void committed() {}
}
