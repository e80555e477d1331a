package ordinal.projections.operation;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntConsumer;
import java.util.regex.Pattern;
import ordinal.projections.sql.Sql;
import org.jspecify.annotations.Nullable;

/**
 * The dead letters, in the table where publishers and consumers put them.
 *
 * <p>A replay only marks them, in one transaction for an order: all of its events that are dead or
 * wait go together, or a later one would overtake an earlier one. The publisher of the slice is
 * then woken and sends them, in order. What the audit found missing is the publisher's to send too;
 * letters of consumers are found by those ({@link ConsumerLetters}).
 */
public final class SqlDeadLetters implements DeadLetters {

  /** How many orders are marked in one transaction. */
  static final int ORDERS_AT_ONCE = 500;

  private static final Pattern CURSOR = Pattern.compile("(\\d{1,15})-([0-9A-Z]{26})");

  private static final String COLUMNS =
      "id, source, status, topic, biz_key, event_type, sequence_number, reason, attempts, trace_id,"
          + " created_at, updated_at";
  private static final String ONE = "SELECT " + COLUMNS + " FROM dead_letter WHERE id = ?";

  private static final String ORDER_OF =
      "SELECT persistence_id, slice FROM dead_letter WHERE source IN ('OUTBOX', 'AUDIT') AND id ="
          + " ?";
  private static final String ORDERS =
      """
SELECT DISTINCT persistence_id, slice FROM dead_letter
 WHERE source IN ('OUTBOX', 'AUDIT') AND status IN ('DEAD', 'WAITING') AND persistence_id > ?%s
 ORDER BY persistence_id LIMIT %d
""";
  private static final String MARK =
      """
UPDATE dead_letter SET status = 'REPLAYING', updated_at = ?
 WHERE source IN ('OUTBOX', 'AUDIT') AND status IN ('DEAD', 'WAITING') AND persistence_id IN (%s)
""";

  private final Sql database;
  private final Clock clock;
  private final IntConsumer wake;
  private final ConsumerLetters consumers;

  /**
   * @param wake tells the publisher of a slice, wherever it runs, that there is something to replay
   */
  public SqlDeadLetters(Sql database, Clock clock, IntConsumer wake) {
    this.database = database;
    this.clock = clock;
    this.wake = wake;
    this.consumers = new ConsumerLetters(database, clock);
  }

  // Reading.

  @Override
  public CompletionStage<Page> list(Filter filter, int limit, @Nullable String cursor) {
    var after = cursor == null ? null : Place.parse(cursor);
    if (cursor != null && after == null) {
      return CompletableFuture.failedFuture(
          new IllegalArgumentException("no cursor of ours: " + cursor));
    }
    return database.ask(connection -> page(connection, filter, limit, after));
  }

  @Override
  public CompletionStage<Optional<DeadLetter>> get(String id) {
    return database.ask(
        connection -> {
          try (var statement = connection.prepareStatement(ONE)) {
            statement.setString(1, id);
            var found = letters(statement);
            return found.isEmpty() ? Optional.empty() : Optional.of(found.get(0));
          }
        });
  }

  /** Where a page ends: this letter was its last. */
  private record Place(Instant createdAt, String id) {
    static @Nullable Place parse(String cursor) {
      var match = CURSOR.matcher(cursor);
      if (!match.matches()) return null;
      return new Place(Instant.ofEpochMilli(Long.parseLong(match.group(1))), match.group(2));
    }

    static Place of(DeadLetter letter) {
      return new Place(letter.createdAt(), letter.id());
    }

    String cursor() {
      return createdAt.toEpochMilli() + "-" + id;
    }
  }

  /** One letter more than asked for tells whether there is another page. */
  private static Page page(Connection connection, Filter filter, int limit, @Nullable Place after)
      throws SQLException {
    var values = new ArrayList<Object>();
    var sql = listSql(filter, limit + 1, after, values);
    try (var statement = connection.prepareStatement(sql)) {
      fill(statement, values);
      var found = letters(statement);
      if (found.size() <= limit) return new Page(found, null);
      var page = found.subList(0, limit);
      return new Page(page, Place.of(page.get(limit - 1)).cursor());
    }
  }

  /** Each status is a range of the index; together they are put in order. */
  private static String listSql(
      Filter filter, int limit, @Nullable Place after, List<Object> values) {
    var status = filter.status();
    var parts = new ArrayList<String>();
    for (var one : status == null ? List.of(Status.values()) : List.of(status)) {
      var part = new StringBuilder("(SELECT " + COLUMNS + " FROM dead_letter WHERE status = ?");
      values.add(one.name());
      part.append(matching(filter, values));
      if (after != null) {
        part.append(" AND created_at >= ? AND (created_at > ? OR id > ?)");
        values.addAll(List.of(utc(after.createdAt()), utc(after.createdAt()), after.id()));
      }
      parts.add(part + " ORDER BY created_at, id LIMIT " + limit + ")");
    }
    return String.join(" UNION ALL ", parts) + " ORDER BY created_at, id LIMIT " + limit;
  }

