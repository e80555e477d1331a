package ordinal.cash.reconciliation;

import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import ordinal.cash.reconciliation.Reconciliations.Cause;
import ordinal.cash.reconciliation.Reconciliations.Difference;
import ordinal.cash.reconciliation.Reconciliations.Request;
import ordinal.cash.reconciliation.Reconciliations.Run;
import ordinal.cash.reconciliation.Reconciliations.State;
import ordinal.projections.TestJournal;
import ordinal.projections.sql.Sql;
import ordinal.projections.tail.EntityEvents;

/** Reconciliations on a test's journal, an hour after its events, with the checks of a test. */
final class TestReconciliation {

  static final Instant NOW = Instant.parse("2025-01-01T13:00:00Z");

  final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  final TestJournal journal;
  final Sql sql;
  final SqlReconciliations runs;
  final ReconciliationSettings settings;
  final AtomicBoolean stopping = new AtomicBoolean();
  final EntityEvents events = new EntityEvents(TestJournal.serialization());

  TestReconciliation(TestJournal journal, List<Check> checks, String... hocon) {
    this(journal, checks, Clock.fixed(NOW, ZoneOffset.UTC), hocon);
  }

  TestReconciliation(TestJournal journal, List<Check> checks, Clock clock, String... hocon) {
    this.journal = journal;
    this.sql = new Sql(journal.dataSource(), Runnable::run);
    var config = String.join("\n", hocon);
    this.settings =
        ReconciliationSettings.of(
            journal.config(
                "ordinal.cash.reconciliation { page = 3, look-again-after = 20ms }", config));
    var counted = new ReconciliationMetrics(metrics);
    this.runs =
        new SqlReconciliations(
            journal.dataSource(),
            sql,
            settings,
            clock,
            (lock, begun) ->
                new Thread(
                        new ReconciliationRun(
                            sql,
                            lock,
                            checks,
                            new Parts(events, settings.settle(), clock),
                            new Readiness(TestJournal.SLICES),
                            settings,
                            counted,
                            clock,
                            stopping::get,
                            begun))
                    .start());
  }

  static <T> T wait(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  /** Compares the last day. */
  Run run() throws Exception {
    return run(new Request(Cause.REQUESTED, null, null, true));
  }

  Run run(Request request) throws Exception {
    return ended(wait(runs.begin(request)));
  }

  Run ended(Run begun) throws Exception {
    await().until(() -> get(begun.id()).state() != State.RUNNING);
    // The thread lets go of the lock after it has told the end.
    await().until(() -> sql.now(db -> ReconciliationLock.isFree(db, begun.cause())));
    return get(begun.id());
  }

  Run get(String id) throws Exception {
    return wait(runs.get(id)).orElseThrow();
  }

  List<Difference> found(Run run) throws Exception {
    return wait(runs.differences(run.id(), 100, 0));
  }

  double counted(Reconciliations.Action action) {
    return metrics.get("reconciliation.difference").tag("action", action.name()).counter().count();
  }
}
