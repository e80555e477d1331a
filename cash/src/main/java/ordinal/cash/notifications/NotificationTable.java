package ordinal.cash.notifications;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import ordinal.cash.notifications.Notification.Channel;
import ordinal.cash.notifications.Notification.Status;
import ordinal.kernel.TraceContext;
import ordinal.projections.sql.MultiRowInsert;
import ordinal.projections.sql.Sql;
import org.jspecify.annotations.Nullable;

/** The SQL of {@code notification} that writes, and that finds what is to be handed over. */
final class NotificationTable {

  static final String COLUMNS =
      """
      id, tenant_id, user_id, recipient_id, channel, event_type, event_id, order_no, store_id, seq,
      text, trace_id, traceparent, status, attempts, next_attempt_at, last_error, created_at,
      sent_at""";

  /** As many as the column holds. */
  private static final int LONGEST_ERROR = 500;

  private static final String INSERT = "INSERT INTO notification (" + COLUMNS + ") VALUES";
  private static final String UNLESS_THERE = "ON DUPLICATE KEY UPDATE id = id";

  /** Reads one entry of the index per channel. */
  private static final String DUE =
      Arrays.stream(Channel.values())
          .map(
              channel ->
                  """
                  (SELECT channel FROM notification
                  WHERE status = 'PENDING' AND channel = '%s' AND next_attempt_at <= ? LIMIT 1)"""
                      .formatted(channel))
          .collect(Collectors.joining(" UNION ALL "));

  /**
   * Those behind none of the same order that is still to be told: within an order and a channel one
   * is under way at a time. Rows that somebody else claims now are passed over.
   */
  private static final String TO_CLAIM =
      "SELECT "
          + COLUMNS
          + """
             FROM notification n FORCE INDEX (notification_due)
            WHERE status = 'PENDING' AND channel = ? AND next_attempt_at <= ?
              AND NOT EXISTS (
                SELECT 1 FROM notification earlier
                WHERE earlier.order_no = n.order_no AND earlier.channel = n.channel
                  AND earlier.status = 'PENDING' AND earlier.seq < n.seq)
            ORDER BY next_attempt_at, id
            LIMIT ?
            FOR UPDATE SKIP LOCKED
            """;

  private static final String CLAIM =
      """
      UPDATE notification SET attempts = attempts + 1, next_attempt_at = ? WHERE id IN (%s)
      """;

  /** Also when it was given up meanwhile: it was delivered. */
  private static final String SENT =
      """
      UPDATE notification
      SET status = 'SENT', sent_at = ?, next_attempt_at = NULL, last_error = NULL
      WHERE id = ? AND status <> 'SENT'
      """;

  /** Not when somebody else tries it by now: what becomes of it is theirs to say. */
  private static final String FAILED =
      """
      UPDATE notification SET status = ?, next_attempt_at = ?, last_error = ?
      WHERE id = ? AND status = 'PENDING' AND attempts = ?
      """;

  private NotificationTable() {}

  /** Those that are there already stay as they are. */
  static void insert(Connection db, Collection<Notification> notifications) throws SQLException {
    var insert = new MultiRowInsert(INSERT, UNLESS_THERE, notifications.size());
    for (var one : notifications) {
      insert
          .row()
          .text(one.id())
          .text(one.tenantId())
          .text(one.userId())
          .text(one.recipientId())
          .text(one.channel().name())
          .text(one.eventType())
          .text(one.eventId())
          .text(one.orderNo())
          .text(one.storeId())
          .number(one.sequenceNr())
          .text(one.text())
          .text(one.trace().traceId())
          .text(one.trace().traceparent())
          .text(one.status().name())
          .number(one.attempts());
      time(insert, one.nextAttemptAt());
      insert.text(one.lastError()).time(one.createdAt());
      time(insert, one.sentAt());
    }
    insert.execute(db);
  }

  private static void time(MultiRowInsert insert, @Nullable Instant value) {
    if (value == null) {
      insert.text(null);
    } else {
      insert.time(value);
    }
  }

