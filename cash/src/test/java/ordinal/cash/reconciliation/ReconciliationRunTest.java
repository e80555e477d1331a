package ordinal.cash.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import ordinal.cash.reconciliation.Reconciliations.Action;
import ordinal.cash.reconciliation.Reconciliations.Cause;
import ordinal.cash.reconciliation.Reconciliations.Request;
import ordinal.cash.reconciliation.Reconciliations.State;
import ordinal.projections.TestJournal;
import ordinal.projections.sql.Sql;
import ordinal.projections.tail.EntityEvents;
import ordinal.projections.views.OrderViewAudit;
import ordinal.projections.views.TestSession;
import org.junit.jupiter.api.Test;

/** What a run does with what its checks find, on the real tables. */
class ReconciliationRunTest extends SevenOrders {

  @Test
  void eachEntityOfTheWindowIsLookedAtOnce() throws Exception {
    var check = new Planted(DifferenceKind.VIEW);
    var all = with(check);

    var run = all.run();

    assertThat(check.looked)
        .containsExactly("ORD-1", "ORD-2", "ORD-3", "ORD-4", "ORD-5", "ORD-6", "ORD-7");
    assertThat(run.state()).isEqualTo(State.DONE);
    assertThat(run.checked()).isEqualTo(run.toCheck()).isEqualTo(16);
    assertThat(run.differences()).isZero();
    assertThat(all.found(run)).isEmpty();
  }

  @Test
  void whatIsOtherwiseIsRepairedAndTheSecondRunFindsNothing() throws Exception {
    var all = with(new Planted(DifferenceKind.VIEW, "ORD-2", "ORD-6"));

    var first = all.run();

    assertThat(first.state()).isEqualTo(State.DONE);
    assertThat(first.differences()).isEqualTo(2);
    assertThat(first.repaired()).isEqualTo(2);
    assertThat(all.found(first)).extracting(one -> one.subject()).containsExactly("ORD-2", "ORD-6");
    assertThat(all.found(first)).allMatch(one -> one.action() == Action.REPAIRED);
    assertThat(all.counted(Action.REPAIRED)).isEqualTo(2);
    assertThat(all.run().differences()).isZero();
  }

  @Test
  void whatOnlyThePersonCanDecideIsTold() throws Exception {
    var all = with(new Planted(DifferenceKind.PAYMENT_AMOUNT, "ORD-2"));

    var run = all.run();

    assertThat(all.found(run)).extracting(one -> one.action()).containsExactly(Action.ALERTED);
    assertThat(run.repaired()).isZero();
    assertThat(all.run().differences()).isEqualTo(1);
  }

  @Test
  void aRunThatIsOnlyToTellRepairsNothing() throws Exception {
    var check = new Planted(DifferenceKind.VIEW, "ORD-2");
    var all = with(check);

    var run = all.run(new Request(Cause.REQUESTED, null, null, false));

    assertThat(all.found(run)).extracting(one -> one.action()).containsExactly(Action.FOUND);
    assertThat(check.wrong).containsExactly("ORD-2");
  }

  @Test
  void whatComesRightMeanwhileWasOnlyUnderWay() throws Exception {
    var check = new Planted(DifferenceKind.VIEW, "ORD-2", "ORD-3");
    check.afterLook = () -> check.wrong.remove("ORD-2");
    var all = with(check);

    var run = all.run();

    assertThat(all.found(run)).extracting(one -> one.subject()).containsExactly("ORD-3");
  }

  @Test
  void aRepairThatFailsIsToldAndTheRunGoesOn() throws Exception {
    var all = with(new Planted(DifferenceKind.VIEW, "ORD-7"), new Planted(DifferenceKind.VIEW));

    var run = all.run();

    assertThat(run.state()).isEqualTo(State.DONE);
    var one = all.found(run).get(0);
    assertThat(one.action()).isEqualTo(Action.FAILED);
    assertThat(one.detail()).contains("cannot");
  }

