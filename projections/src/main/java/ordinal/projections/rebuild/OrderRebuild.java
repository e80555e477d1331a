package ordinal.projections.rebuild;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Optional;
import javax.sql.DataSource;
import ordinal.projections.operation.ProjectionControl.Rebuild;
import ordinal.projections.rebuild.RebuildRecord.State;
import ordinal.projections.sql.Sql;
import ordinal.projections.views.OrderViews;
import ordinal.projections.views.ViewTables;
import org.apache.pekko.actor.typed.ActorSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the orders' views anew from the journal, beside the live ones, and puts them in their place
 * when they are right. Readers notice nothing; a rebuild that fails leaves everything as it was.
 *
 * <ol>
 *   <li><b>Build.</b> The same handler fills empty tables ({@code …_next}) from the journal's first
 *       event on, under a name and offsets of its own, until it is up with the journal. The live
 *       view goes on meanwhile.
 *   <li><b>Compare.</b> In one snapshot: is the new view what the journal says, order by order? If
 *       not, it is thrown away. And which orders does the live view have otherwise? These are what
 *       the switch mends, and are told ({@link ViewCheck}).
 *   <li><b>Switch.</b> Hold the live view by locking its offsets, which every page of it moves
 *       before it touches a row. Wait until the new one has come to where the journal now ends,
 *       stop it, exchange all tables in one statement, let go.
 * </ol>
 *
 * <h2>Why nothing is lost at the switch</h2>
 *
 * Every event that any instance of the live view ever applied was in the journal by then. The locks
 * let the transactions that are under way end, and no other begin. So all that was applied is in
 * the journal up to the place that is read <em>after</em> the locks are had, and the new view is
 * waited for up to that place. Hence when the tables are exchanged, the new ones know every event
 * that the old ones knew, whoever put it there, even an instance that should no longer run. The
 * live offsets stay as they are: they are never ahead of what the new tables know, so what follows
 * is either the next event or a second delivery, and the rows' guard (a row moves only from n-1 to
 * n) makes a second delivery harmless.
 *
 * <h2>Why it may be killed at any moment</h2>
 *
 * Nothing of the live view is changed before the exchange: no offset, no row, no pause that
 * somebody would have to end. Its hold is a row lock, which the database lets go when we are gone.
 * The exchange is one atomic statement: afterwards the tables are switched, or they are not, and
 * {@code …_old} tells which. What was left behind is thrown away by whoever looks next, and the
 * rebuild is told as failed, or as switched if it was. There is one at a time, by a lock in the
 * database that lives as long as its holder; one that has lost it fails before the exchange.
 */
public final class OrderRebuild {

  /** The projection that fills the new view. */
  static final String NEXT = OrderViews.NAME + "-next";

  private static final Logger LOG = LoggerFactory.getLogger(OrderRebuild.class);

  private final ActorSystem<?> system;
  private final DataSource database;
  private final OrderViews views;
  private final RebuildSettings settings;
  private final Clock clock;

  public OrderRebuild(
      ActorSystem<?> system,
      DataSource database,
      OrderViews views,
      RebuildSettings settings,
      Clock clock) {
    this.system = system;
    this.database = database;
    this.views = views;
    this.settings = settings;
    this.clock = clock;
  }

  /**
   * Begins one; the rest happens on a thread of its own.
   *
   * @throws IllegalStateException when one is under way, here or on another node
   */
  public void begin() throws SQLException {
    var lock = RebuildLock.take(database, settings.statementLimit()).orElse(null);
    if (lock == null) throw new IllegalStateException("a rebuild of orders is under way");
    try {
      var db = lock.held();
      tidyUp(db);
      var begun = RebuildRecord.begun(clock.instant(), Sql.number(db, EVENTS));
      begun.save(db);
      var run = new RebuildRun(system, database, views, settings, lock, begun);
      var thread = new Thread(run, "ordinal-rebuild");
      thread.setDaemon(true);
      thread.start();
    } catch (SQLException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private static final String EVENTS =
      """
      SELECT COUNT(*) FROM event_journal FORCE INDEX (event_journal_by_entity)
      WHERE persistence_id LIKE 'Order|%'""";

  /** The last one, if there ever was one. One that was interrupted is tidied up on the way. */
  public Optional<Rebuild> last() throws SQLException {
    try (var db = database.getConnection()) {
      var record = RebuildRecord.read(db);
      boolean interrupted =
          record.isPresent() && record.get().state().isUnderWay() && RebuildLock.isFree(db);
      if (!interrupted) return record.map(RebuildRecord::shown);
    }
    var lock = RebuildLock.take(database, settings.statementLimit());
    if (lock.isPresent()) {
      try (var taken = lock.get()) {
        tidyUp(taken.held());
      }
    }
    try (var db = database.getConnection()) {
      return RebuildRecord.read(db).map(RebuildRecord::shown);
    }
  }

  /** Throws away what an earlier one left, and says what became of it. Only with the lock. */
  private static void tidyUp(Connection db) throws SQLException {
    var record = RebuildRecord.read(db);
    if (record.isPresent() && record.get().state().isUnderWay()) {
      var ended =
          ViewTableSet.isSwitched(db)
              ? record
                  .get()
                  .ended(State.SWITCHED, record.get().differences(), "interrupted afterwards")
              : record.get().ended(State.FAILED, 0, "interrupted: the node that ran it is gone");
      ended.save(db);
      LOG.warn("[Rebuild] orders: {}, {}", ended.state(), ended.detail());
    }
    dropLeftovers(db);
  }

  static void dropLeftovers(Connection db) throws SQLException {
    ViewTableSet.drop(db, ViewTables.NEXT);
    ViewTableSet.drop(db, ViewTables.OLD);
    Offsets.forget(db, NEXT);
  }
}
