package ordinal.projections.holds;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import ordinal.inventory.InventoryEvent.SkuDeducted;
import ordinal.inventory.InventoryEvent.SkuReleased;
import ordinal.inventory.InventoryEvent.SkuReserved;
import ordinal.projections.ProjectionSession;
import ordinal.projections.tail.JournalRow;
import ordinal.projections.tail.Page;
import org.apache.pekko.projection.jdbc.javadsl.JdbcHandler;

/**
 * Keeps one row of stock_hold for pieces that are held for an order to come, until they go back or
 * are sold.
 *
 * <p>A page's rows and the offset behind it commit in one transaction. A page that comes a second
 * time may bring back a row that was gone; the reaper finds it past its time and ends it. It takes
 * away no row that counts: pieces that went back, or are sold, are never held under that number
 * again.
 */
final class HoldHandler extends JdbcHandler<Page, ProjectionSession> {

  private static final String SKUS = "Sku|";

  @Override
  public void process(ProjectionSession session, Page page) throws Exception {
    session.withConnection(
        db -> {
          apply(db, page);
          return page;
        });
  }

  /** Brings the table to where it is after this page, in the caller's transaction. */
  private static void apply(Connection db, Page page) throws SQLException {
    Map<HeldPieces, Hold> held = new LinkedHashMap<>();
    Set<HeldPieces> gone = new LinkedHashSet<>();
    for (var row : page.rows()) {
      if (row.persistenceId().startsWith(SKUS)) apply(row, held, gone);
    }
    HoldTable.insert(db, held.values());
    HoldTable.delete(db, gone);
  }

  /** What is not about a hold leaves no trace: counting, and ordinary reservations. */
  private static void apply(JournalRow row, Map<HeldPieces, Hold> held, Set<HeldPieces> gone) {
    var event = row.event();
    if (event instanceof SkuReserved e && e.heldUntil() != null) {
      var hold = new Hold(row.entityId(), e.orderNo(), e.quantity(), e.heldUntil());
      held.put(HeldPieces.of(hold), hold);
    } else if (event instanceof SkuReleased e) {
      end(new HeldPieces(row.entityId(), e.orderNo()), held, gone);
    } else if (event instanceof SkuDeducted e) {
      end(new HeldPieces(row.entityId(), e.orderNo()), held, gone);
    }
  }

  private static void end(HeldPieces pieces, Map<HeldPieces, Hold> held, Set<HeldPieces> gone) {
    held.remove(pieces);
    gone.add(pieces);
  }
}
