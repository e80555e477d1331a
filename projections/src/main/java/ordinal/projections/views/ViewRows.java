package ordinal.projections.views;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import ordinal.order.OrderEvent.OrderMessageIgnored;
import ordinal.order.OrderStatus;
import ordinal.projections.sql.Sql;
import ordinal.projections.tail.JournalRow;
import org.jspecify.annotations.Nullable;

/**
 * All that the view has of one order, or should have: values by where they stand, such as {@code
 * order_view.status} or {@code order_state_flow[3].to_status}.
 */
record ViewRows(Map<String, String> values) {

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
  private static final Set<String> TIMES = Set.of("created_at", "updated_at", "at");

  /** Is in no text of ours, since none has control characters. */
  private static final String NULL = "\0";

  /** For people: where there is no value. */
  private static final String NONE = "nothing";

  ViewRows {
    values = new TreeMap<>(values);
  }

  static ViewRows empty() {
    return new ViewRows(Map.of());
  }

  /** What these events, an order's first ones, lead to. */
  static ViewRows of(List<JournalRow> events) {
    if (events.isEmpty()) return empty();
    var values = new TreeMap<String, String>();
    var fold = PageFold.of(events, Map.of());
    for (var order : fold.begun()) {
      put(values, "order_view", ORDER, order(order));
      int line = 1;
      for (var item : order.items()) {
        put(
            values,
            "order_item_view[%d]".formatted(line),
            ITEM,
            texts(line, item.skuId(), item.quantity(), item.unitPriceMinor()));
        line++;
      }
    }
    for (var flow : fold.flow()) {
      put(values, "order_state_flow[%d]".formatted(flow.row().sequenceNr()), FLOW, flow(flow));
    }
    return new ViewRows(values);
  }

  private static List<String> order(OrderRow order) {
    var contents = order.contents();
    return texts(
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

  private static List<String> flow(PageFold.Flow flow) {
    OrderStatus from = flow.from();
    return texts(
        flow.row().sequenceNr(),
        flow.event().eventType(),
        from,
        flow.to(),
        flow.event() instanceof OrderMessageIgnored,
        ViewWriter.cut(flow.event().reason()),
        flow.event().meta().trace().traceId(),
        flow.row().ordering(),
        flow.event().meta().at());
  }

  private static List<String> texts(@Nullable Object... values) {
    var texts = new ArrayList<String>();
    for (var value : values) {
      if (value instanceof Instant at) {
        texts.add(at.truncatedTo(ChronoUnit.MILLIS).toString());
      } else {
        texts.add(value == null ? NULL : value.toString());
      }
    }
    return texts;
  }

  private static void put(
      Map<String, String> values, String row, List<String> columns, List<String> texts) {
    for (int i = 0; i < columns.size(); i++) {
      var text = texts.get(i);
      if (!text.equals(NULL)) values.put(row + "." + columns.get(i), text);
    }
  }

  /**
   * What the tables have of these orders: the rows under their numbers, and the lines under their
   * ids. Three statements, however many orders there are.
   *
   * @param orderIds the id that each should have
   */
  static Map<String, ViewRows> stored(Connection db, ViewTables tables, Map<String, Long> orderIds)
      throws SQLException {
    var values = new HashMap<String, Map<String, String>>();
    var numbers = new HashMap<String, String>();
    orderIds.forEach((number, id) -> values.put(number, new TreeMap<>()));
    orderIds.forEach((number, id) -> numbers.put(Long.toString(id), number));
    read(
        db,
        new Part(tables.orders(), "order_no", ORDER),
        orderIds.keySet(),
        (number, row) -> put(valuesOf(values, number), "order_view", ORDER, row));
    read(
        db,
        new Part(tables.items(), "order_id", ITEM),
        numbers.keySet(),
        (id, row) -> {
          var of = valuesOf(values, numbers.get(id));
          put(of, "order_item_view[%s]".formatted(row.get(0)), ITEM, row);
        });
    read(
        db,
        new Part(tables.flow(), "order_id", FLOW),
        numbers.keySet(),
        (id, row) -> {
          var of = valuesOf(values, numbers.get(id));
          put(of, "order_state_flow[%s]".formatted(row.get(0)), FLOW, row);
        });
    var found = new HashMap<String, ViewRows>();
    values.forEach((number, of) -> found.put(number, new ViewRows(of)));
    return found;
  }

  private static Map<String, String> valuesOf(
      Map<String, Map<String, String>> values, @Nullable String number) {
    return values.computeIfAbsent(String.valueOf(number), unused -> new TreeMap<>());
  }

  /** One table, by which column its rows are found, and what is read of them. */
  private record Part(String table, String key, List<String> columns) {}

  private static void read(
      Connection db, Part part, Collection<String> keys, BiConsumer<String, List<String>> each)
      throws SQLException {
    var sql =
        "SELECT %s, %s FROM %s WHERE %s IN (%s)"
            .formatted(
                String.join(", ", part.columns()),
                part.key(),
                part.table(),
                part.key(),
                Sql.places(keys.size()));
    try (var statement = db.prepareStatement(sql)) {
      int at = 1;
      for (var key : keys) statement.setString(at++, key);
      try (var rows = statement.executeQuery()) {
        while (rows.next()) {
          each.accept(rows.getString(part.columns().size() + 1), row(rows, part.columns()));
        }
      }
    }
  }

  private static List<String> row(ResultSet rows, List<String> columns) throws SQLException {
    var texts = new ArrayList<String>();
    for (int i = 0; i < columns.size(); i++) {
      var column = columns.get(i);
      if (TIMES.contains(column)) {
        texts.add(Sql.time(rows, i + 1).toString());
      } else if (column.equals("ignored")) {
        texts.add(Boolean.toString(rows.getBoolean(i + 1)));
      } else {
        var text = rows.getString(i + 1);
        texts.add(text == null ? NULL : text);
      }
    }
    return texts;
  }

  /** How many events the row knows of, or -1 when there is no row. */
  long lastSeq() {
    var known = values.get("order_view.last_seq");
    return known == null ? -1 : Long.parseLong(known);
  }

  /** Where the two differ: what these have, and what those have. Empty when they are the same. */
  Map<String, List<String>> differences(ViewRows those) {
    var places = new TreeSet<>(values.keySet());
    places.addAll(those.values.keySet());
    var found = new LinkedHashMap<String, List<String>>();
    for (var place : places) {
      var here = values.get(place);
      var there = those.values.get(place);
      if (!Objects.equals(here, there)) {
        found.put(place, List.of(here == null ? NONE : here, there == null ? NONE : there));
      }
    }
    return found;
  }
}
