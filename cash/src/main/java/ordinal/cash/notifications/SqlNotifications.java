package ordinal.cash.notifications;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import ordinal.cash.notifications.Notification.Status;
import ordinal.projections.sql.Sql;
import org.jspecify.annotations.Nullable;

/**
 * Notifications, in the table where the projection puts them. Pages go on from a row and not from a
 * count. A replay makes them due again; the job finds them at its next look.
 */
final class SqlNotifications implements Notifications {

  /** How many are replayed in one statement. */
  static final int REPLAYED_AT_ONCE = 500;

  private static final Pattern CURSOR = Pattern.compile("(\\d{1,15})-([0-9A-Z]{26})");

  private static final String SELECT =
      "SELECT " + NotificationTable.COLUMNS + " FROM notification ";

  private static final String OF_USER =
      SELECT
          + """
            FORCE INDEX (notification_by_user)
            WHERE tenant_id = ? AND user_id = ?%s
            ORDER BY created_at DESC, id DESC
            LIMIT %d""";

  private static final String OF_ORDER =
      SELECT + "WHERE order_no = ? ORDER BY created_at, id LIMIT " + MOST;

  private static final String ONE = SELECT + "WHERE id = ?";

  private static final String REPLAY =
      """
      UPDATE notification SET status = 'PENDING', attempts = 0, next_attempt_at = ?
      WHERE status IN ('DEAD', 'EXPIRED') AND %s""";

  private final Sql sql;
  private final Clock clock;

  SqlNotifications(Sql sql, Clock clock) {
    this.sql = sql;
    this.clock = clock;
  }

  /** Where a page ends: this one was its last. */
  private record Place(Instant createdAt, String id) {

    static @Nullable Place parse(@Nullable String cursor) {
      if (cursor == null) return null;
      var match = CURSOR.matcher(cursor);
      if (!match.matches()) throw new IllegalArgumentException("no cursor of ours: " + cursor);
      return new Place(Instant.ofEpochMilli(Long.parseLong(match.group(1))), match.group(2));
    }

    static Place of(Notification last) {
      return new Place(last.createdAt(), last.id());
    }

    String cursor() {
      return createdAt.toEpochMilli() + "-" + id;
    }

    /** In the order of an index that ends with created_at and id. */
    String condition(boolean backwards, List<Object> values) {
      values.addAll(List.of(Sql.utc(createdAt), Sql.utc(createdAt), id));
      return backwards
          ? " AND created_at <= ? AND (created_at < ? OR id < ?)"
          : " AND created_at >= ? AND (created_at > ? OR id > ?)";
    }
  }

  @Override
  public CompletionStage<Page> ofUser(
      String tenantId, String userId, int limit, @Nullable String cursor) {
    return paged(
        limit,
        cursor,
        (after, values) -> {
          values.addAll(List.of(tenantId, userId));
          return OF_USER.formatted(after == null ? "" : after.condition(true, values), limit + 1);
        });
  }

  @Override
  public CompletionStage<List<Notification>> ofOrder(String orderNo) {
    return sql.ask(db -> find(db, OF_ORDER, List.of(orderNo)));
  }

  @Override
  public CompletionStage<Page> list(Filter filter, int limit, @Nullable String cursor) {
    return paged(limit, cursor, (after, values) -> listSql(filter, limit + 1, after, values));
  }

  /** Each status is a range of the index; together they are put in order. So is an order. */
  private static String listSql(
      Filter filter, int limit, @Nullable Place after, List<Object> values) {
    var status = filter.status();
    var parts = new ArrayList<String>();
    for (var one : status == null ? List.of(Status.values()) : List.of(status)) {
      values.add(one.name());
      var index = filter.orderNo() == null ? "notification_by_status" : "notification_by_order";
      parts.add(
          "("
              + SELECT
              + "FORCE INDEX (%s) WHERE status = ?".formatted(index)
              + matching(filter, values)
              + (after == null ? "" : after.condition(false, values))
              + " ORDER BY created_at, id LIMIT "
              + limit
              + ")");
    }
    return String.join(" UNION ALL ", parts) + " ORDER BY created_at, id LIMIT " + limit;
  }

