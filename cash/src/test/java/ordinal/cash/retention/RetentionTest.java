package ordinal.cash.retention;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.TimeUnit;
import ordinal.projections.TestJournal;
import ordinal.projections.sql.Sql;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What goes and what stays, on the real tables. */
class RetentionTest {

  private static final Instant NOW = Instant.parse("2025-03-31T12:00:00Z");
  private static final String OLD = "2025-03-01 11:59:59.999";
  private static final String YOUNG = "2025-03-01 12:00:00.000";

  final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  TestJournal journal;

  @BeforeEach
  void start() {
    journal = TestJournal.create("retention");
  }

  @AfterEach
  void stop() {
    journal.close();
  }

  private void run(String... hocon) throws Exception {
    var settings = RetentionSettings.of(journal.config(String.join("\n", hocon)));
    var sql = new Sql(journal.dataSource(), Runnable::run);
    new Retention(sql, settings, Clock.fixed(NOW, ZoneOffset.UTC), metrics)
        .run()
        .toCompletableFuture()
        .get(20, TimeUnit.SECONDS);
  }

  private List<String> ids(String table) throws Exception {
    return journal.query("SELECT id FROM " + table + " ORDER BY id").stream()
        .map(row -> row.get(0).strip())
        .toList();
  }

  private double cleared(String what) {
    return metrics.get("retention.cleared").tag("what", what).counter().count();
  }

  private void notification(String id, String status, String at) throws Exception {
    journal.execute(
        """
        INSERT INTO notification (id, tenant_id, user_id, recipient_id, channel, event_type,
          event_id, order_no, seq, text, trace_id, traceparent, status, attempts, created_at)
        VALUES ('%s', 'default', 'u', 'u', 'SMS', 'OrderPaid', 'e', 'o', 4, 'text', 't', 't',
          '%s', 1, '%s')"""
            .formatted(id, status, at));
  }

  @Test
  void notificationsThatAreOverGoToTheArchiveAndThoseThatAreNotStay() throws Exception {
    notification("a", "SENT", OLD);
    notification("b", "EXPIRED", OLD);
    notification("c", "SENT", YOUNG);
    notification("d", "PENDING", OLD);
    notification("e", "DEAD", OLD);

    run();

    assertThat(ids("notification")).containsExactly("c", "d", "e");
    assertThat(ids("notification_archive")).containsExactly("a", "b");
    assertThat(journal.query("SELECT text FROM notification_archive WHERE id = 'a'"))
        .containsExactly(List.of("text"));
    assertThat(cleared("notifications") + cleared("expired_notifications")).isEqualTo(2);
  }

  private void logged(int offset, String status, String at) throws Exception {
    journal.execute(
        """
        INSERT INTO consume_log (consumer_group, topic, partition_no, offset_no, event_id,
          event_type, biz_key, status, attempts, cost_ms, trace_id, received_at, updated_at)
        VALUES ('g', 't', 0, %d, 'e', 'OrderPaid', 'o', '%s', 1, 1, 't', '%s', '%s')"""
            .formatted(offset, status, at, at));
  }

  @Test
  void theConsumeLogIsKeptForAWeek() throws Exception {
    logged(1, "SUCCESS", "2025-03-24 11:59:59.999");
    logged(2, "PROCESSING", "2025-03-24 11:59:59.999");
    logged(3, "FAILED", "2025-03-24 11:59:59.999");
    logged(4, "SUCCESS", "2025-03-24 12:00:00.000");

    run();

    assertThat(journal.query("SELECT offset_no FROM consume_log ORDER BY offset_no"))
        .containsExactly(List.of("2"), List.of("4"));
  }

  private void letter(String id, String status, String at) throws Exception {
    journal.execute(
        """
        INSERT INTO dead_letter (id, source, status, topic, biz_key, event_type, persistence_id,
          sequence_number, reason, attempts, trace_id, created_at, updated_at)
        VALUES ('%s', 'OUTBOX', '%s', 't', 'o', 'e', '%s', 1, 'r', 1, 't', '%s', '%s')"""
            .formatted(id, status, id, at, at));
  }

  @Test
  void lettersThatWereSentGoAndDeadOnesStay() throws Exception {
    letter("a", "SENT", OLD);
    letter("b", "DEAD", OLD);
    letter("c", "WAITING", OLD);
    letter("d", "SENT", YOUNG);

    run();

    assertThat(ids("dead_letter")).containsExactly("b", "c", "d");
  }

  @Test
  void comparisonsGoWithTheirDifferences() throws Exception {
    for (var run : List.of("a DONE " + OLD, "b RUNNING " + OLD, "c DONE " + YOUNG)) {
      var parts = run.split(" ", 3);
      journal.execute(
          "INSERT INTO reconciliation (id, cause, state, repair, from_at, to_at, started_at,"
              + " checked, to_check, differences, repaired) VALUES ('%s', 'DAILY', '%s', 1, '%s',"
                  .formatted(parts[0], parts[1], parts[2])
              + " '%s', '%s', 0, 0, 1, 0)".formatted(parts[2], parts[2]),
          "INSERT INTO reconciliation_difference VALUES ('%s', 1, 'VIEW', 'o', 'x', 'y',"
                  .formatted(parts[0])
              + " 'FOUND', NULL)");
    }

    run();

    assertThat(ids("reconciliation")).containsExactly("b", "c");
    assertThat(journal.number("SELECT COUNT(*) FROM reconciliation_difference")).isEqualTo(2);
  }

  @Test
  void itGoesALittleAtATimeAndARoundHasALimit() throws Exception {
    for (int i = 10; i < 40; i++) notification("n" + i, "SENT", OLD);
    var few = "ordinal.cash.retention { batch = 4, batches = 5, pause = 1ms }";

    run(few);
    assertThat(ids("notification")).hasSize(10).first().isEqualTo("n30");

    run(few);
    assertThat(ids("notification")).isEmpty();
    assertThat(ids("notification_archive")).hasSize(30);
  }

  @Test
  void theJournalIsNeverTouched() throws Exception {
    journal.append("ORD-1", 1, TestJournal.created("ORD-1", "u"));

    run();

    assertThat(journal.number("SELECT COUNT(*) FROM event_journal")).isEqualTo(1);
  }
}
