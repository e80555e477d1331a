package ordinal.cash.story;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import ordinal.cash.story.StoryEntry.Source;
import ordinal.kernel.Money;
import ordinal.projections.sql.Sql;
import ordinal.projections.views.Deliveries.Delivery;

/** What tables know of an order that no interface tells. */
final class StoryRows {

  /** More than an order's messages and all their consumers. */
  private static final int MOST = 1000;

  private static final String CONSUMED =
      """
      SELECT received_at, event_type, consumer_group, topic, partition_no, offset_no, event_id,
             status, attempts, reason, trace_id
      FROM consume_log WHERE biz_key = ? ORDER BY id LIMIT ?""";

  private static final String REFUNDS =
      """
SELECT updated_at, status, refund_id, payment_id, amount_minor, attempts, last_error, trace_id
FROM refund_request WHERE refund_id IN (%s)""";

  private static final String PLACES =
      """
      SELECT ordering, topic, partition_no, offset_no, published_at
      FROM event_delivery WHERE ordering IN (%s)""";

  private StoryRows() {}

  /** What consumers made of the order's messages. */
  static List<StoryEntry> consumed(Connection db, String orderNo) throws SQLException {
    try (var find = db.prepareStatement(CONSUMED)) {
      find.setString(1, orderNo);
      find.setInt(2, MOST);
      var found = new ArrayList<StoryEntry>();
      try (var rows = find.executeQuery()) {
        while (rows.next()) found.add(consumed(rows));
      }
      return found;
    }
  }

  private static StoryEntry consumed(ResultSet row) throws SQLException {
    return StoryEntry.of(Sql.time(row, 1), Source.CONSUMER, row.getString(2), row.getString(11))
        .with("group", row.getString(3))
        .with("topic", row.getString(4))
        .with("partition", row.getLong(5))
        .with("offset", row.getLong(6))
        .with("eventId", row.getString(7))
        .with("status", row.getString(8))
        .with("attempts", row.getLong(9))
        .with("reason", row.getString(10));
  }

  /** How far its refunds are. */
  static List<StoryEntry> refunds(Connection db, Collection<String> refundIds) throws SQLException {
    var found = new ArrayList<StoryEntry>();
    if (refundIds.isEmpty()) return found;
    try (var find = db.prepareStatement(REFUNDS.formatted(Sql.places(refundIds.size())))) {
      int at = 1;
      for (var id : refundIds) find.setString(at++, id);
      try (var rows = find.executeQuery()) {
        while (rows.next()) found.add(refund(rows));
      }
    }
    return found;
  }

  private static StoryEntry refund(ResultSet row) throws SQLException {
    return StoryEntry.of(Sql.time(row, 1), Source.REFUND, row.getString(2), row.getString(8))
        .with("refundId", row.getString(3))
        .with("paymentId", row.getString(4))
        .with("amount", Money.toDecimal(row.getLong(5)))
        .with("attempts", row.getLong(6))
        .with("reason", row.getString(7));
  }

  /** Where events are on Kafka, by their place in the journal. */
  static Map<Long, Delivery> places(Connection db, Collection<Long> orderings) throws SQLException {
    var found = new HashMap<Long, Delivery>();
    if (orderings.isEmpty()) return found;
    try (var find = db.prepareStatement(PLACES.formatted(Sql.places(orderings.size())))) {
      int at = 1;
      for (var ordering : orderings) find.setLong(at++, ordering);
      try (var rows = find.executeQuery()) {
        while (rows.next()) {
          found.put(
              rows.getLong(1),
              new Delivery(rows.getString(2), rows.getInt(3), rows.getLong(4), Sql.time(rows, 5)));
        }
      }
    }
    return found;
  }
}
