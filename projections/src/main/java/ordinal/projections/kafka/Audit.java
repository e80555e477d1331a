package ordinal.projections.kafka;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import ordinal.kernel.Ids;
import ordinal.projections.message.EventMessage;
import ordinal.projections.tail.SliceRange;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares, slice by slice and range by range, what is stored with what a consumer of committed
 * records has found on Kafka. What is missing there is sent again, and counted; both counters
 * should be zero for ever. A broker that lost records, by a power cut or by hand, makes them rise.
 *
 * <p>A range is compared once: from where the last audit ended to where the slice was published
 * when this one began, and only when the recorder of deliveries has read everything that was on
 * Kafka then. So what is missing is missing, and not late.
 *
 * <p>A missing event becomes a dead letter that is to be replayed: the slice's publisher sends it,
 * exactly once like everything else. It comes after later events of its order; that cannot be
 * helped, and is what the alert says.
 */
public final class Audit {

  private static final Logger LOG = LoggerFactory.getLogger(Audit.class);
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final int RANGE = 50_000;
  private static final int MOST_REPAIRED_AT_ONCE = 1000;

  private static final String COUNT =
      """
      SELECT COUNT(*), COUNT(d.ordering)
      FROM event_journal j LEFT JOIN event_delivery d ON d.ordering = j.ordering
      WHERE j.slice = ? AND j.ordering > ? AND j.ordering <= ?""";

  private static final String MISSING =
      """
      SELECT j.ordering, j.persistence_id, j.sequence_number
      FROM event_journal j
        LEFT JOIN event_delivery d ON d.ordering = j.ordering
        LEFT JOIN dead_letter l ON l.persistence_id = j.persistence_id
          AND l.sequence_number = j.sequence_number AND l.status <> 'SENT'
      WHERE j.slice = ? AND j.ordering > ? AND j.ordering <= ?
        AND d.ordering IS NULL AND l.id IS NULL
      ORDER BY j.ordering LIMIT ?""";

  private static final String ONE =
      "SELECT persistence_id, sequence_number, slice FROM event_journal WHERE ordering = ?";

  private static final String REPAIR =
      """
      INSERT INTO dead_letter (id, source, status, topic, biz_key, event_type, persistence_id,
        sequence_number, ordering, slice, reason, attempts, trace_id, created_at, updated_at)
      VALUES (?, 'AUDIT', 'REPLAYING', ?, ?, '', ?, ?, ?, ?,
        'was published, and is not on Kafka', 0, '', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))
      ON DUPLICATE KEY UPDATE status = 'REPLAYING', reason = VALUES(reason),
        updated_at = VALUES(updated_at)""";

  /** What one round found. */
  public record Result(long compared, long missing) {}

  private record Missing(long ordering, String persistenceId, long sequenceNr) {}

  private final DataSource database;
  private final String bootstrap;
  private final int slices;
  private final IntConsumer replay;
  private final OutboxMetrics metrics;

  /**
   * Starts nothing.
   *
   * @param replay tells the publisher of a slice that there is something to replay
   */
  public Audit(
      DataSource database,
      String bootstrap,
      int slices,
      IntConsumer replay,
      OutboxMetrics metrics) {
    this.database = database;
    this.bootstrap = bootstrap;
    this.slices = slices;
    this.replay = replay;
    this.metrics = metrics;
  }

  /** Compares what was published since the last round. */
  public Result run() throws SQLException {
    var published = published();
    var audited = audited();
    if (IntStream.range(0, slices)
        .allMatch(s -> published.getOrDefault(s, 0L) <= audited(audited, s))) {
      return new Result(0, 0);
    }
    var ends = ends();
    long compared = 0;
    long lost = 0;
    for (int slice = 0; slice < slices; slice++) {
      long upTo = published.getOrDefault(slice, 0L);
      for (long from = audited(audited, slice); from < upTo; from += RANGE) {
        var result = compare(slice, from, Math.min(from + RANGE, upTo), ends);
        if (result == null) {
          LOG.info("[Audit] waits: the deliveries are not recorded up to the end yet");
          return new Result(compared, lost);
        }
        compared += result.compared();
        lost += result.missing();
      }
    }
    if (lost > 0) {
      LOG.error("[Audit] [ALERT] {} of {} events are not on Kafka; sending them", lost, compared);
    }
    return new Result(compared, lost);
  }

  private static long audited(Map<Integer, Long> audited, int slice) {
    return audited.getOrDefault(slice, 0L);
  }

  /**
   * Null when the recorder has not read up to these ends. One transaction that holds the recorder:
   * one that finds Kafka's end lost and forgets deliveries does so before this or after it, and
   * then has the range compared again.
   */
  private @Nullable Result compare(int slice, long from, long upTo, Map<TopicPartition, Long> ends)
      throws SQLException {
    try (var connection = database.getConnection()) {
      connection.setAutoCommit(false);
      try {
        if (!recorderHasRead(connection, ends)) return null;
        long[] counts = counts(connection, slice, from, upTo);
        long found = counts[0] == counts[1] ? 0 : repair(connection, slice, from, upTo);
        setAudited(connection, slice, upTo);
        connection.commit();
        metrics.missing(found);
        if (found > 0) replay.accept(slice);
        return new Result(counts[0], found);
      } finally {
        connection.rollback();
        connection.setAutoCommit(true);
      }
    }
  }

  private static long repair(Connection connection, int slice, long from, long upTo)
      throws SQLException {
    List<Missing> some;
    long found = 0;
    long after = from;
    do {
      some = missing(connection, slice, after, upTo);
      for (var one : some) repair(connection, slice, one);
      found += some.size();
      if (!some.isEmpty()) after = some.get(some.size() - 1).ordering();
    } while (some.size() == MOST_REPAIRED_AT_ONCE);
    return found;
  }

