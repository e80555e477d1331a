package ordinal.inbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The table {@code inbox_offset} of one group: one row per partition.
 *
 * <p>A row says who holds the partition, and counts what happened to it. Taking it over writes the
 * new holder and counts on; so does every transaction of the holder, and only from exactly the
 * count that it knows. So whoever has lost the partition cannot commit, even when the offset is
 * still where it was; and a holder whose COMMIT got no answer can tell afterwards whether it
 * happened.
 */
final class OffsetStore {

  /** A partition as its holder knows it. */
  record Held(long nextOffset, long version) {}

  /** A stored row. */
  private record Row(long nextOffset, long version, String holder) {}

  private static final Comparator<TopicPartition> BY_NAME =
      Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition);

  private static final String READ =
      """
      SELECT topic, partition_no, next_offset, version, holder FROM inbox_offset
       WHERE consumer_group = ? AND (topic, partition_no) IN (%s) FOR UPDATE""";

  private static final String TAKE =
      """
      UPDATE inbox_offset SET holder = ?, version = ?
       WHERE consumer_group = ? AND topic = ? AND partition_no = ?""";

  private static final String BEGIN =
      """
      INSERT INTO inbox_offset (consumer_group, topic, partition_no, next_offset, version, holder)
      VALUES (?, ?, ?, ?, 1, ?)""";

  /** Another node may begin at the same moment. */
  private static final String BEGIN_UNLESS_BEGUN = BEGIN.replace("INSERT", "INSERT IGNORE");

  /** Of rows that are there, for they were just read and locked: one statement for all of them. */
  private static final String MOVE =
      """
      INSERT INTO inbox_offset (consumer_group, topic, partition_no, next_offset, version, holder)
      VALUES %s
      ON DUPLICATE KEY UPDATE next_offset = VALUES(next_offset), version = VALUES(version)""";

  private final DataSource database;
  private final String group;
  private final String holder;

  /**
   * @param holder a name that no other inbox ever has
   */
  OffsetStore(DataSource database, String group, String holder) {
    this.database = database;
    this.group = group;
    this.holder = holder;
  }

  /** Does nothing to topics of which the group has an offset already. */
  void beginAt(Map<TopicPartition, Long> offsets) throws SQLException {
    try (var transaction = new Transaction()) {
      var begun = new HashSet<String>();
      for (var partition : read(transaction.db, sorted(offsets.keySet())).keySet()) {
        begun.add(partition.topic());
      }
      for (var partition : sorted(offsets.keySet())) {
        if (begun.contains(partition.topic())) continue;
        try (var insert = transaction.db.prepareStatement(BEGIN_UNLESS_BEGUN)) {
          name(insert, 1, partition);
          insert.setLong(4, value(offsets, partition));
          insert.setString(5, holder);
          insert.executeUpdate();
        }
      }
      transaction.commit();
    }
  }

  /** Where a partition without a stored offset begins. */
  @FunctionalInterface
  interface Beginning {
    long of(TopicPartition partition);
  }

  /** From now on nobody else can move these. */
  Map<TopicPartition, Held> take(Iterable<TopicPartition> partitions, Beginning beginning)
      throws SQLException {
    var taken = new HashMap<TopicPartition, Held>();
    var wanted = sorted(partitions);
    try (var transaction = new Transaction()) {
      var rows = read(transaction.db, wanted);
      for (var partition : wanted) {
        taken.put(partition, take(transaction.db, partition, rows.get(partition), beginning));
      }
      transaction.commit();
    }
    return taken;
  }

  private Held take(Connection db, TopicPartition partition, @Nullable Row row, Beginning beginning)
      throws SQLException {
    if (row == null) {
      long begin = beginning.of(partition);
      try (var insert = db.prepareStatement(BEGIN)) {
        name(insert, 1, partition);
        insert.setLong(4, begin);
        insert.setString(5, holder);
        insert.executeUpdate();
      }
      return new Held(begin, 1);
    }
    try (var update = db.prepareStatement(TAKE)) {
      update.setString(1, holder);
      update.setLong(2, row.version() + 1);
      name(update, 3, partition);
      update.executeUpdate();
    }
    return new Held(row.nextOffset(), row.version() + 1);
  }

  /**
   * Writes an effect and moves all these partitions, each from what it is known to be at. What was
   * committed before without an answer is not written again.
   *
   * @param to the next offset of each
   */
  void commit(
      Map<TopicPartition, Held> known, Map<TopicPartition, Long> to, @Nullable InboxEffect effect)
      throws SQLException, PartitionLost {
    try (var transaction = new Transaction()) {
      if (isDone(transaction.db, known, to)) return;
      if (effect != null) effect.write(transaction.db);
      move(transaction.db, known, to);
      transaction.commit();
    }
  }

  private void move(Connection db, Map<TopicPartition, Held> known, Map<TopicPartition, Long> to)
      throws SQLException {
    var rows = String.join(", ", Collections.nCopies(known.size(), "(?, ?, ?, ?, ?, ?)"));
    try (var update = db.prepareStatement(MOVE.formatted(rows))) {
      int at = 1;
      for (var partition : sorted(known.keySet())) {
        name(update, at, partition);
        update.setLong(at + 3, value(to, partition));
        update.setLong(at + 4, value(known, partition).version() + 1);
        update.setString(at + 5, holder);
        at += 6;
      }
      update.executeUpdate();
    }
  }

  /** All of them stand one further, by this holder: the COMMIT had happened. */
  private boolean isDone(
      Connection db, Map<TopicPartition, Held> known, Map<TopicPartition, Long> to)
      throws SQLException, PartitionLost {
    int done = 0;
    var wanted = sorted(known.keySet());
    var rows = read(db, wanted);
    for (var partition : wanted) {
      var held = value(known, partition);
      var row = rows.get(partition);
      if (row == null || !row.holder().equals(holder)) {
        throw new PartitionLost(partition + " was taken over");
      }
      boolean isAfter =
          row.version() == held.version() + 1 && row.nextOffset() == value(to, partition);
      if (isAfter) {
        done++;
      } else if (row.version() != held.version() || row.nextOffset() != held.nextOffset()) {
        throw new PartitionLost(partition + " is at " + row + ", not at " + held);
      }
    }
    if (done != 0 && done != known.size()) {
      throw new PartitionLost("some of " + known.keySet() + " moved without the others");
    }
    return done != 0;
  }

  /** Those of them that are there; nobody else writes them until the transaction ends. */
  private Map<TopicPartition, Row> read(Connection db, List<TopicPartition> partitions)
      throws SQLException {
    var found = new HashMap<TopicPartition, Row>();
    if (partitions.isEmpty()) return found;
    var places = String.join(", ", Collections.nCopies(partitions.size(), "(?, ?)"));
    try (var query = db.prepareStatement(READ.formatted(places))) {
      query.setString(1, group);
      int at = 2;
      for (var partition : partitions) {
        query.setString(at, partition.topic());
        query.setInt(at + 1, partition.partition());
        at += 2;
      }
      try (var rows = query.executeQuery()) {
        while (rows.next()) {
          found.put(
              new TopicPartition(rows.getString(1), rows.getInt(2)),
              new Row(rows.getLong(3), rows.getLong(4), rows.getString(5)));
        }
      }
    }
    return found;
  }

  private void name(PreparedStatement statement, int at, TopicPartition partition)
      throws SQLException {
    statement.setString(at, group);
    statement.setString(at + 1, partition.topic());
    statement.setInt(at + 2, partition.partition());
  }

  /** Always in the same order, so that two inboxes wait for each other and do not lock up. */
  private static List<TopicPartition> sorted(Iterable<TopicPartition> partitions) {
    var all = new ArrayList<TopicPartition>();
    partitions.forEach(all::add);
    all.sort(BY_NAME);
    return all;
  }

  private static <V> V value(Map<TopicPartition, V> map, TopicPartition partition) {
    var value = map.get(partition);
    if (value == null) throw new IllegalStateException("nothing is known of " + partition);
    return value;
  }

  /** Rolled back unless committed; then the connection is as it was. */
  private final class Transaction implements AutoCloseable {
    final Connection db;

    Transaction() throws SQLException {
      db = database.getConnection();
      try {
        db.setAutoCommit(false);
      } catch (SQLException e) {
        db.close();
        throw e;
      }
    }

    void commit() throws SQLException {
      db.commit();
    }

    @Override
    public void close() throws SQLException {
      try (db) {
        db.rollback();
        db.setAutoCommit(true);
      }
    }
  }
}
