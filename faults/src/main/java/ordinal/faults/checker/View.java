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
      false,
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
      true, // Whether lines count from 0 or from 1 is the view's own affair.
      "sku_id quantity unit_price_minor",
      """
      SELECT order_id, sku_id, quantity, unit_price_minor
      FROM order_item_view ORDER BY order_id, line_no"""),

  FLOW(
      "order_state_flow",
      false,
      "event_type from_status to_status ignored reason trace_id ordering at",
      """
      SELECT CONCAT(order_id, '/', seq), event_type, from_status, to_status, ignored + 0, reason,
             trace_id, ordering, CAST(at AS CHAR)
      FROM order_state_flow"""),

  DELIVERIES(
      "event_delivery",
      false,
      "topic partition_no offset_no",
      "SELECT ordering, topic, partition_no, offset_no FROM event_delivery");

  private final String table;
  private final boolean numbered;
  private final String columns;
  private final String query;

  View(String table, boolean numbered, String columns, String query) {
    this.table = table;
    this.numbered = numbered;
    this.columns = columns;
    this.query = query;
  }

  String table() {
    return table;
  }

  /** Whether its rows are numbered behind their key as they come. */
  boolean isNumbered() {
    return numbered;
  }

  List<String> columns() {
    return List.of(columns.split(" "));
  }

  String query() {
    return query;
  }
}
