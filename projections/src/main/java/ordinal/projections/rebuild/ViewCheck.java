package ordinal.projections.rebuild;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import ordinal.projections.sql.Sql;
import ordinal.projections.tail.SliceRange;
import ordinal.projections.views.OrderViews;
import ordinal.projections.views.ViewTables;

/**
 * Looks at the new view twice: is it what the journal says, and where does the live one differ?
 *
 * <p>All in one snapshot of the database. Rows and offsets of a view commit together, so in a
 * snapshot each view is exactly as its own offsets say, although both go on meanwhile; nobody is
 * held up.
 */
final class ViewCheck {

  private static final ViewTables LIVE = ViewTables.LIVE;
  private static final ViewTables NEXT = ViewTables.NEXT;

  /**
   * What was found.
   *
   * @param faults where the new view is not what the journal says; none, or it must not go live
   * @param differences orders that the live view has otherwise
   * @param example one or two of these orders, or nothing
   */
  record Found(List<String> faults, long differences, String example) {
    Found {
      faults = List.copyOf(faults);
    }
  }

  private final Connection db;
  private final int slices;
  private final Offsets live;
  private final Offsets next;

  private ViewCheck(Connection db, int slices, Offsets live, Offsets next) {
    this.db = db;
    this.slices = slices;
    this.live = live;
    this.next = next;
  }

  /** On a connection in autocommit mode; leaves it so. */
  static Found run(Connection db, List<SliceRange> ranges, int slices) throws SQLException {
    db.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    db.setAutoCommit(false);
    try {
      Sql.execute(db, "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
      var live = Offsets.stored(db, OrderViews.NAME, ranges);
      var next = Offsets.stored(db, OrderRebuild.NEXT, ranges);
      var check = new ViewCheck(db, slices, live, next);
      var faults = check.faults();
      return faults.isEmpty() ? check.differences() : new Found(faults, 0, "");
    } finally {
      db.rollback();
      db.setAutoCommit(true);
      db.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    }
  }

  private List<String> faults() throws SQLException {
    var faults = new ArrayList<String>();
    var journal =
        " FROM event_journal FORCE INDEX (event_journal_by_entity)"
            + " WHERE persistence_id LIKE 'Order|%' AND ordering <= "
            + next.of("persistence_id", slices);
    long events = Sql.number(db, "SELECT COUNT(*)" + journal);
    long orders = Sql.number(db, "SELECT COUNT(*)" + journal + " AND sequence_number = 1");
    expect(faults, "orders", orders, "SELECT COUNT(*) FROM " + NEXT.orders());
    expect(
        faults,
        "events in orders",
        events,
        "SELECT COALESCE(SUM(last_seq), 0) FROM " + NEXT.orders());
    expect(faults, "lines of flow", events, "SELECT COUNT(*) FROM " + NEXT.flow());
    expect(faults, "orders with other events than the journal", 0, otherEvents());
    expect(faults, "lines of flow that belong to no order", 0, strayFlow());
    expect(faults, "orders whose last line of flow leads elsewhere", 0, otherStatus());
    expect(faults, "orders without items", 0, noItems());
    return faults;
  }

  private void expect(List<String> faults, String what, long expected, String sql)
      throws SQLException {
    long found = Sql.number(db, sql);
    if (found != expected) faults.add("%d %s, not %d".formatted(found, what, expected));
  }

  private String otherEvents() {
    return """
           SELECT COUNT(*) FROM %s v
           WHERE v.last_seq <>
               (SELECT COUNT(*) FROM event_journal j
                WHERE j.persistence_id = CONCAT('Order|', v.order_no) AND j.ordering <= %s)
             OR v.order_id <>
               (SELECT MIN(f.ordering) FROM event_journal f
                WHERE f.persistence_id = CONCAT('Order|', v.order_no) AND f.sequence_number = 1)"""
        .formatted(NEXT.orders(), next.of("j.persistence_id", slices));
  }

  private static String strayFlow() {
    return """
           SELECT COUNT(*) FROM %s f LEFT JOIN %s v ON v.order_id = f.order_id
           WHERE v.order_id IS NULL OR f.seq > v.last_seq"""
        .formatted(NEXT.flow(), NEXT.orders());
  }

  private static String otherStatus() {
    return """
           SELECT COUNT(*) FROM %s v
             LEFT JOIN %s f ON f.order_id = v.order_id AND f.seq = v.last_seq
           WHERE NOT (f.to_status <=> v.status)"""
        .formatted(NEXT.orders(), NEXT.flow());
  }

  private static String noItems() {
    return """
           SELECT COUNT(*) FROM %s v LEFT JOIN %s i ON i.order_id = v.order_id AND i.line_no = 1
           WHERE i.order_id IS NULL"""
        .formatted(NEXT.orders(), NEXT.items());
  }

  private Found differences() throws SQLException {
    var sql =
        "SELECT COUNT(*), MIN(order_id), MAX(order_id) FROM (%s) AS d"
            .formatted(String.join("\nUNION\n", ViewDifferences.of(live, next, slices)));
    try (var statement = db.createStatement();
        var row = statement.executeQuery(sql)) {
      row.next();
      long count = row.getLong(1);
      if (count == 0) return new Found(List.of(), 0, "");
      var first = orderNo(row.getLong(2));
      var example = count == 1 ? first : first + ", " + orderNo(row.getLong(3));
      return new Found(List.of(), count, example);
    }
  }

  private String orderNo(long orderId) throws SQLException {
    for (var table : List.of(NEXT.orders(), LIVE.orders())) {
      try (var statement = db.createStatement();
          var row =
              statement.executeQuery(
                  "SELECT order_no FROM " + table + " WHERE order_id = " + orderId)) {
        if (row.next()) return row.getString(1);
      }
    }
    return "order_id " + orderId;
  }
}
