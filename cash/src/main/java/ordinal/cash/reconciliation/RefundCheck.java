package ordinal.cash.reconciliation;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import ordinal.cash.refunds.Refunds;
import ordinal.order.OrderEvent.OrderRefundRequested;
import ordinal.order.OrderStatus;
import ordinal.projections.sql.Sql;
import ordinal.projections.tail.EntityEvents;
import org.jspecify.annotations.Nullable;

/**
 * Orders that refund against the refunds that are to be carried out. A row that is gone comes back
 * under the same number, by which the provider knows whether it has done it already.
 */
final class RefundCheck implements Check {

  private static final String THERE =
      "SELECT refund_id FROM refund_request WHERE refund_id IN (%s)";

  private final Sql sql;
  private final EntityEvents events;
  private final Duration limit;
  private final Clock clock;

  /**
   * @param limit how long a provider may take until somebody has to ask
   */
  RefundCheck(Sql sql, EntityEvents events, Duration limit, Clock clock) {
    this.sql = sql;
    this.events = events;
    this.limit = limit;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "refunds";
  }

  @Override
  public List<String> follows() {
    return List.of("cash");
  }

  @Override
  public List<Found> look(Connection db, Part part) throws SQLException {
    var open = new LinkedHashMap<String, PartOrder>();
    var found = new ArrayList<Found>();
    for (var order : part.settledOrders()) {
      var refund = open(order);
      if (refund == null) continue;
      open.put(refund.refundId(), order);
      if (refund.meta().at().isBefore(clock.instant().minus(limit))) {
        found.add(
            new Found(
                DifferenceKind.REFUND_PENDING,
                order.entity(),
                order.orderNo() + " " + refund.refundId(),
                "the provider has answered",
                "it has not since " + refund.meta().at()));
      }
    }
    var there = there(db, open.keySet());
    open.forEach(
        (refundId, order) -> {
          if (there.contains(refundId)) return;
          found.add(
              new Found(
                  DifferenceKind.REFUND_MISSING,
                  order.entity(),
                  order.orderNo() + " " + refundId,
                  "a refund to be carried out",
                  "none"));
        });
    return found;
  }

  /** The refund that the order waits for, or null. */
  private static @Nullable OrderRefundRequested open(PartOrder order) {
    if (order.now().status() != OrderStatus.REFUNDING) return null;
    OrderRefundRequested last = null;
    for (var step : order.steps()) {
      if (step.event() instanceof OrderRefundRequested refund) last = refund;
    }
    return last;
  }

  private static Set<String> there(Connection db, Collection<String> refundIds)
      throws SQLException {
    if (refundIds.isEmpty()) return Set.of();
    try (var query = db.prepareStatement(THERE.formatted(Sql.places(refundIds.size())))) {
      int at = 1;
      for (var id : refundIds) query.setString(at++, id);
      var found = new HashSet<String>();
      try (var rows = query.executeQuery()) {
        while (rows.next()) found.add(rows.getString(1));
      }
      return found;
    }
  }

  @Override
  public List<Outcome> repair(List<Found> found) {
    var outcomes = new ArrayList<Outcome>();
    for (var one : found) outcomes.add(repair(one));
    return outcomes;
  }

  private Outcome repair(Found found) {
    try {
      sql.now(
          db -> {
            var rows = events.all(db, List.of(found.entity())).get(found.entity());
            if (rows != null) Refunds.restore(db, rows);
            return found;
          });
      return Outcome.repaired("it is there again, and its provider is asked");
    } catch (SQLException | RuntimeException e) {
      return Outcome.failed(e);
    }
  }
}