  private static long[] counts(Connection connection, int slice, long from, long upTo)
      throws SQLException {
    try (var query = connection.prepareStatement(COUNT)) {
      query.setInt(1, slice);
      query.setLong(2, from);
      query.setLong(3, upTo);
      try (var rows = query.executeQuery()) {
        rows.next();
        return new long[] {rows.getLong(1), rows.getLong(2)};
      }
    }
  }

  private static List<Missing> missing(Connection connection, int slice, long from, long upTo)
      throws SQLException {
    try (var query = connection.prepareStatement(MISSING)) {
      query.setInt(1, slice);
      query.setLong(2, from);
      query.setLong(3, upTo);
      query.setInt(4, MOST_REPAIRED_AT_ONCE);
      var found = new ArrayList<Missing>();
      try (var rows = query.executeQuery()) {
        while (rows.next()) {
          found.add(new Missing(rows.getLong(1), rows.getString(2), rows.getLong(3)));
        }
      }
      return found;
    }
  }

  private static void repair(Connection connection, int slice, Missing one) throws SQLException {
    try (var insert = connection.prepareStatement(REPAIR)) {
      insert.setString(1, Ids.eventId(one.persistenceId(), one.sequenceNr()));
      insert.setString(2, EventMessage.topicOf(one.persistenceId()));
      insert.setString(3, one.persistenceId().substring(one.persistenceId().indexOf('|') + 1));
      insert.setString(4, one.persistenceId());
      insert.setLong(5, one.sequenceNr());
      insert.setLong(6, one.ordering());
      insert.setInt(7, slice);
      insert.executeUpdate();
    }
  }

  // Positions.

  private Map<Integer, Long> published() throws SQLException {
    return positions(
        "SELECT projection_key, current_offset FROM projection_offset WHERE projection_name = '"
            + KafkaPublishers.NAME
            + "'");
  }

  private Map<Integer, Long> audited() throws SQLException {
    return positions("SELECT slice, ordering FROM audit_position");
  }

  private Map<Integer, Long> positions(String sql) throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      var found = new HashMap<Integer, Long>();
      while (rows.next()) {
        var range = SliceRange.of(rows.getString(1));
        long position = Long.parseLong(rows.getString(2));
        for (int slice = range.first(); slice <= range.last(); slice++) found.put(slice, position);
      }
      return found;
    }
  }

  private static void setAudited(Connection connection, int slice, long ordering)
      throws SQLException {
    try (var update =
        connection.prepareStatement(
            "INSERT INTO audit_position (slice, ordering) VALUES (?, ?)"
                + " ON DUPLICATE KEY UPDATE ordering = GREATEST(ordering, VALUES(ordering))")) {
      update.setInt(1, slice);
      update.setLong(2, ordering);
      update.executeUpdate();
    }
  }

  /** Where the topic ends now, for readers of committed records. */
  private Map<TopicPartition, Long> ends() {
    Map<String, Object> settings =
        Map.of(
            AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrap,
            AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
            (int) LIMIT.toMillis(),
            AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
            (int) LIMIT.toMillis());
    try (var admin = Admin.create(settings)) {
      var described =
          admin
              .describeTopics(EventMessage.TOPICS)
              .allTopicNames()
              .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
      var wanted = new HashMap<TopicPartition, OffsetSpec>();
      described.forEach(
          (topic, description) -> {
            for (var one : description.partitions()) {
              wanted.put(new TopicPartition(topic, one.partition()), OffsetSpec.latest());
            }
          });
      var found =
          admin
              .listOffsets(wanted, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
              .all()
              .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
      var ends = new HashMap<TopicPartition, Long>();
      found.forEach((partition, info) -> ends.put(partition, info.offset()));
      return ends;
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("Kafka does not answer the audit: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  // Single events, which an earlier round has passed.

  /** Whether the recorder has read everything that is on Kafka now. */
  boolean isRecorded() throws SQLException {
    var ends = ends();
    try (var connection = database.getConnection()) {
      return recorderHasRead(connection, ends);
    }
  }

  /** Sends these again, which nobody finds on Kafka. Those that are parked already stay so. */
  void resend(Collection<Long> orderings) throws SQLException {
    if (orderings.isEmpty()) return;
    var bySlice = new HashMap<Integer, List<Missing>>();
    try (var connection = database.getConnection();
        var query = connection.prepareStatement(ONE)) {
      for (var ordering : orderings) {
        query.setLong(1, ordering);
        try (var row = query.executeQuery()) {
          if (!row.next()) continue;
          bySlice
              .computeIfAbsent(row.getInt(3), slice -> new ArrayList<>())
              .add(new Missing(ordering, row.getString(1), row.getLong(2)));
        }
      }
      for (var slice : bySlice.entrySet()) {
        for (var one : slice.getValue()) repair(connection, slice.getKey(), one);
        metrics.missing(slice.getValue().size());
        replay.accept(slice.getKey());
      }
    }
  }

  private static boolean recorderHasRead(Connection connection, Map<TopicPartition, Long> ends)
      throws SQLException {
    var read = new HashMap<TopicPartition, Long>();
    try (var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "SELECT topic, partition_no, next_offset FROM delivery_position"
                    + " LOCK IN SHARE MODE")) {
      while (rows.next()) {
        read.put(new TopicPartition(rows.getString(1), rows.getInt(2)), rows.getLong(3));
      }
    }
    return ends.entrySet().stream()
        .allMatch(end -> read.getOrDefault(end.getKey(), 0L) >= end.getValue());
  }
}
