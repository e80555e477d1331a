package ordinal.bridge;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import ordinal.projections.sql.MultiRowInsert;

/** Writes {@code consume_log}: one row per message, with what became of it so far. */
final class ConsumeLog {

  private static final String INSERT =
      """
INSERT INTO consume_log (consumer_group, topic, partition_no, offset_no, event_id, event_type,
  biz_key, status, attempts, reason, cost_ms, trace_id, received_at, updated_at) VALUES""";

  /** The cost is that of all attempts together. */
  private static final String ANEW =
      """
      ON DUPLICATE KEY UPDATE status = VALUES(status), attempts = VALUES(attempts),
        reason = VALUES(reason), cost_ms = cost_ms + VALUES(cost_ms),
        updated_at = VALUES(updated_at)""";

  /** A message and what is to be said of it. */
  record Entry(Handled handled, Consumers.Status status) {}

  private final String group;

  ConsumeLog(String group) {
    this.group = group;
  }

  void write(Connection db, List<Entry> entries, Instant now) throws SQLException {
    var insert = new MultiRowInsert(INSERT, ANEW, entries.size());
    for (var entry : entries) {
      var handled = entry.handled();
      var received = handled.received();
      insert
          .row()
          .text(group)
          .text(received.partition().topic())
          .number(received.partition().partition())
          .number(received.offset())
          .text(handled.eventId())
          .text(handled.eventType())
          .text(handled.bizKey())
          .text(entry.status().name())
          .number(handled.attempts())
          .text(handled.reason())
          .number(handled.costMillis())
          .text(handled.traceId())
          .time(now)
          .time(now);
    }
    insert.execute(db);
  }
}
