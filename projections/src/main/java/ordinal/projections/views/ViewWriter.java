package ordinal.projections.views;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import ordinal.order.OrderEvent.OrderMessageIgnored;
import ordinal.order.OrderState.Contents;
import ordinal.order.OrderStatus;
import ordinal.projections.sql.MultiRowInsert;
import ordinal.projections.sql.Sql;
import org.jspecify.annotations.Nullable;

/**
 * The view's statements: each is one round trip, however many rows it has. The longest, the items
 * of 500 orders with 100 lines each, is 4 MB; a server takes 16 MB unless it was told otherwise.
 */
final class ViewWriter {

  /** The column's width. A reason is for people; its end may be cut, the event has all of it. */
  private static final int LONGEST_REASON = 500;

  private static final String COLUMNS =
      """
      order_id, order_no, tenant_id, user_id, store_id, status, status_reason, refund_from,
      currency, total_minor, created_at, updated_at, last_seq""";

  private static final String MOVE =
      """
      ON DUPLICATE KEY UPDATE status = VALUES(status), status_reason = VALUES(status_reason),
        refund_from = VALUES(refund_from), updated_at = VALUES(updated_at),
        last_seq = VALUES(last_seq)""";

  private final String select;
  private final String insertOrders;
  private final String insertItems;
  private final String insertFlow;

  ViewWriter(ViewTables tables) {
    select =
        "SELECT " + COLUMNS + " FROM " + tables.orders() + " WHERE order_no IN (%s) FOR UPDATE";
    insertOrders = "INSERT INTO " + tables.orders() + " (" + COLUMNS + ") VALUES";
    insertItems =
        "INSERT INTO %s (order_id, line_no, sku_id, quantity, unit_price_minor) VALUES"
            .formatted(tables.items());
    insertFlow =
        """
        INSERT INTO %s (order_id, seq, event_type, from_status, to_status, ignored, reason,
          trace_id, ordering, at) VALUES"""
            .formatted(tables.flow());
  }

  /** The rows of these orders, locked until the transaction ends; only those that are in. */
  Map<String, OrderRow> load(Connection db, Collection<String> orderNos) throws SQLException {
    var found = new HashMap<String, OrderRow>();
    if (orderNos.isEmpty()) return found;
    try (var statement = db.prepareStatement(select.formatted(Sql.places(orderNos.size())))) {
      int at = 1;
      for (var orderNo : orderNos) statement.setString(at++, orderNo);
      try (var rows = statement.executeQuery()) {
        while (rows.next()) found.put(rows.getString(2), stored(rows));
      }
    }
    return found;
  }

  private static OrderRow stored(ResultSet row) throws SQLException {
    var refundFrom = row.getString(8);
    var contents =
        new Contents(
            row.getString(2),
            row.getString(3),
            row.getString(4),
            row.getString(5),
            List.of(),
            row.getString(9),
            row.getLong(10),
            Sql.time(row, 11),
            false); // Only a repeated creation asks, and the view sees none.
    return OrderRow.stored(
        row.getLong(1),
        row.getLong(13),
        contents,
        OrderStatus.valueOf(row.getString(6)),
        row.getString(7),
        refundFrom == null ? null : OrderStatus.valueOf(refundFrom));
  }

  /** Fails with a duplicate key when one of them is in already, and then none of them is put in. */
  void insertOrders(Connection db, List<OrderRow> orders) throws SQLException {
    orders(orders, "").execute(db);
  }

  /**
   * Writes rows that were loaded, and so are locked and there: each is a duplicate, and updated.
   * One statement, where an UPDATE for each took three times as long.
   */
  void moveOrders(Connection db, List<OrderRow> orders) throws SQLException {
    int changed = orders(orders, MOVE).execute(db);
    // MySQL counts 2 for a row that was there and is another now.
    if (changed != 2 * orders.size()) {
      throw new IllegalStateException(
          "%d rows were to move on, but the database counted %d".formatted(orders.size(), changed));
    }
  }

  private MultiRowInsert orders(List<OrderRow> orders, String ending) {
    var insert = new MultiRowInsert(insertOrders, ending, orders.size());
    for (var order : orders) {
      var contents = order.contents();
      insert
          .row()
          .number(order.orderId())
          .text(contents.orderNo())
          .text(contents.tenantId())
          .text(contents.userId())
          .text(contents.storeId())
          .text(order.status().name())
          .text(cut(order.statusReason()))
          .text(name(order.refundFrom()))
          .text(contents.currency())
          .number(contents.totalMinor())
          .time(contents.createdAt())
          .time(order.updatedAt())
          .number(order.lastSeq());
    }
    return insert;
  }

  void insertItems(Connection db, List<OrderRow> orders) throws SQLException {
    var insert = new MultiRowInsert(insertItems, "", orders.size() * 2);
    for (var order : orders) {
      int line = 1;
      for (var item : order.items()) {
        insert
            .row()
            .number(order.orderId())
            .number(line++)
            .text(item.skuId())
            .number(item.quantity())
            .number(item.unitPriceMinor());
      }
    }
    insert.execute(db);
  }

  void insertFlow(Connection db, List<PageFold.Flow> flow) throws SQLException {
    var insert = new MultiRowInsert(insertFlow, "", flow.size());
    for (var one : flow) {
      var meta = one.event().meta();
      insert
          .row()
          .number(one.order().orderId())
          .number(one.row().sequenceNr())
          .text(one.event().eventType())
          .text(name(one.from()))
          .text(one.to().name())
          .flag(one.event() instanceof OrderMessageIgnored)
          .text(cut(one.event().reason()))
          .text(meta.trace().traceId())
          .number(one.row().ordering())
          .time(meta.at());
    }
    insert.execute(db);
  }

  private static @Nullable String name(@Nullable OrderStatus status) {
    return status == null ? null : status.name();
  }

  /** As the column takes it. */
  static @Nullable String cut(@Nullable String reason) {
    if (reason == null || reason.length() <= LONGEST_REASON) return reason;
    // Not between the two halves of a character.
    boolean split = Character.isHighSurrogate(reason.charAt(LONGEST_REASON - 1));
    return reason.substring(0, split ? LONGEST_REASON - 1 : LONGEST_REASON);
  }
}
