package ordinal.cash.reconciliation;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import ordinal.cash.reconciliation.Reconciliations.Cause;
import ordinal.cash.reconciliation.Reconciliations.Request;
import ordinal.cash.reconciliation.Reconciliations.Run;
import ordinal.cash.reconciliation.Reconciliations.State;
import ordinal.cash.reconciliation.SqlReconciliations.Past;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Begins the runs that nobody has to ask for. When the last ones were is in the database, so it
 * does not matter which node looks, nor that one was restarted: a consistency run so long after the
 * last one, and yesterday's run once a day, again when it was interrupted.
 *
 * <p>Consistency runs leave nothing out, whatever became of those before: each begins where all has
 * been compared. It goes further back, to look once more at what was right, as far as its settings
 * and its time allow. When it is a whole window behind, it goes before yesterday's run; a day that
 * has none is not made up for, because consistency runs compare it.
 */
final class Schedule {

  private static final Logger LOG = LoggerFactory.getLogger(Schedule.class);

  private final SqlReconciliations runs;
  private final ReconciliationSettings settings;
  private final Clock clock;

  /** Nothing is due before; spares the question. */
  private volatile Instant nothingBefore = Instant.MIN;

  Schedule(SqlReconciliations runs, ReconciliationSettings settings, Clock clock) {
    this.runs = runs;
    this.settings = settings;
    this.clock = clock;
  }

  /** Looks once; begins one run at the most. */
  CompletionStage<?> look() {
    var now = clock.instant();
    if (now.isBefore(nothingBefore)) return CompletableFuture.completedFuture(null);
    return runs.past().thenCompose(past -> begin(now, past));
  }

  private CompletionStage<@Nullable Run> begin(Instant now, Past past) {
    var dailyAt = dailyDue(now, past.daily().orElse(null));
    var consistencyAt = consistencyDue(past.consistency().orElse(null));
    boolean isConsistencyDue = !now.isBefore(consistencyAt);
    boolean isBehind =
        past.covered().filter(now.minus(settings.consistencyWindow())::isAfter).isPresent();
    if (!now.isBefore(dailyAt) && !(isConsistencyDue && isBehind)) return begin(yesterday(now));
    if (isConsistencyDue) {
      return begin(new Request(Cause.CONSISTENCY, consistencyFrom(now, past), null, true));
    }
    nothingBefore = dailyAt.isBefore(consistencyAt) ? dailyAt : consistencyAt;
    return CompletableFuture.completedFuture(null);
  }

  /** One that is under way is no failure: this one's turn comes with the next look. */
  private CompletionStage<@Nullable Run> begin(Request request) {
    return runs.begin(request)
        .handle(
            (run, failure) -> {
              if (failure != null) {
                LOG.info("[Reconciliation] {} waits: {}", request.cause(), failure.toString());
              }
              return run;
            });
  }

  private Instant consistencyDue(@Nullable Run last) {
    return last == null ? Instant.MIN : last.startedAt().plus(settings.consistencyEvery());
  }

  /** After one that did not end well, what is missing comes first. */
  private Instant consistencyFrom(Instant now, Past past) {
    var covered = past.covered().orElse(null);
    if (covered == null) return now.minus(settings.consistencyWindow());
    var again =
        past.consistency()
            .filter(last -> last.state() == State.DONE)
            .map(last -> now.minus(timeFor(last)))
            .orElse(covered);
    return again.isBefore(covered) ? again : covered;
  }

  /**
   * How much can be compared from one run to the next, at the rate of the last one: with more than
   * that it would end later each time.
   */
  private Duration timeFor(Run last) {
    var window = settings.consistencyWindow();
    if (last.endedAt() == null) return window;
    double took = Duration.between(last.startedAt(), last.endedAt()).toMillis();
    double compared = Duration.between(last.from(), last.to()).toMillis();
    double most = compared * settings.consistencyEvery().toMillis() / Math.max(1, took);
    return most < window.toMillis() ? Duration.ofMillis(Math.round(most)) : window;
  }

  // Once a day.

  private LocalDate today(Instant now) {
    return LocalDate.ofInstant(now, settings.dailyZone());
  }

  private Instant startOf(LocalDate day) {
    return day.atStartOfDay(settings.dailyZone()).toInstant();
  }

  private Instant timeOn(LocalDate day) {
    return day.atTime(settings.dailyAt()).atZone(settings.dailyZone()).toInstant();
  }

  /** From when on yesterday's run is to begin, or, when it is done, tomorrow's. */
  private Instant dailyDue(Instant now, @Nullable Run last) {
    var today = today(now);
    boolean wasTried = last != null && !last.from().isBefore(startOf(today.minusDays(1)));
    if (last == null || !wasTried) return timeOn(today);
    return last.state() == State.DONE
        ? timeOn(today.plusDays(1))
        : last.startedAt().plus(settings.dailyAgainAfter());
  }

  private Request yesterday(Instant now) {
    var today = today(now);
    return new Request(Cause.DAILY, startOf(today.minusDays(1)), startOf(today), true);
  }
}
