package ordinal.bench.peer;

import java.sql.SQLException;

/** One look at the outbox: what waits there is sent, and marked as sent. */
@FunctionalInterface
public interface Relay {

  /** True when there is certainly more to send, so that resting would be a waste. */
  boolean relay() throws SQLException, InterruptedException;
}
