package ordinal.cash.refunds;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import ordinal.kernel.TraceContext;
import ordinal.projections.sql.MultiRowInsert;
import ordinal.projections.sql.Sql;
import org.jspecify.annotations.Nullable;

/** The SQL of {@code refund_request}. A row whose {@code next_attempt_at} is null is over. */
final class RefundTable {

  /** Where a refund stands. */
  enum Status {
    /** The provider was not asked yet, or nobody knows what it answered. */
    PENDING,
    /** The provider has it under way. */
    ACCEPTED,
    SUCCEEDED,
    FAILED
  }

  static final int LONGEST_ERROR = 500;

  private static final String INSERT =
      """
      INSERT INTO refund_request (refund_id, order_no, payment_id, amount_minor, trace_id,
        traceparent, status, attempts, next_attempt_at, created_at, updated_at)
      VALUES""";

  /** A row that is there already says the same, or what has become of it. */
  private static final String UNLESS_THERE = "ON DUPLICATE KEY UPDATE amount_minor = amount_minor";

  private static final String END =
      """
      UPDATE refund_request SET status = ?, next_attempt_at = NULL, updated_at = ?
      WHERE refund_id = ?
      """;

  private static final String DUE =
      """
      SELECT refund_id, order_no, payment_id, amount_minor, trace_id, traceparent, attempts,
        next_attempt_at, created_at
      FROM refund_request
      WHERE next_attempt_at <= ?
      ORDER BY next_attempt_at, refund_id
      LIMIT ?
      """;

  private static final String CLAIM =
      """
      UPDATE refund_request SET attempts = attempts + 1, next_attempt_at = ?, updated_at = ?
      WHERE refund_id = ? AND next_attempt_at = ?
      """;

  /** Not of one that has ended in the meantime. */
  private static final String NOTE =
      """
UPDATE refund_request
SET status = ?, last_error = ?, next_attempt_at = COALESCE(?, next_attempt_at), updated_at = ?
WHERE refund_id = ? AND next_attempt_at IS NOT NULL
""";

  private RefundTable() {}

  static void insert(Connection db, Collection<RefundRequest> requests) throws SQLException {
    var insert = new MultiRowInsert(INSERT, UNLESS_THERE, requests.size());
    for (var one : requests) {
      insert
          .row()
          .text(one.refundId())
          .text(one.orderNo())
          .text(one.paymentId())
          .number(one.amountMinor())
          .text(one.trace().traceId())
          .text(one.trace().traceparent())
          .text(Status.PENDING.name())
          .number(0)
          .time(one.createdAt())
          .time(one.createdAt())
          .time(one.createdAt());
    }
    insert.execute(db);
  }

  static void end(Connection db, String refundId, Status status, Instant at) throws SQLException {
    try (var statement = db.prepareStatement(END)) {
      statement.setString(1, status.name());
      statement.setObject(2, Sql.utc(at));
      statement.setString(3, refundId);
      statement.executeUpdate();
    }
  }

  /** Those whose time has come, the oldest first. */
  static List<RefundRequest> due(Connection db, Instant now, int most) throws SQLException {
    var due = new ArrayList<RefundRequest>();
    try (var statement = db.prepareStatement(DUE)) {
      statement.setObject(1, Sql.utc(now));
      statement.setInt(2, most);
      try (var rows = statement.executeQuery()) {
        while (rows.next()) {
          due.add(
              new RefundRequest(
                  rows.getString(1),
                  rows.getString(2),
                  rows.getString(3),
                  rows.getLong(4),
                  new TraceContext(rows.getString(5), rows.getString(6)),
                  rows.getInt(7),
                  Sql.time(rows, 8),
                  Sql.time(rows, 9)));
        }
      }
    }
    return due;
  }

  /** Whether this attempt is the caller's: of two that try, one has it. */
  static boolean claim(Connection db, RefundRequest request, Instant next, Instant now)
      throws SQLException {
    try (var statement = db.prepareStatement(CLAIM)) {
      statement.setObject(1, Sql.utc(next));
      statement.setObject(2, Sql.utc(now));
      statement.setString(3, request.refundId());
      statement.setObject(4, Sql.utc(request.nextAttemptAt()));
      return statement.executeUpdate() == 1;
    }
  }

  /**
   * What an attempt has come to.
   *
   * @param error or null
   * @param next when to ask again, or null for the time that the attempt has set
   */
  static void note(
      Connection db,
      String refundId,
      Status status,
      @Nullable String error,
      @Nullable Instant next,
      Instant now)
      throws SQLException {
    try (var statement = db.prepareStatement(NOTE)) {
      statement.setString(1, status.name());
      statement.setString(2, error);
      statement.setObject(3, next == null ? null : Sql.utc(next));
      statement.setObject(4, Sql.utc(now));
      statement.setString(5, refundId);
      statement.executeUpdate();
    }
  }
}
