package ordinal.cash.reconciliation;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import ordinal.cash.reconciliation.Reconciliations.Cause;
import ordinal.cash.reconciliation.Reconciliations.Request;
import ordinal.cash.reconciliation.Reconciliations.Run;
import ordinal.cash.reconciliation.Reconciliations.State;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Begins the runs that nobody has to ask for. When the last ones were is in the database, so it
 * does not matter which node looks, nor that one was restarted: a consistency run so long after the
 * last one, and yesterday's run once a day, again when it was interrupted.
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
    return runs.last(Cause.DAILY)
        .thenCombine(
            runs.last(Cause.CONSISTENCY),
            (daily, consistency) -> {
              var dailyAt = dailyDue(now, daily.orElse(null));
              if (!now.isBefore(dailyAt)) return begin(yesterday(now));
              var consistencyAt = consistencyDue(consistency.orElse(null));
              if (!now.isBefore(consistencyAt)) return begin(lastHours(now));
              nothingBefore = dailyAt.isBefore(consistencyAt) ? dailyAt : consistencyAt;
              return CompletableFuture.completedFuture(null);
            })
        .thenCompose(begun -> begun);
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

  private Request lastHours(Instant now) {
    return new Request(Cause.CONSISTENCY, now.minus(settings.consistencyWindow()), null, true);
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
