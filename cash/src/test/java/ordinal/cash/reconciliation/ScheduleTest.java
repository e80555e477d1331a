package ordinal.cash.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import ordinal.cash.reconciliation.Reconciliations.Cause;
import ordinal.projections.TestJournal;
import ordinal.projections.sql.Sql;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When runs begin by themselves, by what is on the real table. */
class ScheduleTest {

  /** Stands still until it is moved. */
  private static final class MovedClock extends Clock {
    Instant now = Instant.parse("2025-03-01T00:00:00Z");

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  final MovedClock clock = new MovedClock();
  TestJournal journal;
  Schedule schedule;
  SqlReconciliations runs;

  @BeforeEach
  void start() {
    journal = TestJournal.create("reconciliation_schedule");
    var settings = ReconciliationSettings.of(journal.config());
    var sql = new Sql(journal.dataSource(), Runnable::run);
    runs =
        new SqlReconciliations(
            journal.dataSource(),
            sql,
            settings,
            clock,
            (lock, begun) -> {
              try (lock) {
                ReconciliationTable.update(lock.held(), ended(begun));
              } catch (SQLException e) {
                throw new IllegalStateException(e);
              }
            });
    schedule = new Schedule(runs, settings, clock);
  }

  private static Reconciliations.Run ended(Reconciliations.Run run) {
    return new Reconciliations.Run(
        run.id(),
        run.cause(),
        Reconciliations.State.DONE,
        run.repair(),
        run.from(),
        run.to(),
        run.startedAt(),
        run.startedAt(),
        0,
        0,
        0,
        0,
        null);
  }

  @AfterEach
  void stop() {
    journal.close();
  }

  private void lookFor(Duration time, Duration step) throws Exception {
    for (var end = clock.now.plus(time);
        clock.now.isBefore(end);
        clock.now = clock.now.plus(step)) {
      TestReconciliation.wait(schedule.look());
    }
  }

  private List<Instant> begun(Cause cause) throws Exception {
    return TestReconciliation.wait(runs.list(100, null)).items().stream()
        .filter(run -> run.cause() == cause)
        .map(run -> run.startedAt())
        .sorted()
        .toList();
  }

  @Test
  void theLastDayIsComparedEveryTwoHours() throws Exception {
    lookFor(Duration.ofHours(5), Duration.ofMinutes(1));

    var first = Instant.parse("2025-03-01T00:00:00Z");
    assertThat(begun(Cause.CONSISTENCY))
        .containsExactly(first, first.plus(Duration.ofHours(2)), first.plus(Duration.ofHours(4)));
    var last = TestReconciliation.wait(runs.last(Cause.CONSISTENCY)).orElseThrow();
    assertThat(last.from()).isEqualTo(last.startedAt().minus(Duration.ofHours(24)));
    assertThat(last.to()).isEqualTo(last.startedAt().minus(Duration.ofMinutes(1)));
  }

  @Test
  void yesterdayIsComparedOnceADayAtItsTime() throws Exception {
    lookFor(Duration.ofHours(60), Duration.ofMinutes(5));

    assertThat(begun(Cause.DAILY))
        .containsExactly(
            Instant.parse("2025-03-01T03:10:00Z"),
            Instant.parse("2025-03-02T03:10:00Z"),
            Instant.parse("2025-03-03T03:10:00Z"));
    var last = TestReconciliation.wait(runs.last(Cause.DAILY)).orElseThrow();
    assertThat(last.from()).isEqualTo(Instant.parse("2025-03-02T00:00:00Z"));
    assertThat(last.to()).isEqualTo(Instant.parse("2025-03-03T00:00:00Z"));
  }

  @Test
  void aDailyOneThatFailedBeginsAgainAnHourLater() throws Exception {
    clock.now = Instant.parse("2025-03-01T03:10:00Z");
    TestReconciliation.wait(schedule.look());
    journal.execute("UPDATE reconciliation SET state = 'FAILED' WHERE cause = 'DAILY'");

    lookFor(Duration.ofMinutes(90), Duration.ofMinutes(5));

    assertThat(begun(Cause.DAILY))
        .containsExactly(
            Instant.parse("2025-03-01T03:10:00Z"), Instant.parse("2025-03-01T04:10:00Z"));
  }

  @Test
  void oneThatIsUnderWayIsWaitedFor() throws Exception {
    try (var other =
        ReconciliationLock.take(journal.dataSource(), Duration.ofSeconds(20)).orElseThrow()) {
      assertThat(other.held()).isNotNull();
      TestReconciliation.wait(schedule.look());
      assertThat(begun(Cause.CONSISTENCY)).isEmpty();
    }

    TestReconciliation.wait(schedule.look());

    assertThat(begun(Cause.CONSISTENCY)).hasSize(1);
  }
}
