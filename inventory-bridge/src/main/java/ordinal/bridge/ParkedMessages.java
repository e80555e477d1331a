package ordinal.bridge;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import ordinal.bridge.Received.Due;
import ordinal.bridge.Received.Origin;
import ordinal.projections.sql.Sql;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The table {@code parked_message} of one group and topic: messages that are tried again later, and
 * those of the same key behind them.
 */
final class ParkedMessages {

  /** Whose messages wait: a key within a partition. */
  record Lane(TopicPartition partition, String bizKey) {}

  private static final String LANES =
      """
      SELECT DISTINCT partition_no, biz_key FROM parked_message
       WHERE consumer_group = ? AND topic = ? AND partition_no IN (%s)""";

  /** The first message of a key is the one that counts. */
  private static final String DUE =
      """
      SELECT p.partition_no, p.biz_key FROM parked_message p
       JOIN (SELECT partition_no, biz_key, MIN(offset_no) AS first FROM parked_message
              WHERE consumer_group = ? AND topic = ? AND partition_no IN (%s)
              GROUP BY partition_no, biz_key) h
         ON h.partition_no = p.partition_no AND h.biz_key = p.biz_key AND h.first = p.offset_no
       WHERE p.consumer_group = ? AND p.topic = ? AND (p.due_at IS NULL OR p.due_at <= ?)
       ORDER BY p.due_at LIMIT %d""";

  private static final String MESSAGES =
      """
      SELECT partition_no, offset_no, attempts, record_key, payload, headers FROM parked_message
       WHERE consumer_group = ? AND topic = ? AND (partition_no, biz_key) IN (%s)
       ORDER BY partition_no, biz_key, offset_no LIMIT %d""";

  private static final String PARK =
      """
INSERT INTO parked_message (consumer_group, topic, partition_no, biz_key, offset_no, attempts,
  due_at, record_key, payload, headers)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON DUPLICATE KEY UPDATE attempts = VALUES(attempts), due_at = VALUES(due_at)""";

  private static final String REMOVE =
      """
      DELETE FROM parked_message WHERE consumer_group = ? AND topic = ? AND partition_no = ?
        AND biz_key = ? AND offset_no = ?""";

  private final String group;
  private final String topic;

  ParkedMessages(String group, String topic) {
    this.group = group;
    this.topic = topic;
  }

  /** All keys of these partitions that something waits for. */
  Set<Lane> lanes(Connection db, Collection<TopicPartition> partitions) throws SQLException {
    if (partitions.isEmpty()) return new HashSet<>();
    try (var query = db.prepareStatement(LANES.formatted(Sql.places(partitions.size())))) {
      ours(query, 1, partitions);
      return new HashSet<>(readLanes(query));
    }
  }

  /** The messages that are to be tried now, with those of the same key behind them, in order. */
  List<Received> due(
      Connection db, Collection<TopicPartition> partitions, Instant now, int mostAtOnce)
      throws SQLException {
    List<Lane> lanes;
    var sql = DUE.formatted(Sql.places(partitions.size()), mostAtOnce);
    try (var query = db.prepareStatement(sql)) {
      int at = ours(query, 1, partitions);
      query.setString(at, group);
      query.setString(at + 1, topic);
      query.setObject(at + 2, Sql.utc(now));
      lanes = readLanes(query);
    }
    return lanes.isEmpty() ? List.of() : messages(db, lanes, mostAtOnce);
  }

  private List<Received> messages(Connection db, List<Lane> lanes, int most) throws SQLException {
    var marks = String.join(",", Collections.nCopies(lanes.size(), "(?,?)"));
    try (var query = db.prepareStatement(MESSAGES.formatted(marks, most))) {
      query.setString(1, group);
      query.setString(2, topic);
      int at = 3;
      for (var lane : lanes) {
        query.setInt(at++, lane.partition().partition());
        query.setString(at++, lane.bizKey());
      }
      var found = new ArrayList<Received>();
      try (var rows = query.executeQuery()) {
        while (rows.next()) found.add(received(rows, topic, Origin.PARKED));
      }
      return found;
    }
  }

  /** From partition_no, offset_no, attempts, record_key, payload, headers. */
  static Received received(ResultSet row, String topic, Origin origin) throws SQLException {
    return new Received(
        origin,
        new TopicPartition(topic, row.getInt(1)),
        row.getLong(2),
        row.getInt(3),
        row.getBytes(4),
        row.getBytes(5),
        RecordBytes.headers(row.getBytes(6)));
  }

  /** One to put away until it is due. */
  record Parking(Handled handled, Due due) {}

  /** Puts them away, or gives those that are there already another time. */
  void park(Connection db, List<Parking> all) throws SQLException {
    if (all.isEmpty()) return;
    try (var insert = db.prepareStatement(PARK)) {
      for (var one : all) {
        var received = one.handled().received();
        place(insert, one.handled());
        insert.setInt(6, one.due().attempts());
        insert.setObject(7, time(one.due().at()));
        insert.setBytes(8, received.key());
        insert.setBytes(9, received.value());
        insert.setBytes(10, RecordBytes.of(received.headers()));
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  void remove(Connection db, List<Handled> all) throws SQLException {
    if (all.isEmpty()) return;
    try (var delete = db.prepareStatement(REMOVE)) {
      for (var one : all) {
        place(delete, one);
        delete.addBatch();
      }
      delete.executeBatch();
    }
  }

  private void place(PreparedStatement statement, Handled handled) throws SQLException {
    statement.setString(1, group);
    statement.setString(2, topic);
    statement.setInt(3, handled.received().partition().partition());
    statement.setString(4, handled.bizKey());
    statement.setLong(5, handled.received().offset());
  }

  private int ours(PreparedStatement query, int first, Collection<TopicPartition> partitions)
      throws SQLException {
    int at = first;
    query.setString(at++, group);
    query.setString(at++, topic);
    for (var partition : partitions) query.setInt(at++, partition.partition());
    return at;
  }

  private List<Lane> readLanes(PreparedStatement query) throws SQLException {
    var lanes = new ArrayList<Lane>();
    try (var rows = query.executeQuery()) {
      while (rows.next()) {
        lanes.add(new Lane(new TopicPartition(topic, rows.getInt(1)), rows.getString(2)));
      }
    }
    return lanes;
  }

  private static @Nullable Object time(@Nullable Instant instant) {
    return instant == null ? null : Sql.utc(instant);
  }
}
