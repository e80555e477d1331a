package ordinal.cash.reconciliation;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import ordinal.kernel.Ids;
import ordinal.projections.sql.Sql;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs as the table shows them, so that any node can tell of them; one of the schedule and one that
 * somebody asked for at a time in the cluster, of which one compares. A run that says that it is
 * under way while nobody has its lock was interrupted: whoever looks next says so.
 */
final class SqlReconciliations implements Reconciliations {

  private static final Logger LOG = LoggerFactory.getLogger(SqlReconciliations.class);
  private static final Duration USUAL_WINDOW = Duration.ofDays(1);
  private static final Pattern CURSOR = Pattern.compile("(\\d{1,15})-([0-9A-Z]{26})");

  /** Starts what compares. */
  @FunctionalInterface
  interface Starter {
    void start(ReconciliationLock lock, Run begun);
  }

  private final DataSource database;
  private final Sql sql;
  private final ReconciliationSettings settings;
  private final Clock clock;
  private final Starter starter;

  SqlReconciliations(
      DataSource database, Sql sql, ReconciliationSettings settings, Clock clock, Starter starter) {
    this.database = database;
    this.sql = sql;
    this.settings = settings;
    this.clock = clock;
    this.starter = starter;
  }

  @Override
  public CompletionStage<Run> begin(Request request) {
    return sql.ask(db -> begin(db, request));
  }

  private Run begin(Connection db, Request request) throws SQLException {
    var run = planned(request);
    var lock =
        ReconciliationLock.take(database, settings.statementLimit(), run.cause()).orElse(null);
    if (lock == null) throw new IllegalStateException("A reconciliation is under way.");
    try {
      giveUp(db, run.cause());
      ReconciliationTable.insert(db, run);
      starter.start(lock, run);
      return run;
    } catch (SQLException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /** What happened a moment ago may still be under way, and is left to the next one. */
  private Run planned(Request request) {
    var now = clock.instant();
    var latest = now.minus(settings.settle());
    var asked = request.to();
    var to = asked == null || asked.isAfter(latest) ? latest : asked;
    var from = request.from() == null ? to.minus(USUAL_WINDOW) : request.from();
    if (from.isAfter(to)) from = to;
    return new Run(
        Ids.derive("reconciliation", now.toString(), UUID.randomUUID().toString()),
        request.cause(),
        State.RUNNING,
        request.repair(),
        from,
        to,
        now,
        null,
        0,
        0,
        0,
        0,
        null);
  }

  private void giveUp(Connection db, Cause cause) throws SQLException {
    int interrupted =
        ReconciliationTable.giveUp(db, ReconciliationLock.isAsked(cause), clock.instant());
    if (interrupted > 0) LOG.warn("[Reconciliation] one was interrupted");
  }

  @Override
  public CompletionStage<Optional<Run>> get(String id) {
    return sql.ask(
        db -> {
          var run = ReconciliationTable.get(db, id);
          return run.isPresent() && tidied(db, List.of(run.get()))
              ? ReconciliationTable.get(db, id)
              : run;
        });
  }

  @Override
  public CompletionStage<Page> list(int limit, @Nullable String cursor) {
    return sql.ask(
        db -> {
          var runs = page(db, limit, cursor);
          return next(tidied(db, runs) ? page(db, limit, cursor) : runs, limit);
        });
  }

  private static List<Run> page(Connection db, int limit, @Nullable String cursor)
      throws SQLException {
    if (cursor == null) return ReconciliationTable.newest(db, limit + 1);
    var parts = CURSOR.matcher(cursor);
    if (!parts.matches()) throw new IllegalArgumentException("no cursor of ours: " + cursor);
    var startedAt = Instant.ofEpochMilli(Long.parseLong(parts.group(1)));
    return ReconciliationTable.older(db, startedAt, parts.group(2), limit + 1);
  }

  private static Page next(List<Run> found, int limit) {
    if (found.size() <= limit) return new Page(found, null);
    var last = found.get(limit - 1);
    return new Page(found.subList(0, limit), last.startedAt().toEpochMilli() + "-" + last.id());
  }

  /** Whether one of them turned out to be interrupted. */
  private boolean tidied(Connection db, List<Run> runs) throws SQLException {
    boolean tidied = false;
    for (var run : runs) {
      if (run.state() == State.RUNNING) tidied |= tidied(db, run.cause());
    }
    return tidied;
  }

  private boolean tidied(Connection db, Cause cause) throws SQLException {
    if (!ReconciliationLock.isFree(db, cause)) return false;
    var lock = ReconciliationLock.take(database, settings.statementLimit(), cause);
    if (lock.isEmpty()) return false;
    try (var held = lock.get()) {
      giveUp(held.held(), cause);
      return true;
    }
  }

  @Override
  public CompletionStage<List<Difference>> differences(String id, int limit, long after) {
    return sql.ask(db -> ReconciliationTable.differences(db, id, limit, after));
  }

  /**
   * What the schedule goes by.
   *
   * @param daily the last one, as it is stored
   * @param consistency the last one, as it is stored
   * @param covered up to when consistency runs have compared everything
   */
  record Past(Optional<Run> daily, Optional<Run> consistency, Optional<Instant> covered) {}

  CompletionStage<Past> past() {
    return sql.ask(
        db ->
            new Past(
                ReconciliationTable.last(db, Cause.DAILY),
                ReconciliationTable.last(db, Cause.CONSISTENCY),
                ReconciliationTable.covered(db, Cause.CONSISTENCY)));
  }
}
