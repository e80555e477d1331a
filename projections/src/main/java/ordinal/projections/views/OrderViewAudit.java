package ordinal.projections.views;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import ordinal.projections.operation.Positions;
import ordinal.projections.tail.EntityEvents;
import ordinal.projections.tail.JournalRow;

/**
 * Compares single orders' rows with what the journal says of them, and writes those anew that are
 * otherwise. {@code rebuild} makes the whole view anew; this mends a row.
 *
 * <p>The comparison is exact although the live view goes on: in one snapshot a view is what the
 * events below its own position lead to. A view that is held or slow is behind, and no difference.
 *
 * <p>A repair holds the live view's part of that slice by its position, as the rebuild's switch
 * does, and writes what the events up to that position lead to: the next page finds the row at the
 * event before its own. So the two can never be at odds, whichever comes first.
 */
public final class OrderViewAudit {

  private static final ViewTables LIVE = ViewTables.LIVE;
  private static final String ORDER = "Order|";

  /**
   * An order that the view has otherwise.
   *
   * @param expected the first few values that the journal leads to
   * @param found what is there in their place
   */
  public record Difference(String orderNo, String expected, String found) {}

  private final EntityEvents events;
  private final ViewWriter writer = new ViewWriter(LIVE);

  public OrderViewAudit(EntityEvents events) {
    this.events = events;
  }

  /** On a connection in autocommit mode; leaves it so. */
  public List<Difference> compare(Connection db, Collection<String> orderNos) throws SQLException {
    if (orderNos.isEmpty()) return List.of();
    db.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    db.setAutoCommit(false);
    try {
      // The first read makes the snapshot.
      var positions = Positions.of(db, OrderViews.NAME);
      var stored = events.all(db, orderNos.stream().map(no -> ORDER + no).toList());
      if (stored.isEmpty()) return List.of();
      var ids = new HashMap<String, Long>();
      for (var all : stored.values()) ids.put(all.get(0).entityId(), all.get(0).ordering());
      var rows = ViewRows.stored(db, LIVE, ids);
      var found = new ArrayList<Difference>();
      for (var all : stored.values()) {
        var orderNo = all.get(0).entityId();
        var has = rows.getOrDefault(orderNo, ViewRows.empty());
        var differences = ViewRows.of(known(all, has, positions)).differences(has);
        if (!differences.isEmpty()) {
          found.add(new Difference(orderNo, differences.expected(), differences.found()));
        }
      }
      return found;
    } finally {
      db.rollback();
      db.setAutoCommit(true);
      db.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    }
  }

  /**
   * The events that the view has to know. A row may be ahead of the position that is stored, when a
   * page came a second time from an instance that should no longer run; never ahead of the journal.
   */
  private static List<JournalRow> known(List<JournalRow> all, ViewRows rows, Positions positions) {
    long position = positions.of(all.get(0).slice());
    long handled = all.stream().filter(row -> row.ordering() <= position).count();
    long ahead = rows.lastSeq() <= all.size() ? rows.lastSeq() : 0;
    return all.subList(0, (int) Math.max(handled, ahead));
  }

  /**
   * Writes an order's rows anew, on a connection in autocommit mode, which it leaves so. False when
   * they are right by now.
   */
  public boolean repair(Connection db, String orderNo) throws SQLException {
    db.setAutoCommit(false);
    try {
      var all = events.all(db, List.of(ORDER + orderNo)).get(ORDER + orderNo);
      if (all == null) return false;
      var positions = Positions.hold(db, OrderViews.NAME, all.get(0).slice());
      // Read again: what the view has taken in meanwhile must be among them.
      all = events.all(db, List.of(ORDER + orderNo)).get(ORDER + orderNo);
      if (all == null) return false;
      long orderId = all.get(0).ordering();
      var rows =
          ViewRows.stored(db, LIVE, Map.of(orderNo, orderId))
              .getOrDefault(orderNo, ViewRows.empty());
      var known = known(all, rows, positions);
      if (ViewRows.of(known).differences(rows).isEmpty()) return false;
      delete(db, orderNo, orderId);
      if (!known.isEmpty()) {
        var fold = PageFold.of(known, Map.of());
        writer.insertOrders(db, fold.begun());
        writer.insertItems(db, fold.begun());
        writer.insertFlow(db, fold.flow());
      }
      db.commit();
      return true;
    } finally {
      db.rollback();
      db.setAutoCommit(true);
    }
  }

  private static void delete(Connection db, String orderNo, long orderId) throws SQLException {
    delete(db, LIVE.orders(), "order_no", orderNo);
    for (var table : List.of(LIVE.orders(), LIVE.items(), LIVE.flow())) {
      delete(db, table, "order_id", Long.toString(orderId));
    }
  }

  private static void delete(Connection db, String table, String key, String value)
      throws SQLException {
    try (var statement = db.prepareStatement("DELETE FROM %s WHERE %s = ?".formatted(table, key))) {
      statement.setString(1, value);
      statement.executeUpdate();
    }
  }
}
