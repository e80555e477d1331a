package ordinal.cash.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import ordinal.projections.TestJournal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The numbers that alerts go by, read from the real tables. */
class BooksMonitorTest {

  private static final Instant NOW = Instant.parse("2025-01-02T12:00:00Z");

  final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  TestJournal journal;
  BooksMonitor monitor;

  @BeforeEach
  void start() {
    journal = TestJournal.create("books_monitor");
    monitor = new BooksMonitor(Clock.fixed(NOW, ZoneOffset.UTC), metrics);
  }

  @AfterEach
  void stop() {
    journal.close();
  }

  private double seen(String name) throws Exception {
    try (var db = journal.dataSource().getConnection()) {
      assertThat(monitor.look(db)).isTrue();
    }
    return metrics.get(name).gauge().value();
  }

  @Test
  void onAnEmptyDatabaseEverythingIsZero() throws Exception {
    assertThat(seen("asset_account_suspended")).isZero();
    assertThat(metrics.getMeters())
        .allSatisfy(meter -> assertThat(meter.measure().iterator().next().getValue()).isZero());
  }

  @Test
  void suspendedAccountsAreCounted() throws Exception {
    journal.execute(
        "INSERT INTO asset_account VALUES ('wallet/default/1', 'WALLET', 'default', '1', 0, 0, 0,"
            + " 0, 0, 'wallet:o:commit', 1, '2025-01-01')",
        "INSERT INTO asset_account VALUES ('wallet/default/2', 'WALLET', 'default', '2', 0, 0, 0,"
            + " 0, 0, NULL, 1, '2025-01-01')");

    assertThat(seen("asset_account_suspended")).isEqualTo(1);
  }

  private void refund(String id, String status, String next, String at) throws Exception {
    journal.execute(
        """
        INSERT INTO refund_request (refund_id, order_no, payment_id, amount_minor, trace_id,
          traceparent, status, attempts, next_attempt_at, created_at, updated_at)
        VALUES ('%s', 'o', 'p', 1, 't', 't', '%s', 1, %s, '%s', '%s')"""
            .formatted(id, status, next, at, at));
  }

  @Test
  void openRefundsAndThoseThatFailedWithinADayAreCounted() throws Exception {
    refund("r-1", "PENDING", "'2025-01-02 13:00:00'", "2025-01-02 11:00:00");
    refund("r-2", "ACCEPTED", "'2025-01-02 13:00:00'", "2025-01-02 10:00:00");
    refund("r-3", "FAILED", "NULL", "2025-01-02 09:00:00");
    refund("r-4", "FAILED", "NULL", "2025-01-01 09:00:00");
    refund("r-5", "SUCCEEDED", "NULL", "2025-01-01 09:00:00");

    assertThat(seen("refund_open")).isEqualTo(2);
    assertThat(seen("refund_oldest_open_age_seconds")).isEqualTo(7200);
    assertThat(seen("refund_failed_last_day")).isEqualTo(1);
  }

  private void run(String id, String state, String at) throws Exception {
    journal.execute(
        """
        INSERT INTO reconciliation (id, cause, state, repair, from_at, to_at, started_at, ended_at,
          checked, to_check, differences, repaired)
        VALUES ('%s', 'DAILY', '%s', 1, '%s', '%s', '%s', '%s', 0, 0, 0, 0)"""
            .formatted(id, state, at, at, at, at));
  }

  @Test
  void theLastSuccessAgesAndTheLastFailureIsSaid() throws Exception {
    run("a", "DONE", "2025-01-02 10:00:00");
    assertThat(seen("reconciliation_last_success_age_seconds"))
        .isEqualTo(Duration.ofHours(2).toSeconds());
    assertThat(seen("reconciliation_last_failed")).isZero();

    run("b", "FAILED", "2025-01-02 11:00:00");
    run("c", "RUNNING", "2025-01-02 11:30:00");
    assertThat(seen("reconciliation_last_success_age_seconds"))
        .isEqualTo(Duration.ofHours(2).toSeconds());
    assertThat(seen("reconciliation_last_failed")).isEqualTo(1);
  }
}
