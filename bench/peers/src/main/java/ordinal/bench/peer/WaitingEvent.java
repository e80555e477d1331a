package ordinal.bench.peer;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A row of the outbox, locked by whoever read it until that transaction ends. */
record WaitingEvent(long id, String key, String message, String traceId, Instant at, int retries) {

  static final String COLUMNS = "id, biz_key, payload_json, trace_id, created_at, retry_count";

  static List<WaitingEvent> read(PreparedStatement select) throws SQLException {
    var events = new ArrayList<WaitingEvent>();
    try (var rows = select.executeQuery()) {
      while (rows.next()) {
        events.add(
            new WaitingEvent(
                rows.getLong(1),
                rows.getString(2),
                rows.getString(3),
                rows.getString(4),
                rows.getTimestamp(5).toInstant(),
                rows.getInt(6)));
      }
    }
    return events;
  }
}
