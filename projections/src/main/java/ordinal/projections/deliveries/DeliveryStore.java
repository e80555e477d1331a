package ordinal.projections.deliveries;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import ordinal.projections.sql.MultiRowInsert;
import ordinal.projections.sql.Sql;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * event_delivery and delivery_position of one topic.
 *
 * <p>Rows and positions move in one transaction, and a position moves only from where the caller
 * believes it to be. So of two recorders one goes on and the other fails, and starts anew from what
 * is stored.
 */
final class DeliveryStore {

  /** One event's place. */
  record Place(TopicPartition partition, long offset) {

    @Override
    public String toString() {
      return partition + " " + offset;
    }
  }

  /** One record of ours. */
  record Delivered(long ordering, Place place, Instant publishedAt) {}

  /** How far a partition is read, and the last record of ours below, by which to know it again. */
  record Position(long nextOffset, @Nullable Last last) {}

  /** A record of ours. */
  record Last(long offset, long ordering) {}

  /** One position that is to move. */
  record Move(Position from, Position to) {}

  /** An event that is on the topic twice. */
  record Doubled(long ordering, Place first, Place second) {}

  private static final String INSERT =
      """
      INSERT IGNORE INTO event_delivery (ordering, topic, partition_no, offset_no, published_at)
      VALUES""";

  private static final String SAVE =
      """
      INSERT INTO delivery_position (topic, partition_no, next_offset, last_offset, last_ordering)
      VALUES""";

  private static final String SAVE_ANEW =
      """
      ON DUPLICATE KEY UPDATE next_offset = VALUES(next_offset),
        last_offset = VALUES(last_offset), last_ordering = VALUES(last_ordering)""";

  /** The rows behind a place have no index: it is a rare thing to ask, and there are many rows. */
  private static final Duration LONGEST_DELETE = Duration.ofMinutes(10);

  private final DataSource database;
  private final List<String> topics;

  DeliveryStore(DataSource database, List<String> topics) {
    this.database = database;
    this.topics = topics;
  }

  Map<TopicPartition, Position> positions() throws SQLException {
    try (var db = database.getConnection()) {
      return positions(db, "");
    }
  }

  private Map<TopicPartition, Position> positions(Connection db, String locking)
      throws SQLException {
    var sql =
        """
        SELECT topic, partition_no, next_offset, last_offset, last_ordering
        FROM delivery_position WHERE topic IN (%s)"""
            .formatted(Sql.places(topics.size()));
    try (var statement = db.prepareStatement(sql + locking)) {
      for (int i = 0; i < topics.size(); i++) statement.setString(i + 1, topics.get(i));
      var found = new HashMap<TopicPartition, Position>();
      try (var rows = statement.executeQuery()) {
        while (rows.next()) {
          var last = new Last(rows.getLong(4), rows.getLong(5));
          boolean none = rows.wasNull();
          found.put(
              new TopicPartition(rows.getString(1), rows.getInt(2)),
              new Position(rows.getLong(3), none ? null : last));
        }
      }
      return found;
    }
  }

  /** A partition that was never read before; if it was, nothing. */
  void begin(TopicPartition partition, long offset) throws SQLException {
    try (var db = database.getConnection();
        var insert =
            db.prepareStatement(
                "INSERT IGNORE INTO delivery_position VALUES (?, ?, ?, NULL, NULL)")) {
      insert.setString(1, partition.topic());
      insert.setInt(2, partition.partition());
      insert.setLong(3, offset);
      insert.executeUpdate();
    }
  }

  /** Puts rows and positions in; the events among them that were known from another place. */
  List<Doubled> record(List<Delivered> records, Map<TopicPartition, Move> moves)
      throws SQLException {
    try (var transaction = new Transaction()) {
      requireAt(transaction.db, moves);
      var insert = new MultiRowInsert(INSERT, "", records.size());
      for (var one : records) {
        insert
            .row()
            .number(one.ordering())
            .text(one.place().partition().topic())
            .number(one.place().partition().partition())
            .number(one.place().offset())
            .time(one.publishedAt());
      }
      var doubled =
          insert.execute(transaction.db) == records.size()
              ? List.<Doubled>of()
              : doubled(transaction.db, records);
      save(transaction.db, moves);
      transaction.commit();
      return doubled;
    }
  }