  private static String matching(Filter filter, List<Object> values) {
    var conditions = new StringBuilder();
    if (filter.channel() != null) {
      conditions.append(" AND channel = ?");
      values.add(filter.channel().name());
    }
    if (filter.orderNo() != null) {
      conditions.append(" AND order_no = ?");
      values.add(filter.orderNo());
    }
    return conditions.toString();
  }

  @Override
  public CompletionStage<Optional<Notification>> get(String id) {
    return sql.ask(db -> find(db, ONE, List.of(id)).stream().findFirst());
  }

  @Override
  public CompletionStage<Integer> replay(String id) {
    return sql.ask(
        db -> update(db, REPLAY.formatted("id = ?"), List.of(Sql.utc(clock.instant()), id)));
  }

  /** By their order: one that dies again meanwhile is not replayed again. */
  @Override
  public CompletionStage<Integer> replayAll(Filter filter) {
    var status = filter.status() == null ? Status.DEAD : filter.status();
    if (status != Status.DEAD && status != Status.EXPIRED) {
      return CompletableFuture.completedFuture(0);
    }
    return replayFrom(null, new Filter(status, filter.channel(), filter.orderNo()), 0);
  }

  /** What was made due again of those that were looked at. */
  private record Replayed(List<Notification> seen, int count) {}

  private CompletionStage<Integer> replayFrom(@Nullable Place after, Filter filter, int before) {
    return sql.ask(db -> replaySome(db, after, filter))
        .thenCompose(
            replayed -> {
              int sum = before + replayed.count();
              var seen = replayed.seen();
              return seen.size() < REPLAYED_AT_ONCE
                  ? CompletableFuture.completedFuture(sum)
                  : replayFrom(Place.of(seen.get(seen.size() - 1)), filter, sum);
            });
  }

  private Replayed replaySome(Connection db, @Nullable Place after, Filter filter)
      throws SQLException {
    var values = new ArrayList<Object>();
    var seen = find(db, listSql(filter, REPLAYED_AT_ONCE, after, values), values);
    if (seen.isEmpty()) return new Replayed(seen, 0);
    values.clear();
    values.add(Sql.utc(clock.instant()));
    for (var one : seen) values.add(one.id());
    var which = "id IN (" + Sql.places(seen.size()) + ")";
    return new Replayed(seen, update(db, REPLAY.formatted(which), values));
  }

  // Values.

  /** Says what to ask, with its values. */
  private interface Query {
    String of(@Nullable Place after, List<Object> values);
  }

  /** One row more than asked for tells whether there is another page. */
  private CompletionStage<Page> paged(int limit, @Nullable String cursor, Query query) {
    if (limit < 1 || limit > MOST) {
      throw new IllegalArgumentException("limit is 1 to %d, not %d".formatted(MOST, limit));
    }
    Place after;
    try {
      after = Place.parse(cursor);
    } catch (IllegalArgumentException e) {
      return CompletableFuture.failedFuture(e);
    }
    return sql.ask(
        db -> {
          var values = new ArrayList<Object>();
          var text = query.of(after, values);
          var found = find(db, text, values);
          if (found.size() <= limit) return new Page(found, null);
          var page = found.subList(0, limit);
          return new Page(page, Place.of(page.get(limit - 1)).cursor());
        });
  }

  private static List<Notification> find(Connection db, String text, List<Object> values)
      throws SQLException {
    try (var statement = db.prepareStatement(text)) {
      for (int i = 0; i < values.size(); i++) statement.setObject(i + 1, values.get(i));
      return NotificationTable.read(statement);
    }
  }

  private static int update(Connection db, String text, List<Object> values) throws SQLException {
    try (var statement = db.prepareStatement(text)) {
      for (int i = 0; i < values.size(); i++) statement.setObject(i + 1, values.get(i));
      return statement.executeUpdate();
    }
  }
}
