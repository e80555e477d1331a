package ordinal.cash.reconciliation;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import ordinal.order.OrderEvent.OrderPaid;
import ordinal.order.OrderEvent.OrderRefundRequested;
import ordinal.projections.sql.Sql;

/**
 * Orders against the payments that their provider reported: paid orders have one of their amount,
 * and money that came has paid an order or is on its way back. Only told: nobody here can say
 * whether money has moved.
 */
final class PaymentCheck implements Check {

  private static final String SUCCEEDED =
      """
      SELECT order_no, payment_id, amount_minor FROM payment_record
      WHERE order_no IN (%s) AND result = 'SUCCESS'""";

  @Override
  public String name() {
    return "payments";
  }

  @Override
  public List<String> follows() {
    return List.of("cash");
  }

  @Override
  public List<Found> look(Connection db, Part part) throws SQLException {
    var orders = new LinkedHashMap<String, PartOrder>();
    for (var order : part.settledOrders()) orders.put(order.orderNo(), order);
    var reported = reported(db, orders.keySet());
    var found = new ArrayList<Found>();
    for (var order : orders.values()) {
      look(order, reported.getOrDefault(order.orderNo(), Map.of()), found);
    }
    return found;
  }

  /** What was paid for each order: amounts by payment. */
  private static Map<String, Map<String, Long>> reported(Connection db, Collection<String> orderNos)
      throws SQLException {
    var found = new HashMap<String, Map<String, Long>>();
    if (orderNos.isEmpty()) return found;
    try (var query = db.prepareStatement(SUCCEEDED.formatted(Sql.places(orderNos.size())))) {
      int at = 1;
      for (var orderNo : orderNos) query.setString(at++, orderNo);
      try (var rows = query.executeQuery()) {
        while (rows.next()) {
          found
              .computeIfAbsent(rows.getString(1), orderNo -> new HashMap<>())
              .put(rows.getString(2), rows.getLong(3));
        }
      }
    }
    return found;
  }

  private static void look(PartOrder order, Map<String, Long> reported, List<Found> found) {
    var taken = new HashMap<String, Long>();
    for (var step : order.steps()) {
      if (step.event() instanceof OrderPaid paid) {
        taken.put(paid.paymentId(), paid.amountMinor());
        paid(order, paid, reported, found);
      } else if (step.event() instanceof OrderRefundRequested refund) {
        taken.putIfAbsent(refund.paymentId(), refund.amountMinor());
      }
    }
    reported.forEach(
        (paymentId, amount) -> {
          if (taken.containsKey(paymentId)) return;
          found.add(
              new Found(
                  DifferenceKind.PAYMENT_UNKNOWN,
                  order.entity(),
                  order.orderNo() + " " + paymentId,
                  "the order has taken it, or gives it back",
                  amount + " were paid, and the order is " + order.now().status()));
        });
  }

  private static void paid(
      PartOrder order, OrderPaid paid, Map<String, Long> reported, List<Found> found) {
    var subject = order.orderNo() + " " + paid.paymentId();
    var expected = paid.amountMinor() + " were paid";
    var amount = reported.get(paid.paymentId());
    if (amount == null) {
      found.add(
          new Found(
              DifferenceKind.PAYMENT_MISSING, order.entity(), subject, expected, "no payment"));
    } else if (amount != paid.amountMinor()) {
      found.add(
          new Found(
              DifferenceKind.PAYMENT_AMOUNT,
              order.entity(),
              subject,
              expected,
              amount + " were reported"));
    }
  }

  /** Nothing of this is repaired. */
  @Override
  public List<Outcome> repair(List<Found> found) {
    return found.stream().map(one -> Outcome.alerted()).toList();
  }
}