  /**
   * What is at and behind an offset is not on Kafka any more: forgets it, and reads on from there.
   * The audit, which looks at everything once, is to look at it again.
   */
  int rewind(TopicPartition partition, Move move) throws SQLException {
    try (var transaction = new Transaction()) {
      var db = transaction.db;
      db.setNetworkTimeout(Runnable::run, Math.toIntExact(LONGEST_DELETE.toMillis()));
      requireAt(db, Map.of(partition, move));
      var behind =
          "FROM event_delivery WHERE topic = ? AND partition_no = ? AND offset_no >= %d"
              .formatted(move.to().nextOffset());
      try (var audit =
          db.prepareStatement(
              "UPDATE audit_position SET ordering = LEAST(ordering,"
                  + " COALESCE((SELECT MIN(ordering) - 1 %s), ordering))".formatted(behind))) {
        audit.setString(1, partition.topic());
        audit.setInt(2, partition.partition());
        audit.executeUpdate();
      }
      int forgotten;
      try (var delete = db.prepareStatement("DELETE " + behind)) {
        delete.setString(1, partition.topic());
        delete.setInt(2, partition.partition());
        forgotten = delete.executeUpdate();
      }
      save(db, Map.of(partition, move));
      transaction.commit();
      return forgotten;
    }
  }

  private void requireAt(Connection db, Map<TopicPartition, Move> moves) throws SQLException {
    var stored = positions(db, " FOR UPDATE");
    for (var move : moves.entrySet()) {
      var at = stored.get(move.getKey());
      if (at == null || at.nextOffset() != move.getValue().from().nextOffset()) {
        throw new IllegalStateException(
            "%s is at %s, not at %s: another recorder runs"
                .formatted(move.getKey(), at, move.getValue().from()));
      }
    }
  }

  private void save(Connection db, Map<TopicPartition, Move> moves) throws SQLException {
    var save = new MultiRowInsert(SAVE, SAVE_ANEW, moves.size());
    for (var move : moves.entrySet()) {
      var to = move.getValue().to();
      save.row()
          .text(move.getKey().topic())
          .number(move.getKey().partition())
          .number(to.nextOffset());
      if (to.last() == null) {
        save.text(null).text(null);
      } else {
        save.number(to.last().offset()).number(to.last().ordering());
      }
    }
    save.execute(db);
  }

  private static List<Doubled> doubled(Connection db, List<Delivered> records) throws SQLException {
    var sql =
        "SELECT ordering, topic, partition_no, offset_no FROM event_delivery WHERE ordering IN (%s)"
            .formatted(Sql.places(records.size()));
    var known = new HashMap<Long, Place>();
    try (var statement = db.prepareStatement(sql)) {
      int at = 1;
      for (var one : records) statement.setLong(at++, one.ordering());
      try (var rows = statement.executeQuery()) {
        while (rows.next()) {
          var partition = new TopicPartition(rows.getString(2), rows.getInt(3));
          known.put(rows.getLong(1), new Place(partition, rows.getLong(4)));
        }
      }
    }
    var doubled = new ArrayList<Doubled>();
    for (var one : records) {
      var first = known.get(one.ordering());
      // Read a second time from the same place it is the same record.
      if (first != null && !first.equals(one.place())) {
        doubled.add(new Doubled(one.ordering(), first, one.place()));
      }
    }
    return doubled;
  }

  /** Whether someone asked to hold this. */
  boolean isPaused() throws SQLException {
    try (var db = database.getConnection()) {
      return Sql.number(
              db,
              "SELECT COUNT(*) FROM projection_management WHERE paused AND projection_name = '%s'"
                  .formatted(DeliveryRecorder.NAME))
          > 0;
    }
  }

  /** Rolled back unless committed; the pool puts the connection back as it was. */
  private final class Transaction implements AutoCloseable {
    final Connection db;

    Transaction() throws SQLException {
      db = database.getConnection();
      db.setAutoCommit(false);
    }

    void commit() throws SQLException {
      db.commit();
    }

    @Override
    public void close() throws SQLException {
      try (db) {
        db.rollback();
      }
    }
  }
}