  /** The channels on which something is to be told now. */
  static Set<Channel> due(Connection db, Instant now) throws SQLException {
    var due = EnumSet.noneOf(Channel.class);
    try (var statement = db.prepareStatement(DUE)) {
      for (int i = 1; i <= Channel.values().length; i++) statement.setObject(i, Sql.utc(now));
      try (var rows = statement.executeQuery()) {
        while (rows.next()) due.add(Channel.valueOf(rows.getString(1)));
      }
    }
    return due;
  }

  /**
   * Takes some of those that are due, in the caller's transaction: nobody else takes them before
   * that time, and somebody does after it, unless it is said what became of them.
   */
  static List<Notification> claim(
      Connection db, Channel channel, Instant now, Instant until, int most) throws SQLException {
    List<Notification> found;
    try (var statement = db.prepareStatement(TO_CLAIM)) {
      statement.setString(1, channel.name());
      statement.setObject(2, Sql.utc(now));
      statement.setInt(3, most);
      found = read(statement);
    }
    if (found.isEmpty()) return found;
    try (var statement = db.prepareStatement(CLAIM.formatted(Sql.places(found.size())))) {
      statement.setObject(1, Sql.utc(until));
      for (int i = 0; i < found.size(); i++) statement.setString(i + 2, found.get(i).id());
      statement.executeUpdate();
    }
    return found.stream().map(NotificationTable::claimed).toList();
  }

  private static Notification claimed(Notification found) {
    return new Notification(
        found.id(),
        found.tenantId(),
        found.userId(),
        found.recipientId(),
        found.channel(),
        found.eventType(),
        found.eventId(),
        found.orderNo(),
        found.storeId(),
        found.sequenceNr(),
        found.text(),
        found.trace(),
        found.status(),
        found.attempts() + 1,
        found.nextAttemptAt(),
        found.lastError(),
        found.createdAt(),
        found.sentAt());
  }

  static void sent(Connection db, Notification one, Instant at) throws SQLException {
    try (var statement = db.prepareStatement(SENT)) {
      statement.setObject(1, Sql.utc(at));
      statement.setString(2, one.id());
      statement.executeUpdate();
    }
  }

  /**
   * Notes a failure, and says whether it was this attempt's to note.
   *
   * @param nextAttempt null when there is none: then it is dead
   */
  static boolean failed(
      Connection db, Notification one, @Nullable Instant nextAttempt, String reason)
      throws SQLException {
    try (var statement = db.prepareStatement(FAILED)) {
      var status = nextAttempt == null ? Status.DEAD : Status.PENDING;
      statement.setString(1, status.name());
      statement.setObject(2, nextAttempt == null ? null : Sql.utc(nextAttempt));
      statement.setString(3, reason.substring(0, Math.min(reason.length(), LONGEST_ERROR)));
      statement.setString(4, one.id());
      statement.setInt(5, one.attempts());
      return statement.executeUpdate() > 0;
    }
  }

  /** The rows of a query for {@link #COLUMNS}. */
  static List<Notification> read(PreparedStatement query) throws SQLException {
    var found = new ArrayList<Notification>();
    try (var rows = query.executeQuery()) {
      while (rows.next()) found.add(notification(rows));
    }
    return found;
  }

  private static Notification notification(ResultSet row) throws SQLException {
    return new Notification(
        row.getString("id"),
        row.getString("tenant_id"),
        row.getString("user_id"),
        row.getString("recipient_id"),
        Channel.valueOf(row.getString("channel")),
        row.getString("event_type"),
        row.getString("event_id"),
        row.getString("order_no"),
        row.getString("store_id"),
        row.getLong("seq"),
        row.getString("text"),
        new TraceContext(row.getString("trace_id"), row.getString("traceparent")),
        Status.valueOf(row.getString("status")),
        row.getInt("attempts"),
        time(row, "next_attempt_at"),
        row.getString("last_error"),
        Sql.time(row, row.findColumn("created_at")),
        time(row, "sent_at"));
  }

  private static @Nullable Instant time(ResultSet row, String column) throws SQLException {
    return row.getObject(column, LocalDateTime.class) == null
        ? null
        : Sql.time(row, row.findColumn(column));
  }
}
