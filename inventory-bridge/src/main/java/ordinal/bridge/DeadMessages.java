package ordinal.bridge;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import ordinal.bridge.Received.Origin;
import ordinal.projections.sql.Sql;
import org.apache.kafka.common.TopicPartition;

/**
 * One group's letters in {@code dead_letter}: a row per message, however often it dies. Those that
 * somebody wants replayed are found here by whoever holds their partition.
 */
final class DeadMessages {

  private static final String BURY =
      """
INSERT INTO dead_letter (id, source, status, topic, biz_key, event_type, reason, attempts,
  trace_id, created_at, updated_at, consumer_group, partition_no, offset_no, record_key, payload,
  headers)
VALUES (?, 'CONSUMER', 'DEAD', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON DUPLICATE KEY UPDATE status = 'DEAD', reason = VALUES(reason),
  attempts = VALUES(attempts), updated_at = VALUES(updated_at)""";

  private static final String HANDLED =
      "UPDATE dead_letter SET status = 'HANDLED', attempts = ?, updated_at = ? WHERE id = ?";

  private static final String TO_REPLAY =
      """
      SELECT partition_no, offset_no, attempts, record_key, payload, headers FROM dead_letter
       WHERE source = 'CONSUMER' AND status = 'REPLAYING' AND consumer_group = ? AND topic = ?
         AND partition_no IN (%s)
       ORDER BY partition_no, offset_no LIMIT %d""";

  private final String group;
  private final String topic;

  DeadMessages(String group, String topic) {
    this.group = group;
    this.topic = topic;
  }

  /** The messages that somebody wants to be tried again, in order. */
  List<Received> toReplay(Connection db, Collection<TopicPartition> partitions, int mostAtOnce)
      throws SQLException {
    var sql = TO_REPLAY.formatted(Sql.places(partitions.size()), mostAtOnce);
    try (var query = db.prepareStatement(sql)) {
      query.setString(1, group);
      query.setString(2, topic);
      int at = 3;
      for (var partition : partitions) query.setInt(at++, partition.partition());
      var found = new ArrayList<Received>();
      try (var rows = query.executeQuery()) {
        while (rows.next()) found.add(ParkedMessages.received(rows, topic, Origin.REPLAYED));
      }
      return found;
    }
  }

  /** They are dead, for the first time or again. */
  void bury(Connection db, List<Handled> dead, Instant now) throws SQLException {
    if (dead.isEmpty()) return;
    try (var insert = db.prepareStatement(BURY)) {
      for (var one : dead) {
        var received = one.received();
        insert.setString(1, one.letterId(group));
        insert.setString(2, topic);
        insert.setString(3, one.bizKey());
        insert.setString(4, one.eventType());
        insert.setString(5, one.reasonOrNone());
        insert.setInt(6, one.attempts());
        insert.setString(7, one.traceId());
        insert.setObject(8, Sql.utc(now));
        insert.setObject(9, Sql.utc(now));
        insert.setString(10, group);
        insert.setInt(11, received.partition().partition());
        insert.setLong(12, received.offset());
        insert.setBytes(13, received.key());
        insert.setBytes(14, received.value());
        insert.setBytes(15, RecordBytes.of(received.headers()));
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  /** They were dead, and are handled after all. */
  void handled(Connection db, List<Handled> all, Instant now) throws SQLException {
    if (all.isEmpty()) return;
    try (var update = db.prepareStatement(HANDLED)) {
      for (var one : all) {
        update.setInt(1, one.attempts());
        update.setObject(2, Sql.utc(now));
        update.setString(3, one.letterId(group));
        update.addBatch();
      }
      update.executeBatch();
    }
  }
}
