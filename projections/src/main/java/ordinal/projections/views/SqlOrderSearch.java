package ordinal.projections.views;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import ordinal.order.OrderEvent.Item;
import ordinal.order.OrderStatus;
import ordinal.projections.sql.Sql;

/**
 * Orders from the view, two queries a page. Pages go on from the last order's position and not from
 * a count, so orders that come meanwhile neither shift a page nor make one slower.
 */
public final class SqlOrderSearch implements OrderSearch {

  /** More than a caller may ask for; one that comes here with more is a bug. */
  static final int MOST = 1000;

  private static final String ORDERS =
      """
      SELECT order_id, order_no, user_id, store_id, status, status_reason, last_seq, currency,
             total_minor, created_at, updated_at
      FROM order_view FORCE INDEX (%s)
      WHERE tenant_id = ?%s
      ORDER BY order_id DESC
      LIMIT ?""";

  private static final String ITEMS =
      """
      SELECT order_id, sku_id, quantity, unit_price_minor
      FROM order_item_view
      WHERE order_id IN (%s)
      ORDER BY order_id, line_no""";

  private record Found(long orderId, OrderSummary order) {}

  private final Sql sql;

  public SqlOrderSearch(Sql sql) {
    this.sql = sql;
  }

  @Override
  public CompletionStage<OrderSearch.Found> find(Query query) {
    if (query.limit() < 1 || query.limit() > MOST) {
      throw new IllegalArgumentException("limit is 1 to %d, not %d".formatted(MOST, query.limit()));
    }
    return sql.ask(db -> find(db, query));
  }

  private static OrderSearch.Found find(Connection db, Query query) throws SQLException {
    var found = orders(db, query);
    boolean more = found.size() > query.limit();
    if (more) found.remove(found.size() - 1);
    var items = items(db, found);
    var orders = new ArrayList<OrderSummary>(found.size());
    for (var one : found) {
      orders.add(withItems(one.order(), items.getOrDefault(one.orderId(), List.of())));
    }
    return new OrderSearch.Found(orders, more ? found.get(found.size() - 1).orderId() : null);
  }

  /**
   * The index is named, because the database guesses by its statistics: a user's few orders in a
   * common status it would look for among all orders in that status. All of them begin with the
   * tenant, so that a small one's orders are not searched for among a large one's.
   */
  static String ordersSql(Query query) {
    var where =
        (query.userId() == null ? "" : " AND user_id = ?")
            + (query.storeId() == null ? "" : " AND store_id = ?")
            + (query.status() == null ? "" : " AND status = ?")
            + (query.before() == null ? "" : " AND order_id < ?");
    return ORDERS.formatted(index(query), where);
  }

  private static String index(Query query) {
    if (query.userId() != null) return "order_view_by_user";
    if (query.storeId() != null) return "order_view_by_store";
    return query.status() != null ? "order_view_by_status" : "order_view_by_tenant";
  }

  static void setOrders(PreparedStatement statement, Query query) throws SQLException {
    int at = 1;
    statement.setString(at++, query.tenantId());
    if (query.userId() != null) statement.setString(at++, query.userId());
    if (query.storeId() != null) statement.setString(at++, query.storeId());
    if (query.status() != null) statement.setString(at++, query.status().name());
    if (query.before() != null) statement.setLong(at++, query.before());
    statement.setInt(at, query.limit() + 1); // One more tells whether there is a next page.
  }

  private static List<Found> orders(Connection db, Query query) throws SQLException {
    try (var statement = db.prepareStatement(ordersSql(query))) {
      setOrders(statement, query);
      var found = new ArrayList<Found>();
      try (var rows = statement.executeQuery()) {
        while (rows.next()) found.add(new Found(rows.getLong(1), order(rows)));
      }
      return found;
    }
  }

  private static OrderSummary order(ResultSet row) throws SQLException {
    return new OrderSummary(
        row.getString(2),
        row.getString(3),
        row.getString(4),
        OrderStatus.valueOf(row.getString(5)),
        row.getString(6),
        row.getLong(7),
        List.of(),
        row.getString(8),
        row.getLong(9),
        Sql.time(row, 10),
        Sql.time(row, 11));
  }

  private static Map<Long, List<Item>> items(Connection db, List<Found> orders)
      throws SQLException {
    var items = new HashMap<Long, List<Item>>();
    if (orders.isEmpty()) return items;
    try (var statement = db.prepareStatement(ITEMS.formatted(Sql.places(orders.size())))) {
      int at = 1;
      for (var order : orders) statement.setLong(at++, order.orderId());
      try (var rows = statement.executeQuery()) {
        while (rows.next()) {
          items
              .computeIfAbsent(rows.getLong(1), id -> new ArrayList<>())
              .add(new Item(rows.getString(2), rows.getInt(3), rows.getLong(4)));
        }
      }
    }
    return items;
  }

  private static OrderSummary withItems(OrderSummary order, List<Item> items) {
    return new OrderSummary(
        order.orderNo(),
        order.userId(),
        order.storeId(),
        order.status(),
        order.statusReason(),
        order.version(),
        items,
        order.currency(),
        order.totalMinor(),
        order.createdAt(),
        order.updatedAt());
  }
}
