package ordinal.bridge;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.regex.Pattern;
import ordinal.projections.sql.Sql;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** The consumers as their tables show them, so that any node can tell it for all. */
final class SqlConsumers implements Consumers {

  private static final Pattern CURSOR = Pattern.compile("\\d{1,18}");

  private static final String OFFSETS =
      """
      SELECT consumer_group, topic, partition_no, next_offset FROM inbox_offset
       ORDER BY consumer_group, topic, partition_no""";

  private static final String PARKED =
      "SELECT consumer_group, topic, COUNT(*) FROM parked_message GROUP BY consumer_group, topic";

  private static final String DEAD =
      """
SELECT consumer_group, topic, COUNT(*) FROM dead_letter
 WHERE source = 'CONSUMER' AND status IN ('DEAD', 'REPLAYING') GROUP BY consumer_group, topic""";

  private static final String LOG =
      """
SELECT id, consumer_group, topic, partition_no, offset_no, event_id, event_type, biz_key, status,
  attempts, reason, cost_ms, trace_id, received_at, updated_at
FROM consume_log WHERE TRUE""";

  /** The end of each partition, for those who read committed records. */
  @FunctionalInterface
  interface Ends
      extends Function<List<TopicPartition>, CompletionStage<Map<TopicPartition, Long>>> {}

  private final Sql database;
  private final Ends ends;

  SqlConsumers(Sql database, Ends ends) {
    this.database = database;
    this.ends = ends;
  }

  // Groups.

  private record Name(String group, String topic) {}

  private record Standing(
      Map<Name, Map<TopicPartition, Long>> offsets, Map<Name, Long> parked, Map<Name, Long> dead) {
    List<TopicPartition> partitions() {
      return offsets.values().stream().flatMap(all -> all.keySet().stream()).distinct().toList();
    }
  }

  @Override
  public CompletionStage<List<Group>> list() {
    return database
        .ask(SqlConsumers::standing)
        .thenCompose(
            standing ->
                ends.apply(standing.partitions()).thenApply(found -> groups(standing, found)));
  }

  private static Standing standing(Connection db) throws SQLException {
    var offsets = new HashMap<Name, Map<TopicPartition, Long>>();
    try (var statement = db.createStatement();
        var rows = statement.executeQuery(OFFSETS)) {
      while (rows.next()) {
        var name = new Name(rows.getString(1), rows.getString(2));
        offsets
            .computeIfAbsent(name, unused -> new HashMap<>())
            .put(new TopicPartition(name.topic(), rows.getInt(3)), rows.getLong(4));
      }
    }
    return new Standing(offsets, counts(db, PARKED), counts(db, DEAD));
  }

  private static Map<Name, Long> counts(Connection db, String sql) throws SQLException {
    var counts = new HashMap<Name, Long>();
    try (var statement = db.createStatement();
        var rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        counts.put(new Name(rows.getString(1), rows.getString(2)), rows.getLong(3));
      }
    }
    return counts;
  }

  private static List<Group> groups(Standing standing, Map<TopicPartition, Long> ends) {
    var groups = new TreeMap<String, Group>();
    standing
        .offsets()
        .forEach(
            (name, offsets) -> {
              var partitions = new TreeMap<Integer, Partition>();
              offsets.forEach(
                  (at, next) -> {
                    long end = Math.max(next, ends.getOrDefault(at, next));
                    partitions.put(
                        at.partition(), new Partition(at.partition(), next, end, end - next));
                  });
              var all = List.copyOf(partitions.values());
              groups.put(
                  name.group() + " " + name.topic(),
                  new Group(
                      name.group(),
                      name.topic(),
                      all.stream().mapToLong(Partition::lag).sum(),
                      standing.parked().getOrDefault(name, 0L),
                      standing.dead().getOrDefault(name, 0L),
                      all));
            });
    return List.copyOf(groups.values());
  }

  // The log.

  @Override
  public CompletionStage<LogPage> log(LogFilter filter, int limit, @Nullable String cursor) {
    if (cursor != null && !CURSOR.matcher(cursor).matches()) {
      return CompletableFuture.failedFuture(
          new IllegalArgumentException("no cursor of ours: " + cursor));
    }
    return database.ask(db -> page(db, filter, limit, cursor));
  }

  /** One more than asked for tells whether there is another page. */
  private static LogPage page(Connection db, LogFilter filter, int limit, @Nullable String cursor)
      throws SQLException {
    var sql = new StringBuilder(LOG);
    var values = new ArrayList<String>();
    var status = filter.status();
    condition(sql, values, " AND status = ?", status == null ? null : status.name());
    condition(sql, values, " AND consumer_group = ?", filter.group());
    condition(sql, values, " AND biz_key = ?", filter.bizKey());
    condition(sql, values, " AND id < ?", cursor);
    sql.append(" ORDER BY id DESC LIMIT ").append(limit + 1);
    try (var query = db.prepareStatement(sql.toString())) {
      for (int i = 0; i < values.size(); i++) query.setString(i + 1, values.get(i));
      var items = new ArrayList<LogEntry>();
      long last = 0;
      try (var rows = query.executeQuery()) {
        while (rows.next()) {
          if (items.size() == limit) return new LogPage(items, Long.toString(last));
          last = rows.getLong("id");
          items.add(entry(rows));
        }
      }
      return new LogPage(items, null);
    }
  }

  private static void condition(
      StringBuilder sql, List<String> values, String condition, @Nullable String value) {
    if (value == null) return;
    sql.append(condition);
    values.add(value);
  }

  private static LogEntry entry(ResultSet row) throws SQLException {
    return new LogEntry(
        row.getString("consumer_group"),
        row.getString("topic"),
        row.getInt("partition_no"),
        row.getLong("offset_no"),
        row.getString("event_id"),
        row.getString("event_type"),
        row.getString("biz_key"),
        Status.valueOf(row.getString("status")),
        row.getInt("attempts"),
        row.getString("reason"),
        row.getLong("cost_ms"),
        row.getString("trace_id"),
        Sql.time(row, 14),
        Sql.time(row, 15));
  }
}
