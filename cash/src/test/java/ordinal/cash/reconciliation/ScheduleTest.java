package ordinal.cash.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import ordinal.cash.reconciliation.Reconciliations.Cause;
import ordinal.cash.reconciliation.Reconciliations.Run;
import ordinal.cash.reconciliation.Reconciliations.State;
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
                end(lock.held(), begun);
              } catch (SQLException e) {
                throw new IllegalStateException(e);
              }
            });
    schedule = new Schedule(runs, settings, clock);
  }

  /** How long runs take, and whether they come to their end. */
  Duration takes = Duration.ZERO;

  boolean succeeds = true;

  private void end(Connection db, Run run) throws SQLException {
    ReconciliationTable.update(db, ended(run), succeeds ? run.to() : null);
  }

  private Run ended(Run run) {
    return new Run(
        run.id(),
        run.cause(),
        succeeds ? State.DONE : State.FAILED,
        run.repair(),
        run.from(),
        run.to(),
        run.startedAt(),
        run.startedAt().plus(takes),
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
    var last = last();
    assertThat(last.from()).isEqualTo(last.startedAt().minus(Duration.ofHours(24)));
    assertThat(last.to()).isEqualTo(last.startedAt().minus(Duration.ofMinutes(1)));
  }

  private Run last() throws Exception {
    return TestReconciliation.wait(runs.past()).consistency().orElseThrow();
  }

  private Run runAfter(Duration time) throws Exception {
    clock.now = clock.now.plus(time);
    TestReconciliation.wait(schedule.look()); // Yesterday's may be due as well.
    TestReconciliation.wait(schedule.look());
    return last();
  }

  @Test
  void theNextOneBeginsWhereTheLastOneEndedHoweverLongItTook() throws Exception {
    var first = runAfter(Duration.ZERO);

    var next = runAfter(Duration.ofHours(40));

    assertThat(next.from()).isEqualTo(first.to());
  }

  @Test
  void thoseThatFailLeaveNothingOut() throws Exception {
    var first = runAfter(Duration.ZERO);
    succeeds = false;
    for (int i = 0; i < 20; i++) runAfter(Duration.ofHours(2));
    assertThat(begun(Cause.CONSISTENCY)).hasSize(21);
    succeeds = true;

    var next = runAfter(Duration.ofHours(2));

    assertThat(next.from()).isEqualTo(first.to());
  }

  @Test
  void thoseThatNeverSucceededLeaveNothingOutEither() throws Exception {
    succeeds = false;
    var first = runAfter(Duration.ZERO);

    assertThat(runAfter(Duration.ofHours(40)).from()).isEqualTo(first.from());
  }

  @Test
  void whatAnInterruptedOneHasComparedIsNotComparedFirstByTheNext() throws Exception {
    runAfter(Duration.ZERO);
    succeeds = false;
    var interrupted = runAfter(Duration.ofHours(2));
    var covered = interrupted.to().minusSeconds(600);
    try (var db = journal.dataSource().getConnection();
        var update = db.prepareStatement("UPDATE reconciliation SET covered_to = ? WHERE id = ?")) {
      update.setObject(1, Sql.utc(covered));
      update.setString(2, interrupted.id());
      update.executeUpdate();
    }

    assertThat(runAfter(Duration.ofHours(2)).from()).isEqualTo(covered);
  }

  @Test
  void oneThatTookTooLongIsFollowedByOneOfAsMuchAsThereIsTimeFor() throws Exception {
    takes = Duration.ofHours(4);
    var first = runAfter(Duration.ZERO);
    var all = Duration.between(first.from(), first.to());

    takes = Duration.ofHours(1);
    var next = runAfter(Duration.ofHours(4));
    assertThat(next.from()).isEqualTo(next.startedAt().minus(all.dividedBy(2)));

    var again = runAfter(Duration.ofHours(2));
    assertThat(again.from()).isCloseTo(again.startedAt().minus(all), within(2, ChronoUnit.MINUTES));
  }

  @Test
  void whatIsNewIsComparedHoweverLongItTakes() throws Exception {
    takes = Duration.ofHours(48);
    var first = runAfter(Duration.ZERO);

    assertThat(runAfter(takes).from()).isEqualTo(first.to());
  }

  @Test
  void yesterdayWaitsForAConsistencyRunThatIsAWindowBehind() throws Exception {
    runAfter(Duration.ZERO);
    clock.now = clock.now.plus(Duration.ofHours(28)); // At 04:00.

    TestReconciliation.wait(schedule.look());
    assertThat(begun(Cause.CONSISTENCY)).hasSize(2);
    assertThat(begun(Cause.DAILY)).isEmpty();

    TestReconciliation.wait(schedule.look());
    assertThat(begun(Cause.DAILY)).hasSize(1);
  }

  @Test
  void yesterdayIsComparedOnceADayAtItsTime() throws Exception {
    lookFor(Duration.ofHours(60), Duration.ofMinutes(5));

    assertThat(begun(Cause.DAILY))
        .containsExactly(
            Instant.parse("2025-03-01T03:10:00Z"),
            Instant.parse("2025-03-02T03:10:00Z"),
            Instant.parse("2025-03-03T03:10:00Z"));
    var last = TestReconciliation.wait(runs.past()).daily().orElseThrow();
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
        ReconciliationLock.take(journal.dataSource(), Duration.ofSeconds(20), Cause.DAILY)
            .orElseThrow()) {
      assertThat(other.held()).isNotNull();
      TestReconciliation.wait(schedule.look());
      assertThat(begun(Cause.CONSISTENCY)).isEmpty();
    }

    TestReconciliation.wait(schedule.look());

    assertThat(begun(Cause.CONSISTENCY)).hasSize(1);
  }
}
