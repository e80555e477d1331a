package ordinal.bench.peer;

import java.sql.Connection;
import java.sql.SQLException;

/** Stores events with the change that they tell of, and gets them to Kafka afterwards. */
interface Outbox extends AutoCloseable {

  /** In the transaction of the change. */
  void add(Connection connection, OutgoingEvent event) throws SQLException;

  /** Nothing is sent until {@link #resume()}; adding goes on. */
  void pause();

  void resume();

  @Override
  void close();
}
