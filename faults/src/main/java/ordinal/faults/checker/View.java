package ordinal.faults.checker;

import java.util.List;

/**
 * The tables that follow from the journal: how each is read, and which of its columns are compared.
 * The first column of a query is the row's key and the others are the columns named here, in this
 * order. Times are read as text, so that no time zone gets between.
 */
enum View {
  ORDERS(
      "order_view",
      "order_id tenant_id user_id store_id status status_reason refund_from currency total_minor"
          + " created_at updated_at last_seq",
      // Where a failed refund returns to has a meaning only while one is under way.
      """
      SELECT order_no, order_id, tenant_id, user_id, store_id, status, status_reason,
             IF(status = 'REFUNDING', refund_from, NULL), currency, total_minor,
             CAST(created_at AS CHAR), CAST(updated_at AS CHAR), last_seq
      FROM order_view"""),

  ITEMS(
      "order_item_view",
      "sku_id quantity unit_price_minor",
      """
      SELECT CONCAT(order_id, '/', line_no), sku_id, quantity, unit_price_minor
      FROM order_item_view"""),

  FLOW(
      "order_state_flow",
      "event_type from_status to_status ignored reason trace_id ordering at",
      """
      SELECT CONCAT(order_id, '/', seq), event_type, from_status, to_status, ignored + 0, reason,
             trace_id, ordering, CAST(at AS CHAR)
      FROM order_state_flow"""),

  DELIVERIES(
      "event_delivery",
      "topic partition_no offset_no",
      "SELECT ordering, topic, partition_no, offset_no FROM event_delivery");

  private final String table;
  private final String columns;
  private final String query;

  View(String table, String columns, String query) {
    this.table = table;
    this.columns = columns;
    this.query = query;
  }

  String table() {
    return table;
  }

  List<String> columns() {
    return List.of(columns.split(" "));
  }

  String query() {
    return query;
  }
}
