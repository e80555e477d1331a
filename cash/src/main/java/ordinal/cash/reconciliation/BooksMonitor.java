package ordinal.cash.reconciliation;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.function.ToDoubleFunction;
import ordinal.projections.sql.Sql;
import org.apache.pekko.actor.typed.ActorSystem;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of the whole cluster that alerts about money go by, read now and then by each node:
 * one statement, each part of it along an index to few rows. A database that is away leaves the
 * last numbers standing; ages go on.
 */
final class BooksMonitor {

  private static final Duration A_DAY = Duration.ofDays(1);

  private static final String LOOK =
      """
      SELECT
        (SELECT COUNT(*) FROM asset_account WHERE suspended_by IS NOT NULL),
        (SELECT COUNT(*) FROM refund_request WHERE next_attempt_at IS NOT NULL),
        (SELECT MIN(created_at) FROM refund_request WHERE next_attempt_at IS NOT NULL),
        (SELECT COUNT(*) FROM refund_request WHERE status = 'FAILED' AND updated_at > ?),
        (SELECT MAX(ended_at) FROM reconciliation WHERE state = 'DONE'),
        (SELECT state = 'FAILED' FROM reconciliation WHERE state <> 'RUNNING'
         ORDER BY started_at DESC, id DESC LIMIT 1)""";

  /** What the last look has found. */
  private record Seen(
      long suspended,
      long openRefunds,
      @Nullable Instant oldestRefund,
      long failedRefunds,
      @Nullable Instant lastSuccess,
      boolean lastHasFailed) {
    static final Seen NOTHING = new Seen(0, 0, null, 0, null, false);
  }

  private final Clock clock;
  private final Instant begun;
  private volatile Seen seen = Seen.NOTHING;

  BooksMonitor(Clock clock, MeterRegistry metrics) {
    this.clock = clock;
    this.begun = clock.instant();
    gauge(metrics, "asset_account_suspended", "Accounts that are suspended", Seen::suspended);
    gauge(metrics, "refund_open", "Refunds that are not over", Seen::openRefunds);
    gauge(
        metrics,
        "refund_oldest_open_age_seconds",
        "How long the oldest of them waits",
        s -> age(s.oldestRefund(), clock.instant()));
    gauge(
        metrics, "refund_failed_last_day", "Refunds that failed within a day", Seen::failedRefunds);
    gauge(
        metrics,
        "reconciliation_last_success_age_seconds",
        "How long ago one has compared all; since the node's start when there was none",
        s -> age(s.lastSuccess(), begun));
    gauge(
        metrics,
        "reconciliation_last_failed",
        "1 when the last one could not compare all that it should have",
        s -> s.lastHasFailed() ? 1 : 0);
  }

  static void start(
      ActorSystem<?> system, Sql sql, Duration every, Clock clock, MeterRegistry metrics) {
    var monitor = new BooksMonitor(clock, metrics);
    var unused =
        system
            .scheduler()
            .scheduleWithFixedDelay(
                Duration.ZERO, every, () -> sql.ask(monitor::look), system.executionContext());
  }

  private void gauge(
      MeterRegistry metrics, String name, String what, ToDoubleFunction<Seen> value) {
    Gauge.builder(name, this, monitor -> value.applyAsDouble(monitor.seen))
        .description(what)
        .strongReference(true)
        .register(metrics);
  }

  private double age(@Nullable Instant since, Instant otherwise) {
    var from = since == null ? otherwise : since;
    return Math.max(0, Duration.between(from, clock.instant()).toMillis() / 1000.0);
  }

  boolean look(Connection db) throws SQLException {
    try (var query = db.prepareStatement(LOOK)) {
      query.setObject(1, Sql.utc(clock.instant().minus(A_DAY)));
      try (var row = query.executeQuery()) {
        if (!row.next()) return false;
        seen =
            new Seen(
                row.getLong(1),
                row.getLong(2),
                time(row.getObject(3, LocalDateTime.class)),
                row.getLong(4),
                time(row.getObject(5, LocalDateTime.class)),
                row.getBoolean(6));
        return true;
      }
    }
  }

  private static @Nullable Instant time(@Nullable LocalDateTime stored) {
    return stored == null ? null : stored.toInstant(ZoneOffset.UTC);
  }
}
