package ordinal.projections.deliveries;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import ordinal.projections.sql.Sql;
import ordinal.projections.views.Deliveries;

/** What {@link DeliveryRecorder} wrote, found by the order's events. */
public final class SqlDeliveries implements Deliveries {

  private static final String FIND =
      """
      SELECT j.sequence_number, d.topic, d.partition_no, d.offset_no, d.published_at
      FROM event_journal j JOIN event_delivery d ON d.ordering = j.ordering
      WHERE j.persistence_id = ?
      LIMIT ?""";

  /** As long as the longest timeline (ordinal.order.longest-history). */
  private static final int MOST = 10_000;

  private final Sql sql;

  public SqlDeliveries(Sql sql) {
    this.sql = sql;
  }

  @Override
  public CompletionStage<Map<Long, Delivery>> of(String orderNo) {
    return sql.ask(
        db -> {
          try (var statement = db.prepareStatement(FIND)) {
            statement.setString(1, "Order|" + orderNo);
            statement.setInt(2, MOST);
            var found = new HashMap<Long, Delivery>();
            try (var rows = statement.executeQuery()) {
              while (rows.next()) {
                found.put(
                    rows.getLong(1),
                    new Delivery(
                        rows.getString(2), rows.getInt(3), rows.getLong(4), Sql.time(rows, 5)));
              }
            }
            return Map.copyOf(found);
          }
        });
  }
}
