package ordinal.projections.views;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import ordinal.order.OrderEvent.OrderMessageIgnored;
import ordinal.projections.sql.RowValues;
import ordinal.projections.sql.Sql;
import ordinal.projections.tail.JournalRow;
import org.jspecify.annotations.Nullable;

/** All that the view has of one order, or should have. */
record ViewRows(RowValues values) {

  private static final List<String> ORDER =
      List.of(
          "order_id",
          "order_no",
          "tenant_id",
          "user_id",
          "store_id",
          "status",
          "status_reason",
          "refund_from",
          "currency",
          "total_minor",
          "created_at",
          "updated_at",
          "last_seq");
  private static final List<String> ITEM =
      List.of("line_no", "sku_id", "quantity", "unit_price_minor");
  private static final List<String> FLOW =
      List.of(
          "seq",
          "event_type",
          "from_status",
          "to_status",
          "ignored",
          "reason",
          "trace_id",
          "ordering",
          "at");
  private static final String THE_ORDER = "order_view";

  static ViewRows empty() {
    return new ViewRows(new RowValues());
  }

  /** What these events, an order's first ones, lead to. */
  static ViewRows of(List<JournalRow> events) {
    var values = new RowValues();
    if (events.isEmpty()) return new ViewRows(values);
    var fold = PageFold.of(events, Map.of());
    for (var order : fold.begun()) {
      order(values, order);
      int line = 1;
      for (var item : order.items()) {
        values.row(item(line), ITEM, line, item.skuId(), item.quantity(), item.unitPriceMinor());
        line++;
      }
    }
    for (var flow : fold.flow()) flow(values, flow);
    return new ViewRows(values);
  }

  private static void order(RowValues values, OrderRow order) {
    var contents = order.contents();
    values.row(
        THE_ORDER,
        ORDER,
        order.orderId(),
        contents.orderNo(),
        contents.tenantId(),
        contents.userId(),
        contents.storeId(),
        order.status(),
        ViewWriter.cut(order.statusReason()),
        order.refundFrom(),
        contents.currency(),
        contents.totalMinor(),
        contents.createdAt(),
        order.updatedAt(),
        order.lastSeq());
  }

  private static void flow(RowValues values, PageFold.Flow flow) {
    values.row(
        flow(flow.row().sequenceNr()),
        FLOW,
        flow.row().sequenceNr(),
        flow.event().eventType(),
        flow.from(),
        flow.to(),
        flow.event() instanceof OrderMessageIgnored,
        ViewWriter.cut(flow.event().reason()),
        flow.event().meta().trace().traceId(),
        flow.row().ordering(),
        flow.event().meta().at());
  }

  private static String item(Object line) {
    return "order_item_view[" + line + "]";
  }

  private static String flow(Object seq) {
    return "order_state_flow[" + seq + "]";
  }

  /**
   * What the tables have of these orders: the rows under their numbers, and the lines under their
   * ids. Three statements, however many orders there are.
   *
   * @param orderIds the id that each should have
   */
  static Map<String, ViewRows> stored(Connection db, ViewTables tables, Map<String, Long> orderIds)
      throws SQLException {
    var values = new HashMap<String, RowValues>();
    var numbers = new HashMap<String, String>();
    orderIds.forEach((number, id) -> numbers.put(Long.toString(id), number));
    read(
        db,
        new Part(tables.orders(), "order_no", ORDER),
        orderIds.keySet(),
        (number, row) -> of(values, number).row(THE_ORDER, ORDER, row));
    read(
        db,
        new Part(tables.items(), "order_id", ITEM),
        numbers.keySet(),
        (id, row) -> of(values, numbers.get(id)).row(item(row.text("line_no")), ITEM, row));
    read(
        db,
        new Part(tables.flow(), "order_id", FLOW),
        numbers.keySet(),
        (id, row) -> of(values, numbers.get(id)).row(flow(row.text("seq")), FLOW, row));
    var found = new HashMap<String, ViewRows>();
    values.forEach((number, of) -> found.put(number, new ViewRows(of)));
    return found;
  }

  private static RowValues of(Map<String, RowValues> values, @Nullable String number) {
    return values.computeIfAbsent(String.valueOf(number), unused -> new RowValues());
  }

  /** One table, by which column its rows are found, and what is read of them. */
  private record Part(String table, String key, List<String> columns) {}

  private static void read(
      Connection db, Part part, Collection<String> keys, BiConsumer<String, RowValues.Read> each)
      throws SQLException {
    var sql =
        "SELECT %s, %s AS found_by FROM %s WHERE %s IN (%s)"
            .formatted(
                String.join(", ", part.columns()),
                part.key(),
                part.table(),
                part.key(),
                Sql.places(keys.size()));
    try (var statement = db.prepareStatement(sql)) {
      int at = 1;
      for (var key : keys) statement.setString(at++, key);
      for (var row : RowValues.read(statement)) each.accept(row.text("found_by"), row);
    }
  }

  /** How many events the row knows of, or -1 when there is no row. */
  long lastSeq() {
    var known = values.get(THE_ORDER + ".last_seq");
    return known == null ? -1 : Long.parseLong(known);
  }

  RowValues.Differences differences(ViewRows found) {
    return values.differences(found.values);
  }
}
