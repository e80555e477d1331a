package ordinal.bench.compare;

import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** One connection that inserts many rows with each statement, and commits each. */
final class RawInserts {

  private static final String COLUMNS =
      "INSERT INTO event_journal (persistence_id, sequence_number, writer, write_timestamp,"
          + " adapter_manifest, event_ser_id, event_ser_manifest, event_payload) VALUES ";

  /** By statements that the server prepares: the driver has no bytes to escape in them. */
  private static final String ROW = "(?, 1, ?, 0, '', 33, ?, ?)";

  private static final String WRITER = "0".repeat(36);
  private static final String MANIFEST = "ordinal.order.OrderEvent$OrderCreated";

  private final Servers servers;
  private final String jdbcUrl;
  private final int batch;
  private final int thread;
  private final byte[] payload;
  private final String prefix;
  private long row;

  RawInserts(Servers servers, String jdbcUrl, Sizes sizes, int batch, int thread) {
    this.servers = servers;
    this.jdbcUrl = jdbcUrl;
    this.batch = batch;
    this.thread = thread;
    this.prefix = "Order|000000000" + (char) ('a' + thread);
    this.payload = "x".repeat(sizes.payload()).getBytes(StandardCharsets.US_ASCII);
  }

  /** How many rows were committed until then, in {@link System#nanoTime()}. */
  long until(long nanos) throws SQLException {
    var sql = COLUMNS + (ROW + ", ").repeat(batch - 1) + ROW;
    long rows = 0;
    try (var connection = servers.connect(jdbcUrl + "&useServerPrepStmts=true");
        var insert = connection.prepareStatement(sql)) {
      while (System.nanoTime() < nanos) {
        fill(insert);
        rows += insert.executeUpdate(); // Committed by itself, as one statement.
      }
    }
    return rows;
  }

  /** Ids come in no order, as those of orders do. */
  private void fill(PreparedStatement insert) throws SQLException {
    int at = 1;
    for (int i = 0; i < batch; i++) {
      long mixed = (row++ * 0x9E3779B97F4A7C15L) ^ thread;
      insert.setString(at++, prefix + Long.toHexString(mixed));
      insert.setString(at++, WRITER);
      insert.setString(at++, MANIFEST);
      insert.setBytes(at++, payload);
    }
  }
}
