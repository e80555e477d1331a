package ordinal.cash.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import ordinal.cash.reconciliation.Reconciliations.Cause;
import ordinal.cash.reconciliation.Reconciliations.Request;
import ordinal.cash.reconciliation.Reconciliations.Run;
import ordinal.cash.reconciliation.Reconciliations.State;
import ordinal.projections.sql.Sql;
import org.junit.jupiter.api.Test;

/** How runs of the schedule share the time, with orders and with who asks for one. */
class ScheduledRunTest extends SevenOrders {

  static final Request SCHEDULED = new Request(Cause.CONSISTENCY, null, null, true);
  static final Request ASKED = new Request(Cause.REQUESTED, null, null, true);

  @Test
  void aRunOfTheScheduleRestsForAsLongAsItsShareDemands() throws Exception {
    var check = new Planted(DifferenceKind.VIEW);
    var looks = new CopyOnWriteArrayList<Long>();
    check.afterLook = () -> looks.add(System.nanoTime());
    var all = new TestReconciliation(journal, List.of(check), share(0.05));

    all.run(SCHEDULED);

    assertThat(looks).hasSize(3);
    for (int i = 1; i < looks.size(); i++) {
      // A page takes more than half a millisecond, so nineteen times that is rested behind it.
      assertThat(looks.get(i) - looks.get(i - 1)).isGreaterThan(Duration.ofMillis(9).toNanos());
    }
  }

  @Test
  void aRunThatSomebodyWaitsForDoesNotRest() throws Exception {
    var check = new Planted(DifferenceKind.VIEW);
    var all = new TestReconciliation(journal, List.of(check), share(0.000_01));

    var run = all.run(); // With rests it would take more than a minute.

    assertThat(run.state()).isEqualTo(State.DONE);
    assertThat(check.looked).hasSize(7);
  }

  @Test
  void whoAsksDoesNotWaitForTheScheduleEvenOnAnotherNode() throws Exception {
    var looked = new CopyOnWriteArrayList<String>();
    var inAPage = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    var scheduled = new Planted(DifferenceKind.VIEW);
    scheduled.afterLook =
        () -> {
          looked.add("schedule");
          inAPage.countDown();
          awaitOpen(goOn);
        };
    var asked = new Planted(DifferenceKind.VIEW);
    asked.afterLook = () -> looked.add("asked");
    var one = with(scheduled);
    var other = with(asked);
    var daily = TestReconciliation.wait(one.runs.begin(SCHEDULED));
    awaitOpen(inAPage);

    var begun = TestReconciliation.wait(other.runs.begin(ASKED));
    assertThatThrownBy(() -> other.run(ASKED)).hasMessageContaining("under way");
    goOn.countDown();

    assertThat(other.ended(begun).state()).isEqualTo(State.DONE);
    assertThat(one.ended(daily).state()).isEqualTo(State.DONE);
    assertThat(looked)
        .containsExactly("schedule", "asked", "asked", "asked", "schedule", "schedule");
    assertThat(scheduled.looked).hasSize(7).doesNotHaveDuplicates();
  }

  @Test
  void whoAsksDoesNotWaitForARest() throws Exception {
    var check = new Planted(DifferenceKind.VIEW);
    var schedule = new TestReconciliation(journal, List.of(check), share(0.000_01));
    var resting = TestReconciliation.wait(schedule.runs.begin(SCHEDULED));
    await().until(() -> schedule.get(resting.id()).checked() > 0);

    var run = with(new Planted(DifferenceKind.VIEW)).run(ASKED);

    assertThat(run.state()).isEqualTo(State.DONE);
    assertThat(schedule.get(resting.id()).state()).isEqualTo(State.RUNNING);
    assertThat(check.looked).hasSize(3);
    schedule.stopping.set(true);
    schedule.ended(resting);
  }

  @Test
  void aRestEndsWithItsNode() throws Exception {
    var check = new Planted(DifferenceKind.VIEW);
    var all = new TestReconciliation(journal, List.of(check), share(0.000_01));
    var resting = TestReconciliation.wait(all.runs.begin(SCHEDULED));
    await().until(() -> all.get(resting.id()).checked() > 0);

    all.stopping.set(true);

    await()
        .atMost(Pace.LONGEST_REST.dividedBy(2))
        .until(() -> all.get(resting.id()).state() == State.FAILED);
    assertThat(all.get(resting.id()).detail()).isEqualTo("interrupted: the node stops");
    assertThat(check.looked).hasSize(3);
  }

