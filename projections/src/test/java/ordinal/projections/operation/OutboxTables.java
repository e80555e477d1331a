package ordinal.projections.operation;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import javax.sql.DataSource;
import ordinal.kernel.Ids;
import ordinal.projections.TestJournal;

/** The tables of the outbox, filled by plain SQL, and a pool that counts and can go away. */
final class OutboxTables implements AutoCloseable {

  final TestJournal journal;
  final Watched database;

  OutboxTables(String name) {
    journal = TestJournal.create(name);
    database = new Watched(journal.dataSource());
  }

  /** Stores events of an order, this long ago; the last one's ordering. */
  long store(String orderNo, int events, long millisAgo) throws SQLException {
    long at = System.currentTimeMillis() - millisAgo;
    long next =
        1
            + journal.number(
                "SELECT COUNT(*) FROM event_journal WHERE persistence_id = 'Order|%s'"
                    .formatted(orderNo));
    for (int i = 0; i < events; i++) {
      journal.execute(
          """
          INSERT INTO event_journal (persistence_id, sequence_number, writer, write_timestamp,
            adapter_manifest, event_ser_id, event_ser_manifest, event_payload)
          VALUES ('Order|%s', %d, 'test', %d, '', 1, '', 'x')
          """
              .formatted(orderNo, next + i, at));
    }
    return journal.number("SELECT MAX(ordering) FROM event_journal");
  }

  int slice(String orderNo) throws SQLException {
    return (int) journal.number("SELECT CRC32('Order|%s') %% 16".formatted(orderNo));
  }

  void offset(String projection, String key, long offset, long updated) throws SQLException {
    journal.execute(
        "REPLACE INTO projection_offset VALUES ('%s', '%s', '%d', 'LNG', FALSE, %d)"
            .formatted(projection, key, offset, updated));
  }

  void state(int slice, String state) throws SQLException {
    journal.execute(
        "REPLACE INTO outbox_slice VALUES (%d, '%s', 1, 'away', UTC_TIMESTAMP(3))"
            .formatted(slice, state));
  }

  /** Parks one event of an order; the letter's id. */
  String park(String orderNo, long sequenceNr, String status, String type, String at)
      throws SQLException {
    return park("OUTBOX", orderNo, sequenceNr, status, "order-events", type, at);
  }

  String park(
      String source,
      String orderNo,
      long sequenceNr,
      String status,
      String topic,
      String type,
      String at)
      throws SQLException {
    var id = Ids.eventId("Order|" + orderNo, sequenceNr);
    journal.execute(
        """
        INSERT INTO dead_letter (id, source, status, topic, biz_key, event_type,
          persistence_id, sequence_number, ordering, slice, reason, attempts, trace_id, created_at,
          updated_at)
          VALUES ('%s', '%s', '%s', '%s', '%s', '%s', 'Order|%s', %d, %d, %d,
          'too large', 1, 'trace-1', '%s', '%s')
        """
            .formatted(
                id,
                source,
                status,
                topic,
                orderNo,
                type,
                orderNo,
                sequenceNr,
                sequenceNr,
                slice(orderNo),
                at,
                at));
    return id;
  }

  @Override
  public void close() {
    journal.close();
  }

  /** Passes on, counts connections, and refuses them while it is told to. */
  static final class Watched implements DataSource {
    private final DataSource pool;
    final AtomicInteger asked = new AtomicInteger();
    volatile boolean away;

    Watched(DataSource pool) {
      this.pool = pool;
    }

    @Override
    public Connection getConnection() throws SQLException {
      asked.incrementAndGet();
      if (away) throw new SQLException("the database is away");
      return pool.getConnection();
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
      throw new SQLException("not used");
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
      return pool.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
      pool.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
      pool.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
      return pool.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() {
      return Logger.getGlobal();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
      return pool.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
      return pool.isWrapperFor(type);
    }
  }
}
