package ordinal.projections.rebuild;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import ordinal.projections.views.ViewTables;

/**
 * The queries that find where the live view and the new one differ, each as order_ids.
 *
 * <p>Neither has come equally far, so it is no difference that one lacks what is behind its own
 * offset.
 */
final class ViewDifferences {

  private static final String LIVE_ORDERS = ViewTables.LIVE.orders();
  private static final String LIVE_ITEMS = ViewTables.LIVE.items();
  private static final String LIVE_FLOW = ViewTables.LIVE.flow();
  private static final String NEXT_ORDERS = ViewTables.NEXT.orders();
  private static final String NEXT_ITEMS = ViewTables.NEXT.items();
  private static final String NEXT_FLOW = ViewTables.NEXT.flow();

  private static final String SAME_ORDER =
      same(
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
          "updated_at");

  private static final String SAME_ITEM = same("sku_id", "quantity", "unit_price_minor");

  private static final String SAME_FLOW =
      same(
          "event_type",
          "from_status",
          "to_status",
          "ignored",
          "reason",
          "trace_id",
          "ordering",
          "at");

  private ViewDifferences() {}

  private static String same(String... columns) {
    return Stream.of(columns)
        .map(column -> "l.%s <=> n.%s".formatted(column, column))
        .collect(Collectors.joining(" AND ", "(", ")"));
  }

  static List<String> of(Offsets live, Offsets next, int slices) {
    return List.of(
        otherContents(),
        onlyLive(next.of("CONCAT('Order|', l.order_no)", slices)),
        onlyNext(live.of("CONCAT('Order|', n.order_no)", slices)),
        liveBehindItsOffset(live.of("CONCAT('Order|', n.order_no)", slices)),
        liveAheadOfTheJournal(next.of("CONCAT('Order|', n.order_no)", slices)),
        otherOrMissingItems(),
        moreItems(),
        otherOrMissingFlow(),
        moreFlow());
  }

  private static String otherContents() {
    return """
           SELECT l.order_id FROM %s l JOIN %s n ON n.order_id = l.order_id
           WHERE l.last_seq = n.last_seq AND NOT %s"""
        .formatted(LIVE_ORDERS, NEXT_ORDERS, SAME_ORDER);
  }

  private static String onlyLive(String nextOffset) {
    return """
           SELECT l.order_id FROM %s l LEFT JOIN %s n ON n.order_id = l.order_id
           WHERE n.order_id IS NULL AND l.order_id <= %s"""
        .formatted(LIVE_ORDERS, NEXT_ORDERS, nextOffset);
  }

  private static String onlyNext(String liveOffset) {
    return """
           SELECT n.order_id FROM %s n LEFT JOIN %s l ON l.order_id = n.order_id
           WHERE l.order_id IS NULL AND n.order_id <= %s"""
        .formatted(NEXT_ORDERS, LIVE_ORDERS, liveOffset);
  }

  private static String liveBehindItsOffset(String liveOffset) {
    return """
           SELECT n.order_id FROM %s n
             JOIN %s l ON l.order_id = n.order_id
             JOIN %s f ON f.order_id = n.order_id AND f.seq = l.last_seq + 1
           WHERE l.last_seq < n.last_seq AND f.ordering <= %s"""
        .formatted(NEXT_ORDERS, LIVE_ORDERS, NEXT_FLOW, liveOffset);
  }

  private static String liveAheadOfTheJournal(String nextOffset) {
    return """
           SELECT n.order_id FROM %s n
             JOIN %s l ON l.order_id = n.order_id
             LEFT JOIN %s f ON f.order_id = n.order_id AND f.seq = n.last_seq + 1
           WHERE l.last_seq > n.last_seq AND (f.ordering IS NULL OR f.ordering <= %s)"""
        .formatted(NEXT_ORDERS, LIVE_ORDERS, LIVE_FLOW, nextOffset);
  }

  private static String otherOrMissingItems() {
    return """
           SELECT n.order_id FROM %s n
             JOIN %s o ON o.order_id = n.order_id
             LEFT JOIN %s l ON l.order_id = n.order_id AND l.line_no = n.line_no
           WHERE NOT %s"""
        .formatted(NEXT_ITEMS, LIVE_ORDERS, LIVE_ITEMS, SAME_ITEM);
  }

  private static String moreItems() {
    return """
           SELECT l.order_id FROM %s l
             JOIN %s o ON o.order_id = l.order_id
             LEFT JOIN %s n ON n.order_id = l.order_id AND n.line_no = l.line_no
           WHERE n.order_id IS NULL"""
        .formatted(LIVE_ITEMS, NEXT_ORDERS, NEXT_ITEMS);
  }

  private static String otherOrMissingFlow() {
    return """
           SELECT n.order_id FROM %s n
             JOIN %s o ON o.order_id = n.order_id AND o.last_seq >= n.seq
             LEFT JOIN %s l ON l.order_id = n.order_id AND l.seq = n.seq
           WHERE NOT %s"""
        .formatted(NEXT_FLOW, LIVE_ORDERS, LIVE_FLOW, SAME_FLOW);
  }

  private static String moreFlow() {
    return """
           SELECT l.order_id FROM %s l
             JOIN %s o ON o.order_id = l.order_id AND o.last_seq >= l.seq
             LEFT JOIN %s n ON n.order_id = l.order_id AND n.seq = l.seq
           WHERE n.order_id IS NULL"""
        .formatted(LIVE_FLOW, NEXT_ORDERS, NEXT_FLOW);
  }
}
