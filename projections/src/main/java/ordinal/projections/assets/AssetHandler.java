package ordinal.projections.assets;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import ordinal.projections.ProjectionSession;
import ordinal.projections.tail.JournalRow;
import ordinal.projections.tail.Page;
import org.apache.pekko.projection.jdbc.javadsl.JdbcHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps asset_account, coupon_view, asset_entry and asset_hold as the journal says, so that lists
 * and comparisons never wake an account.
 *
 * <p>A page's rows and the offset behind it commit in one transaction: both are there or neither.
 * Beside that, an account's or coupon's row moves only from event n-1 to event n, and the other two
 * tables move with it: a page that is delivered twice, by a second instance, or again from the
 * start changes nothing. An event whose predecessor the row never saw is an {@link AssetHole}:
 * nothing of its page is taken, and the projection tries again with a backoff until someone looks.
 * Two instances that begin the same account at once meet at its key: one of them fails, and finds
 * the row when it tries again.
 *
 * <p>A page costs a handful of statements, whatever it holds, and none when it holds nothing of
 * this kind.
 */
final class AssetHandler extends JdbcHandler<Page, ProjectionSession> {

  private static final Logger LOG = LoggerFactory.getLogger(AssetHandler.class);

  private final Counter handled;
  private final Counter holes;

  AssetHandler(MeterRegistry metrics) {
    this.handled =
        Counter.builder("projection.event.handled")
            .description("Events that a projection has taken in.")
            .tag("projection", AssetProjection.NAME)
            .register(metrics);
    this.holes =
        Counter.builder("projection.event.hole")
            .description("Times that an event came before the one that precedes it.")
            .tag("projection", AssetProjection.NAME)
            .register(metrics);
  }

  @Override
  public void process(ProjectionSession session, Page page) throws Exception {
    session.withConnection(
        db -> {
          apply(db, page);
          return page;
        });
  }

  /** Brings the tables to where they are after this page, in the caller's transaction. */
  private void apply(Connection db, Page page) throws SQLException {
    var events = page.rows().stream().filter(AssetHandler::isOfAssets).toList();
    if (events.isEmpty()) return;
    try {
      handled.increment(write(db, events));
    } catch (AssetHole e) {
      holes.increment();
      LOG.error("[Assets] [ALERT] {}", e.getMessage());
      throw e;
    }
  }

  private static boolean isOfAssets(JournalRow row) {
    var id = row.persistenceId();
    return id.startsWith(AssetFold.ACCOUNTS) || id.startsWith(AssetFold.COUPONS);
  }

  /** How many events were new. */
  static int write(Connection db, List<JournalRow> events) throws SQLException {
    var fold = fold(db, events);
    AccountTable.insert(db, fold.begunAccounts());
    CouponTable.insert(db, fold.begunCoupons());
    AccountTable.move(db, fold.movedAccounts());
    CouponTable.move(db, fold.movedCoupons());
    EntryTable.insert(db, fold.entries());
    HoldTable.insert(db, fold.held());
    HoldTable.delete(db, fold.ended());
    return fold.entries().size();
  }

  private static AssetFold fold(Connection db, List<JournalRow> events) throws SQLException {
    return AssetFold.of(
        events,
        AccountTable.load(db, ids(events, AssetFold.ACCOUNTS), true),
        CouponTable.load(db, ids(events, AssetFold.COUPONS)));
  }

  /** In one order for all: two instances that want the same rows wait for each other in turn. */
  private static Set<String> ids(List<JournalRow> events, String type) {
    var ids = new TreeSet<String>();
    for (var row : events) {
      if (row.persistenceId().startsWith(type)) ids.add(row.entityId());
    }
    return ids;
  }

  /** MySQL counts 2 for a row that was there and is another now. */
  static void requireMoved(int rows, int counted) {
    if (counted != 2 * rows) {
      throw new IllegalStateException(
          "%d rows were to move on, but the database counted %d".formatted(rows, counted));
    }
  }
}
