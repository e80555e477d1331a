package ordinal.bench;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes holes in the journal, once a second: a transaction that stores an event, waits a little and
 * rolls it back, while others store theirs.
 */
final class ForcedRollbacks implements AutoCloseable {

  private static final String INSERT =
      "INSERT INTO event_journal (persistence_id, sequence_number, writer, write_timestamp,"
          + " adapter_manifest, event_ser_id, event_ser_manifest, event_payload)"
          + " VALUES ('Bench|rolled-back', 1, 'bench', 0, '', 0, '', '')";

  private final Connection connection;
  private final AtomicInteger done = new AtomicInteger();
  private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();

  ForcedRollbacks(Connection connection) throws SQLException {
    this.connection = connection;
    connection.setAutoCommit(false);
    var unused = thread.scheduleAtFixedRate(this::rollBackOne, 1, 1, TimeUnit.SECONDS);
  }

  private void rollBackOne() {
    try (var statement = connection.createStatement()) {
      statement.executeUpdate(INSERT);
      statement.execute("DO SLEEP(0.005)");
      connection.rollback();
      done.incrementAndGet();
    } catch (SQLException e) {
      System.err.println("bench: a rollback failed: " + e.getMessage());
    }
  }

  int done() {
    return done.get();
  }

  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(10, TimeUnit.SECONDS)) thread.shutdownNow();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