  @Test
  void whatAHeldProjectionLacksIsNotMissing() throws Exception {
    var waits = new Planted(DifferenceKind.NOTIFICATION_MISSING, "ORD-2");
    waits.follows = List.of("cash");
    var exact = new Planted(DifferenceKind.VIEW, "ORD-3");
    var all =
        new TestReconciliation(
            journal, List.of(waits, exact), "ordinal.cash.reconciliation.projection-wait = 100ms");

    var run = all.run();

    assertThat(run.state()).isEqualTo(State.FAILED);
    assertThat(run.detail()).isEqualTo("not compared: planted (cash is behind)");
    assertThat(all.found(run)).extracting(one -> one.subject()).containsExactly("ORD-3");
    journal.execute("INSERT INTO projection_offset VALUES ('cash', '0-15', '16', 'LNG', 0, 0)");
    assertThat(all.run().state()).isEqualTo(State.DONE);
  }

  @Test
  void whatHappenedOutsideTheWindowIsLeftToOthers() throws Exception {
    var check = new Planted(DifferenceKind.VIEW);
    var all = with(check);

    all.run(
        new Request(
            Cause.REQUESTED,
            Instant.parse("2025-01-01T12:02:00Z"),
            Instant.parse("2025-01-01T12:59:00Z"),
            true));

    assertThat(check.looked).isEmpty();
  }

  @Test
  void thereIsOneAtATime() throws Exception {
    var all = with();
    try (var other =
        ReconciliationLock.take(journal.dataSource(), Duration.ofSeconds(20), Cause.REQUESTED)
            .orElseThrow()) {
      assertThat(other.held()).isNotNull();
      assertThatThrownBy(all::run).hasMessageContaining("under way");
    }
    assertThat(all.run().state()).isEqualTo(State.DONE);
  }

  @Test
  void oneWhoseNodeIsGoneHasFailed() throws Exception {
    var all = with();
    var gone = all.run();
    journal.execute("UPDATE reconciliation SET state = 'RUNNING', ended_at = NULL");

    assertThat(all.get(gone.id()).state()).isEqualTo(State.FAILED);
    assertThat(all.get(gone.id()).detail()).contains("interrupted");

    journal.execute("UPDATE reconciliation SET state = 'RUNNING', ended_at = NULL");
    var next = all.run();
    assertThat(next.state()).isEqualTo(State.DONE);
    assertThat(all.get(gone.id()).state()).isEqualTo(State.FAILED);
  }

  @Test
  void theyAreListedNewestFirstInPages() throws Exception {
    var all = with();
    for (int i = 0; i < 3; i++) all.run();

    var first = TestReconciliation.wait(all.runs.list(2, null));
    var second = TestReconciliation.wait(all.runs.list(2, first.nextCursor()));

    assertThat(first.items()).hasSize(2);
    assertThat(second.items()).hasSize(1).doesNotContainAnyElementsOf(first.items());
    assertThat(second.nextCursor()).isNull();
    assertThatThrownBy(() -> TestReconciliation.wait(all.runs.list(2, "x")))
        .hasRootCauseInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aViewIsMendedFromTheJournal() throws Exception {
    var sql = new Sql(journal.dataSource(), Runnable::run);
    var audit = new OrderViewAudit(new EntityEvents(TestJournal.serialization()));
    var all = with(new OrderViewCheck(sql, audit));
    new TestSession(journal).drain(TestSession.ALL, 0, 100);
    assertThat(all.run().differences()).isZero();

    journal.execute(
        "UPDATE order_view SET status = 'REFUNDED' WHERE order_no = 'ORD-1'",
        "DELETE FROM order_view WHERE order_no = 'ORD-4'");
    var run = all.run();

    assertThat(run.differences()).isEqualTo(2);
    assertThat(run.repaired()).isEqualTo(2);
    assertThat(all.found(run).get(0).found()).isEqualTo("order_view.status=REFUNDED");
    assertThat(all.run().differences()).isZero();
  }
}
