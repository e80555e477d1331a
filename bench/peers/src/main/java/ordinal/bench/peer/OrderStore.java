package ordinal.bench.peer;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Orders in tables, each change with its event and its line in the state flow, in one transaction.
 *
 * <p>A request that came before is found by the unique key when the insert fails, not looked for
 * first: that is a round trip less for all the others.
 */
final class OrderStore {

  /** An order, and whether this very request made it. */
  record Stored(ShownOrder order, boolean isNew) {}

  private static final String INSERT_ORDER =
      "INSERT INTO t_order (order_no, user_id, client_request_id, status, currency, total_amount,"
          + " version, created_at, updated_at) VALUES (?, ?, ?, 'CREATED', ?, ?, 1, ?, ?)";
  private static final String INSERT_ITEM =
      "INSERT INTO t_order_item (order_no, sku_id, quantity, unit_price) VALUES (?, ?, ?, ?)";
  private static final String INSERT_FLOW =
      "INSERT INTO t_order_state_flow (order_no, from_status, to_status, event, trace_id,"
          + " created_at) VALUES (?, ?, ?, ?, ?, ?)";
  private static final String CANCEL =
      "UPDATE t_order SET status = 'CANCELED', version = version + 1, updated_at = ?"
          + " WHERE order_no = ? AND status = ? AND NOT deleted";
  private static final String SELECT =
      "SELECT o.order_no, o.user_id, o.status, o.version, o.total_amount, o.currency, o.created_at,"
          + " o.updated_at, i.sku_id, i.quantity, i.unit_price"
          + " FROM t_order o JOIN t_order_item i ON i.order_no = o.order_no WHERE ";
  private static final String IN_ORDER = " ORDER BY i.id";

  private final Transactions transactions;
  private final DataSource reads;
  private final Outbox outbox;

  /**
   * An outbox's orders.
   *
   * @param reads connections in autocommit mode, for what is one query
   */
  OrderStore(Transactions transactions, DataSource reads, Outbox outbox) {
    this.transactions = transactions;
    this.reads = reads;
    this.outbox = outbox;
  }

  Stored create(NewOrder order, String traceId) throws SQLException {
    var at = Instant.ofEpochMilli(System.currentTimeMillis());
    var orderNo = "ORD" + UUID.randomUUID().toString().replace("-", "").substring(0, 23);
    try {
      transactions.run(
          connection -> {
            insert(connection, orderNo, order, at);
            outbox.add(connection, OutgoingEvent.created(orderNo, order, traceId, at));
            insertFlow(connection, orderNo, null, "CREATED", "CREATE", traceId, at);
            return orderNo;
          });
      return new Stored(ShownOrder.created(orderNo, order, at), true);
    } catch (SQLIntegrityConstraintViolationException e) {
      var first = transactions.run(connection -> findRepeated(connection, order));
      return new Stored(first.orElseThrow(() -> e), false);
    }
  }

  private static void insert(Connection connection, String orderNo, NewOrder order, Instant at)
      throws SQLException {
    try (var insert = connection.prepareStatement(INSERT_ORDER)) {
      insert.setString(1, orderNo);
      insert.setString(2, order.userId());
      insert.setString(3, order.clientRequestId());
      insert.setString(4, order.currency());
      insert.setBigDecimal(5, order.total());
      insert.setTimestamp(6, Timestamp.from(at));
      insert.setTimestamp(7, Timestamp.from(at));
      insert.executeUpdate();
    }
    try (var insert = connection.prepareStatement(INSERT_ITEM)) {
      for (var item : order.items()) {
        insert.setString(1, orderNo);
        insert.setString(2, item.skuId());
        insert.setInt(3, item.quantity());
        insert.setBigDecimal(4, item.unitPrice());
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  private static void insertFlow(
      Connection connection,
      String orderNo,
      @Nullable String from,
      String to,
      String event,
      String traceId,
      Instant at)
      throws SQLException {
    try (var insert = connection.prepareStatement(INSERT_FLOW)) {
      insert.setString(1, orderNo);
      insert.setString(2, from);
      insert.setString(3, to);
      insert.setString(4, event);
      insert.setString(5, traceId);
      insert.setTimestamp(6, Timestamp.from(at));
      insert.executeUpdate();
    }
  }

  /** Empty when there is no such order. One that is canceled already is shown as it is. */
  Optional<ShownOrder> cancel(String orderNo, String traceId) throws SQLException {
    return transactions.run(
        connection -> {
          var found = find(connection, "o.order_no = ?", orderNo);
          if (found.isEmpty() || found.get().status().equals("CANCELED")) return found;
          var order = found.get();
          var at = Instant.ofEpochMilli(System.currentTimeMillis());
          try (var update = connection.prepareStatement(CANCEL)) {
            update.setTimestamp(1, Timestamp.from(at));
            update.setString(2, orderNo);
            update.setString(3, order.status());
            if (update.executeUpdate() == 0) return find(connection, "o.order_no = ?", orderNo);
          }
          long version = order.version() + 1;
          outbox.add(connection, OutgoingEvent.canceled(orderNo, version, traceId, at));
          insertFlow(connection, orderNo, order.status(), "CANCELED", "CANCEL", traceId, at);
          return Optional.of(canceled(order, version, at));
        });
  }

  private static ShownOrder canceled(ShownOrder order, long version, Instant at) {
    return new ShownOrder(
        order.orderNo(),
        order.tenantId(),
        order.userId(),
        "CANCELED",
        version,
        order.items(),
        order.totalAmount(),
        order.currency(),
        order.createdAt(),
        at.toString());
  }

  Optional<ShownOrder> show(String orderNo) throws SQLException {
    try (var connection = reads.getConnection()) {
      return find(connection, "o.order_no = ?", orderNo);
    }
  }

  private static Optional<ShownOrder> findRepeated(Connection connection, NewOrder order)
      throws SQLException {
    return find(
        connection,
        "o.user_id = ? AND o.client_request_id = ?",
        order.userId(),
        order.clientRequestId());
  }

  private static Optional<ShownOrder> find(
      Connection connection, String condition, String... values) throws SQLException {
    try (var select = connection.prepareStatement(SELECT + condition + IN_ORDER)) {
      for (int i = 0; i < values.length; i++) select.setString(i + 1, values[i]);
      try (var rows = select.executeQuery()) {
        return rows.next() ? Optional.of(order(rows)) : Optional.empty();
      }
    }
  }

  /** A row for each of its items. */
  private static ShownOrder order(ResultSet rows) throws SQLException {
    var orderNo = rows.getString("order_no");
    var userId = rows.getString("user_id");
    var status = rows.getString("status");
    long version = rows.getLong("version");
    var total = rows.getBigDecimal("total_amount");
    var currency = rows.getString("currency");
    var createdAt = rows.getTimestamp("created_at").toInstant().toString();
    var updatedAt = rows.getTimestamp("updated_at").toInstant().toString();
    var items = new ArrayList<NewOrder.Item>();
    do {
      BigDecimal price = rows.getBigDecimal("unit_price");
      items.add(new NewOrder.Item(rows.getString("sku_id"), rows.getInt("quantity"), price));
    } while (rows.next());
    return new ShownOrder(
        orderNo,
        ShownOrder.TENANT,
        userId,
        status,
        version,
        items,
        total,
        currency,
        createdAt,
        updatedAt);
  }
}
