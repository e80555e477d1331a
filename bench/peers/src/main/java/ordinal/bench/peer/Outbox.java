package ordinal.bench.peer;

import java.sql.Connection;
import java.sql.SQLException;

/** Stores events with the change that they tell of, and gets them to Kafka afterwards. */
public interface Outbox extends AutoCloseable {

  /** The transactions in which changes are made, so that events can be added to them. */
  Transactions transactions();

  /** In the transaction of the change. */
  void add(Connection connection, OutgoingEvent event) throws SQLException;

  /** Nothing is sent until {@link #resume()}; adding goes on. */
  void pause();

  void resume();

  @Override
  void close();
}