  @Test
  void thePauseBeforeALookAgainIsNoWorkToRestFrom() throws Exception {
    var looks = new CopyOnWriteArrayList<Long>();
    var check = new Planted(DifferenceKind.VIEW, "ORD-1");
    check.afterLook = () -> looks.add(System.nanoTime());
    var all =
        new TestReconciliation(
            journal,
            List.of(check),
            share(0.1),
            "ordinal.cash.reconciliation { look-again-after = 1s, look-again-most = 1 }");

    var run = all.run(SCHEDULED);

    assertThat(run.repaired()).isEqualTo(1);
    // The first page, the look again, the second page. Nine times the pause would be too long.
    assertThat(looks.get(2) - looks.get(1)).isLessThan(Duration.ofSeconds(9).toNanos());
  }

  @Test
  void whatWasComparedAndDecidedCountsHoweverARunEnds() throws Exception {
    var begun = interrupted(new Planted(DifferenceKind.VIEW));

    assertThat(begun.state()).isEqualTo(State.FAILED);
    assertThat(covered()).contains(Instant.parse("2025-01-01T12:00:00.123Z"));
  }

  @Test
  void whatIsNotDecidedDoesNotCount() throws Exception {
    var run = interrupted(new Planted(DifferenceKind.VIEW, "ORD-2"));

    assertThat(covered()).contains(run.from());
  }

  @Test
  void whatACheckCouldNotCompareDoesNotCount() throws Exception {
    var check = new Planted(DifferenceKind.VIEW);
    check.follows = List.of("cash");
    var all =
        new TestReconciliation(
            journal, List.of(check), "ordinal.cash.reconciliation.projection-wait = 100ms");

    var failed = all.run(SCHEDULED);

    assertThat(covered()).contains(failed.from());
    journal.execute("INSERT INTO projection_offset VALUES ('cash', '0-15', '16', 'LNG', 0, 0)");
    var done = all.run(SCHEDULED);
    assertThat(covered()).contains(done.to());
  }

  @Test
  void whatWasFoundIsDecidedBeforeLong() throws Exception {
    var check = new Planted(DifferenceKind.VIEW, "ORD-1");
    var all =
        new TestReconciliation(
            journal,
            List.of(check),
            share(0.000_01),
            "ordinal.cash.reconciliation.look-again-after = 1ns");
    var begun = TestReconciliation.wait(all.runs.begin(SCHEDULED));

    await().until(() -> all.get(begun.id()).repaired() == 1);

    assertThat(all.get(begun.id()).state()).isEqualTo(State.RUNNING);
    all.stopping.set(true);
    all.ended(begun);
  }

  /** A run of the schedule whose node stops while it rests behind its first page. */
  private Run interrupted(Check check) throws Exception {
    var all =
        new TestReconciliation(
            journal,
            List.of(check),
            share(0.000_01),
            "ordinal.cash.reconciliation.look-again-after = 1h");
    var begun = TestReconciliation.wait(all.runs.begin(SCHEDULED));
    await().until(() -> all.get(begun.id()).checked() > 0);
    all.stopping.set(true);
    return all.ended(begun);
  }

  private Optional<Instant> covered() throws SQLException {
    return new Sql(journal.dataSource(), Runnable::run)
        .now(db -> ReconciliationTable.covered(db, Cause.CONSISTENCY));
  }

  private static void awaitOpen(CountDownLatch latch) {
    try {
      assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aShareThatIsNoneIsRefusedByItsName() {
    for (var share : List.of(0.0, -0.1, 1.5)) {
      assertThatThrownBy(() -> new TestReconciliation(journal, List.of(), share(share)))
          .hasMessageContaining("ordinal.cash.reconciliation.share");
    }
  }

  private static String share(double share) {
    return "ordinal.cash.reconciliation.share = " + share;
  }
}