  static String matching(Filter filter, List<Object> values) {
    var conditions = new StringBuilder();
    condition(conditions, " AND topic = ?", filter.topic(), values);
    condition(conditions, " AND biz_key = ?", filter.bizKey(), values);
    condition(conditions, " AND event_type = ?", filter.eventType(), values);
    condition(conditions, " AND source = ?", filter.source(), values);
    return conditions.toString();
  }

  private static void condition(
      StringBuilder conditions, String condition, @Nullable String value, List<Object> values) {
    if (value == null) return;
    conditions.append(condition);
    values.add(value);
  }

  private static List<DeadLetter> letters(PreparedStatement statement) throws SQLException {
    var letters = new ArrayList<DeadLetter>();
    try (var rows = statement.executeQuery()) {
      while (rows.next()) {
        letters.add(
            new DeadLetter(
                rows.getString("id"),
                rows.getString("source"),
                Status.valueOf(rows.getString("status")),
                rows.getString("topic"),
                rows.getString("biz_key"),
                rows.getString("event_type"),
                rows.getLong("sequence_number"),
                rows.getString("reason"),
                rows.getInt("attempts"),
                rows.getString("trace_id"),
                instant(rows, "created_at"),
                instant(rows, "updated_at")));
      }
    }
    return letters;
  }

  // Replaying.

  /** An order whose events are to be marked, and the slice it is in. */
  private record Parked(String persistenceId, int slice) {}

  @Override
  public CompletionStage<Integer> replay(String id) {
    return database
        .inTransaction(
            connection -> {
              try (var statement = connection.prepareStatement(ORDER_OF)) {
                statement.setString(1, id);
                return mark(connection, parked(statement));
              }
            })
        .thenApply(this::wakePublishers)
        .thenCompose(events -> consumers.replay(id).thenApply(messages -> events + messages));
  }

  /** By its own order: a letter that dies again meanwhile is not marked again. */
  @Override
  public CompletionStage<Integer> replayAll(Filter filter) {
    return replayFrom("", filter, 0)
        .thenCompose(
            events -> consumers.replayAll(filter).thenApply(messages -> events + messages));
  }

  private CompletionStage<Integer> replayFrom(String after, Filter filter, int before) {
    return database
        .inTransaction(connection -> mark(connection, next(connection, after, filter)))
        .thenCompose(
            marked -> {
              int sum = before + wakePublishers(marked);
              return marked.orders().size() < ORDERS_AT_ONCE
                  ? CompletableFuture.completedFuture(sum)
                  : replayFrom(marked.last(), filter, sum);
            });
  }

  private static List<Parked> next(Connection connection, String after, Filter filter)
      throws SQLException {
    var values = new ArrayList<Object>(List.of(after));
    var sql = ORDERS.formatted(matching(filter, values), ORDERS_AT_ONCE);
    try (var statement = connection.prepareStatement(sql)) {
      fill(statement, values);
      return parked(statement);
    }
  }

  private static List<Parked> parked(PreparedStatement statement) throws SQLException {
    var orders = new ArrayList<Parked>();
    try (var rows = statement.executeQuery()) {
      while (rows.next()) {
        orders.add(new Parked(rows.getString("persistence_id"), rows.getInt("slice")));
      }
    }
    return orders;
  }

  private record Marked(List<Parked> orders, int events) {
    String last() {
      return orders.get(orders.size() - 1).persistenceId();
    }
  }

  private Marked mark(Connection connection, List<Parked> orders) throws SQLException {
    if (orders.isEmpty()) return new Marked(orders, 0);
    var marks = String.join(", ", Collections.nCopies(orders.size(), "?"));
    try (var statement = connection.prepareStatement(MARK.formatted(marks))) {
      var values = new ArrayList<Object>(List.of(utc(clock.instant())));
      orders.forEach(order -> values.add(order.persistenceId()));
      fill(statement, values);
      return new Marked(orders, statement.executeUpdate());
    }
  }

  /** After the commit, or they would find nothing. Once too often does no harm. */
  private int wakePublishers(Marked marked) {
    var slices = new TreeSet<Integer>();
    marked.orders().forEach(order -> slices.add(order.slice()));
    slices.forEach(wake::accept);
    return marked.events();
  }

  // Values. Times are UTC in the table, whatever the session's zone is.

  static void fill(PreparedStatement statement, List<Object> values) throws SQLException {
    for (int i = 0; i < values.size(); i++) statement.setObject(i + 1, values.get(i));
  }

  private static LocalDateTime utc(Instant instant) {
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, LocalDateTime.class).toInstant(ZoneOffset.UTC);
  }
}
