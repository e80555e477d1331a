package ordinal.projections.rebuild;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import ordinal.projections.rebuild.RebuildRecord.State;
import ordinal.projections.views.OrderViews;
import org.apache.pekko.actor.typed.ActorSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One rebuild, from empty tables to the switch; {@link OrderRebuild} says what and why. */
final class RebuildRun implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(RebuildRun.class);
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);
  private static final Duration LOOK_EVERY_WHILE_HELD = Duration.ofMillis(10);
  private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(500);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(30);

  private final DataSource database;
  private final OrderViews views;
  private final RebuildSettings settings;
  private final RebuildLock lock;
  private final NextProjections next;
  private RebuildRecord record;

  RebuildRun(
      ActorSystem<?> system,
      DataSource database,
      OrderViews views,
      RebuildSettings settings,
      RebuildLock lock,
      RebuildRecord begun) {
    this.database = database;
    this.views = views;
    this.settings = settings;
    this.lock = lock;
    this.next = new NextProjections(system, views);
    this.record = begun;
  }

  @Override
  public void run() {
    try (lock) {
      try {
        build();
        var found = compare();
        switchOver();
        end(State.SWITCHED, found.differences(), said(found));
      } catch (SQLException | RuntimeException | ExecutionException | TimeoutException e) {
        fail(e);
      }
    } catch (SQLException e) {
      LOG.warn("[Rebuild] orders: its end could not be written down: {}", e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String said(ViewCheck.Found found) {
    return found.differences() == 0
        ? "no differences"
        : "%d order(s) differed: %s".formatted(found.differences(), found.example());
  }

  /** The live view is as it was: nothing of it was touched. */
  private void fail(Exception why) throws SQLException, InterruptedException {
    try {
      stopNext();
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("[Rebuild] orders: its projections do not stop: {}", e.toString());
    }
    end(State.FAILED, 0, String.valueOf(why.getMessage()));
  }

  private void end(State state, long differences, String detail) throws SQLException {
    record = record.handled(next.handled()).ended(state, differences, detail);
    var db = lock.held();
    record.save(db);
    LOG.info("[Rebuild] orders: {}, {}", state, detail);
    OrderRebuild.dropLeftovers(db);
  }

  // Build.

  private void build() throws SQLException, InterruptedException {
    ViewTableSet.createNext(lock.held());
    next.start();
    // Twice: what came during the long first time takes a short second time.
    awaitNewest();
    awaitNewest();
  }

  private void awaitNewest() throws SQLException, InterruptedException {
    var goal = Offsets.newest(lock.held(), views.ranges());
    long handled = -1;
    long movedAt = System.nanoTime();
    while (!nextOffsets().cover(goal)) {
      if (next.handled() != handled) {
        handled = next.handled();
        movedAt = System.nanoTime();
        record = record.handled(handled);
        record.save(lock.held());
      } else if (System.nanoTime() - movedAt > settings.stallLimit().toNanos()) {
        throw new IllegalStateException(
            "nothing moved for %d s; last failure: %s"
                .formatted(settings.stallLimit().toSeconds(), next.lastFailure()));
      }
      Thread.sleep(LOOK_EVERY.toMillis());
    }
  }

  private Offsets nextOffsets() throws SQLException {
    try (var db = database.getConnection()) {
      return Offsets.stored(db, OrderRebuild.NEXT, views.ranges());
    }
  }

  // Compare.

  private ViewCheck.Found compare() throws SQLException {
    record = record.handled(next.handled()).comparing();
    record.save(lock.held());
    try (var db = database.getConnection()) {
      db.setNetworkTimeout(Runnable::run, Math.toIntExact(settings.statementLimit().toMillis()));
      var found = ViewCheck.run(db, views.ranges(), views.slices());
      if (!found.faults().isEmpty()) {
        throw new IllegalStateException(
            "the new view is not what the journal says: " + String.join("; ", found.faults()));
      }
      return found;
    }
  }

  // Switch.

  private void switchOver()
      throws SQLException, InterruptedException, ExecutionException, TimeoutException {
    SQLException last = null;
    for (int attempt = 1; attempt <= settings.switchAttempts(); attempt++) {
      try {
        if (tryToSwitch()) return;
      } catch (SQLException e) {
        last = e;
        LOG.info("[Rebuild] orders: cannot switch yet: {}", e.getMessage());
      }
      // It may have happened all the same; and without the lock there is no use in going on.
      if (ViewTableSet.isSwitched(lock.held())) return;
      stopNext();
      next.start();
      Thread.sleep(BETWEEN_ATTEMPTS.toMillis());
    }
    throw new IllegalStateException(
        "could not switch in %d attempts: %s"
            .formatted(
                settings.switchAttempts(),
                last == null ? "the journal was always ahead" : last.getMessage()));
  }

  /** False when the new view did not catch up in time. The hold ends with the transaction. */
  private boolean tryToSwitch()
      throws SQLException, InterruptedException, ExecutionException, TimeoutException {
    Offsets.ensureStored(lock.held(), OrderViews.NAME, views.ranges());
    try (var hold = database.getConnection()) {
      hold.setAutoCommit(false);
      try {
        Offsets.lock(hold, OrderViews.NAME);
        var goal = Offsets.newest(hold, views.ranges());
        if (!awaitWhileHeld(goal)) return false;
        stopNext();
        ViewTableSet.exchange(lock.held(), settings.tableWait());
        return true;
      } finally {
        hold.rollback();
        hold.setAutoCommit(true);
      }
    }
  }

  private boolean awaitWhileHeld(Offsets goal) throws SQLException, InterruptedException {
    long until = System.nanoTime() + settings.holdLimit().toNanos();
    while (!nextOffsets().cover(goal)) {
      if (System.nanoTime() > until) return false;
      Thread.sleep(LOOK_EVERY_WHILE_HELD.toMillis());
    }
    return true;
  }

  private void stopNext() throws InterruptedException, ExecutionException, TimeoutException {
    next.stop().toCompletableFuture().get(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS);
  }
}
