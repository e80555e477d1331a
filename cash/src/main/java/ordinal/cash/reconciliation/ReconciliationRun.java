package ordinal.cash.reconciliation;

import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import ordinal.cash.reconciliation.Found.Identity;
import ordinal.cash.reconciliation.Reconciliations.Action;
import ordinal.cash.reconciliation.Reconciliations.Cause;
import ordinal.cash.reconciliation.Reconciliations.Difference;
import ordinal.cash.reconciliation.Reconciliations.Run;
import ordinal.cash.reconciliation.Reconciliations.State;
import ordinal.projections.sql.Sql;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One comparison, on a thread of its own.
 *
 * <ol>
 *   <li>Waits a while for the projections that checks need. A check whose projections do not come
 *       is left out, and the run ends as FAILED, with what the other checks have found.
 *   <li>Part by part, has every check look.
 *   <li>What is otherwise is looked at a second time after a pause, many at once. What is still
 *       otherwise is a difference: repaired or told, and written down.
 * </ol>
 *
 * <p>It may end anywhere: what was repaired is right, and what was not is found again by the next
 * run. A run that has lost its lock stops, because another one may have begun. One of the schedule
 * stands still, after the page that it is at, while there is one that somebody waits for.
 */
final class ReconciliationRun implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(ReconciliationRun.class);
  private static final Duration WAIT_STEP = Duration.ofMillis(200);

  private final Sql sql;
  private final ReconciliationLock lock;
  private final List<Check> checks;
  private final Parts parts;
  private final Readiness readiness;
  private final ReconciliationSettings settings;
  private final ReconciliationMetrics metrics;
  private final Clock clock;
  private final BooleanSupplier isStopping;
  private final Map<Check, List<Found>> candidates = new LinkedHashMap<>();
  private final List<String> notCompared = new ArrayList<>();

  private Run run;
  private @Nullable Instant covered;
  private long foundAt;
  private JournalWindow window = new JournalWindow(0, 0);

  ReconciliationRun(
      Sql sql,
      ReconciliationLock lock,
      List<Check> checks,
      Parts parts,
      Readiness readiness,
      ReconciliationSettings settings,
      ReconciliationMetrics metrics,
      Clock clock,
      BooleanSupplier isStopping,
      Run begun) {
    this.sql = sql;
    this.lock = lock;
    this.checks = List.copyOf(checks);
    this.parts = parts;
    this.readiness = readiness;
    this.settings = settings;
    this.metrics = metrics;
    this.clock = clock;
    this.isStopping = isStopping;
    this.run = begun;
  }

  @Override
  public void run() {
    try (lock) {
      try {
        compare();
        if (notCompared.isEmpty()) covered = run.to();
        end(
            notCompared.isEmpty() ? State.DONE : State.FAILED,
            notCompared.isEmpty() ? null : "not compared: " + String.join(", ", notCompared));
      } catch (InterruptedException e) {
        end(State.FAILED, "interrupted: the node stops");
        Thread.currentThread().interrupt();
      } catch (SQLException | RuntimeException e) {
        LOG.error("[Reconciliation] {} could not go on", run.id(), e);
        end(State.FAILED, e.toString());
      }
    } catch (SQLException e) {
      LOG.debug("the lock's connection was gone: {}", e.toString());
    }
  }

  private void compare() throws SQLException, InterruptedException {
    requireGoingOn();
    window = sql.now(db -> JournalWindow.of(db, run.from(), run.to(), settings.overlap()));
    progress(0);
    var ready = ready();
    var pace =
        new Pace(
            run.cause() == Cause.REQUESTED ? 1 : settings.share(),
            settings.consistencyEvery().multipliedBy(9).dividedBy(10),
            window.places(),
            System::nanoTime);
    long behind = window.after();
    while (behind < window.upTo()) {
      requireGoingOn();
      long begun = System.nanoTime();
      var next = part(ready, behind);
      var worked = Duration.ofNanos(System.nanoTime() - begun);
      behind = next.upTo();
      if (isEnoughFound()) decide();
      if (candidates.isEmpty() && notCompared.isEmpty() && next.until() != null) {
        covered = next.until();
      }
      progress(behind - window.after());
      if (behind < window.upTo()) pause(pace.rest(worked, behind - window.after()));
    }
    decide();
  }

  /** The checks that have what they need. */
  private List<Check> ready() throws SQLException, InterruptedException {
    var wanted = new LinkedHashSet<String>();
    for (var check : checks) wanted.addAll(check.follows());
    long until = System.nanoTime() + settings.projectionWait().toNanos();
    Set<String> behind;
    while (true) {
      behind = sql.now(db -> readiness.behind(db, wanted, window.upTo()));
      if (behind.isEmpty() || System.nanoTime() > until) break;
      pause(WAIT_STEP);
    }
    var ready = new ArrayList<Check>();
    for (var check : checks) {
      var lacking = new ArrayList<>(check.follows());
      lacking.retainAll(behind);
      if (lacking.isEmpty()) {
        ready.add(check);
      } else {
        notCompared.add(check.name() + " (" + String.join(", ", lacking) + " is behind)");
      }
    }
    return ready;
  }

  /** Looks at the next entities. */
  private JournalWindow.Entities part(List<Check> ready, long behind)
      throws SQLException, InterruptedException {
    var next = sql.now(db -> window.entities(db, behind, settings.page()));
    if (!next.persistenceIds().isEmpty()) {
      if (candidates.isEmpty()) foundAt = System.nanoTime();
      look(ready, next.persistenceIds())
          .forEach(
              (check, found) ->
                  candidates.computeIfAbsent(check, unused -> new ArrayList<>()).addAll(found));
    }
    return next;
  }

  private Map<Check, List<Found>> look(List<Check> ready, List<String> entities)
      throws SQLException {
    return sql.now(
        db -> {
          var part = parts.of(db, window, entities);
          var found = new LinkedHashMap<Check, List<Found>>();
          for (var check : ready) {
            var of = check.look(db, part);
            if (!of.isEmpty()) found.put(check, of);
          }
          return found;
        });
  }

  // What was found.

  /**
   * Many, or old: what an interruption would cost stays little, and pauses take a tenth of the time
   * at the most.
   */
  private boolean isEnoughFound() {
    int waiting = candidates.values().stream().mapToInt(List::size).sum();
    long old = settings.lookAgainAfter().multipliedBy(10).toNanos();
    return waiting >= settings.lookAgainMost()
        || (waiting > 0 && System.nanoTime() - foundAt > old);
  }

  private void decide() throws SQLException, InterruptedException {
    if (candidates.isEmpty()) return;
    pause(settings.lookAgainAfter());
    for (var one : candidates.entrySet()) {
      var check = one.getKey();
      var before = new HashMap<Identity, Found>();
      for (var found : one.getValue()) before.put(found.identity(), found);
      var entities = one.getValue().stream().map(Found::entity).distinct().toList();
      for (int i = 0; i < entities.size(); i += settings.page()) {
        requireGoingOn();
        var some = entities.subList(i, Math.min(entities.size(), i + settings.page()));
        var again = look(List.of(check), some).getOrDefault(check, List.of());
        settle(check, again.stream().filter(f -> before.containsKey(f.identity())).toList());
      }
    }
    candidates.clear();
  }

  private void settle(Check check, List<Found> differences)
      throws SQLException, InterruptedException {
    var repairable = differences.stream().filter(f -> f.kind().isRepaired()).toList();
    var outcomes = new HashMap<Found, Outcome>();
    if (run.repair() && !repairable.isEmpty()) {
      var repaired = repaired(check, repairable);
      for (int i = 0; i < repairable.size(); i++) outcomes.put(repairable.get(i), repaired.get(i));
    }
    var told = new ArrayList<Difference>();
    long number = run.differences();
    long right = run.repaired();
    for (var found : differences) {
      var outcome = outcomes.getOrDefault(found, untouched(found));
      var action = outcome.action();
      if (action == null) continue;
      number++;
      if (action == Action.REPAIRED) right++;
      metrics.difference(action);
      tell(found, action, outcome.detail());
      if (number <= settings.mostListed()) {
        told.add(
            new Difference(
                number,
                found.kind(),
                found.subject(),
                found.expected(),
                found.found(),
                action,
                outcome.detail()));
      }
    }
    run = counted(run, run.checked(), number, right);
    var counted = run;
    sql.now(
        db -> {
          ReconciliationTable.insert(db, counted.id(), told);
          ReconciliationTable.update(db, counted, covered);
          return counted;
        });
  }

  private List<Outcome> repaired(Check check, List<Found> found) throws InterruptedException {
    try {
      return check.repair(found);
    } catch (RuntimeException e) {
      LOG.warn("[Reconciliation] {}: could not repair", check.name(), e);
      return found.stream().map(one -> Outcome.failed(e)).toList();
    }
  }

  private static Outcome untouched(Found found) {
    return found.kind().isRepaired() ? new Outcome(Action.FOUND, null) : Outcome.alerted();
  }

  private void tell(Found found, Action action, @Nullable String detail) {
    LOG.error(
        "[Reconciliation] [ALERT] {} {}: expected {}, found {}: {}{}",
        found.kind(),
        found.subject(),
        found.expected(),
        found.found(),
        action,
        detail == null ? "" : ", " + detail);
  }

  // How far it is.

  /** Waits while it is another run's turn. */
  private void requireGoingOn() throws SQLException, InterruptedException {
    requireNodeGoesOn();
    while (!lock.isItsTurn()) {
      TimeUnit.NANOSECONDS.sleep(WAIT_STEP.toNanos());
      requireNodeGoesOn();
    }
  }

  private void requireNodeGoesOn() throws InterruptedException {
    if (isStopping.getAsBoolean()) throw new InterruptedException("the node stops");
  }

  private void pause(Duration time) throws InterruptedException, SQLException {
    long until = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos(); left > 0; left = until - System.nanoTime()) {
      requireGoingOn();
      TimeUnit.NANOSECONDS.sleep(Math.min(left, WAIT_STEP.toNanos()));
    }
  }

  private void progress(long checked) throws SQLException {
    run = counted(run, checked, run.differences(), run.repaired());
    save(run);
  }

  private Run counted(Run before, long checked, long differences, long repaired) {
    return new Run(
        before.id(),
        before.cause(),
        before.state(),
        before.repair(),
        before.from(),
        before.to(),
        before.startedAt(),
        before.endedAt(),
        checked,
        window.places(),
        differences,
        repaired,
        before.detail());
  }

  private void end(State state, @Nullable String detail) {
    var r = run;
    run =
        new Run(
            r.id(),
            r.cause(),
            state,
            r.repair(),
            r.from(),
            r.to(),
            r.startedAt(),
            clock.instant(),
            r.checked(),
            r.toCheck(),
            r.differences(),
            r.repaired(),
            detail);
    metrics.ended(state);
    LOG.info(
        "[Reconciliation] {} {} {} to {}: {}, {} difference(s), {} repaired{}",
        r.id(),
        r.cause(),
        r.from(),
        r.to(),
        state,
        r.differences(),
        r.repaired(),
        detail == null ? "" : ": " + detail);
    try {
      save(run);
    } catch (SQLException | RuntimeException e) {
      LOG.warn("[Reconciliation] {}: its end could not be written down: {}", r.id(), e.toString());
    }
  }

  private void save(Run now) throws SQLException {
    sql.now(
        db -> {
          ReconciliationTable.update(db, now, covered);
          return now;
        });
  }
}
