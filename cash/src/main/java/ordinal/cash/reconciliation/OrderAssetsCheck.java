package ordinal.cash.reconciliation;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import ordinal.assets.AccountId;
import ordinal.assets.AccountReply;
import ordinal.assets.Assets;
import ordinal.assets.CouponId;
import ordinal.assets.CouponReply;
import ordinal.assets.Hold;
import ordinal.cash.process.OrderSteps;
import ordinal.cash.timeouts.LockVerdict;
import ordinal.kernel.TraceContext;
import ordinal.order.OrderStep;
import ordinal.order.Orders;
import ordinal.projections.sql.Sql;

/**
 * Orders against what they demand of accounts and coupons: what is paid is committed and earned,
 * what is completed has brought its commissions, what is refunded was given back, and nothing is
 * frozen or locked that nobody needs. Whatever is missing is done again, by the rules and under the
 * keys of the process manager, so it happens once.
 *
 * <p>An order whose last event is young is left to the next run: its messages may be on their way.
 */
final class OrderAssetsCheck implements Check {

  private static final String MOVEMENTS =
      "SELECT entity_id, idem_key FROM asset_entry WHERE order_no IN (%s)";

  private static final String HOLDS =
      "SELECT entity_id, order_no, checkout_no FROM asset_hold WHERE order_no IN (%s)";

  private final Orders orders;
  private final Assets assets;
  private final OrderSteps steps;
  private final Duration limit;

  OrderAssetsCheck(Orders orders, Assets assets, OrderSteps steps, Duration limit) {
    this.orders = orders;
    this.assets = assets;
    this.steps = steps;
    this.limit = limit;
  }

  /** What is set aside, as the table has it. */
  private record Held(String entityId, Hold hold) {
    String subject() {
      return hold.orderNo() + " " + entityId + " " + hold.checkoutNo();
    }

    static Held of(String subject) {
      var parts = subject.split(" ", 3);
      return new Held(parts[1], new Hold(parts[0], Integer.parseInt(parts[2])));
    }

    boolean isCoupon() {
      return entityId.indexOf('/') == entityId.lastIndexOf('/');
    }
  }

  @Override
  public String name() {
    return "assets of orders";
  }

  @Override
  public List<String> follows() {
    return List.of("assets");
  }

  @Override
  public List<Found> look(Connection db, Part part) throws SQLException {
    var settled = new HashMap<String, PartOrder>();
    for (var order : part.settledOrders()) settled.put(order.orderNo(), order);
    if (settled.isEmpty()) return List.of();
    var found = new ArrayList<Found>();
    var moved = movements(db, settled.keySet());
    for (var order : settled.values()) missing(order, moved, found);
    for (var held : holds(db, settled.keySet())) {
      var order = settled.get(held.hold().orderNo());
      if (order == null) continue;
      var verdict = LockVerdict.of(order.steps(), held.hold().checkoutNo());
      if (verdict != LockVerdict.CANCEL) {
        found.add(
            new Found(
                DifferenceKind.HOLD_LEFT,
                order.entity(),
                held.subject(),
                "nothing is held: the order is " + order.now().status(),
                "held by checkout " + held.hold().checkoutNo()));
      }
    }
    return found;
  }

  private void missing(PartOrder order, Set<OrderSteps.Step> moved, List<Found> found) {
    for (var step : steps.demanded(order.steps())) {
      if (moved.contains(step)) continue;
      found.add(
          new Found(
              DifferenceKind.ASSET_STEP_MISSING,
              order.entity(),
              order.orderNo() + " " + step.key(),
              step.key() + " at " + step.entityId(),
              "no such movement"));
    }
    if (steps.waitsForLocks(order.steps())) {
      found.add(
          new Found(
              DifferenceKind.ASSET_STEP_MISSING,
              order.entity(),
              order.orderNo() + " checkout",
              "the order knows whether its assets are locked",
              "it waits"));
    }
  }

  private static Set<OrderSteps.Step> movements(Connection db, Collection<String> orderNos)
      throws SQLException {
    try (var query = db.prepareStatement(MOVEMENTS.formatted(Sql.places(orderNos.size())))) {
      int at = 1;
      for (var orderNo : orderNos) query.setString(at++, orderNo);
      var found = new HashSet<OrderSteps.Step>();
      try (var rows = query.executeQuery()) {
        while (rows.next()) found.add(new OrderSteps.Step(rows.getString(1), rows.getString(2)));
      }
      return found;
    }
  }

  private static List<Held> holds(Connection db, Collection<String> orderNos) throws SQLException {
    try (var query = db.prepareStatement(HOLDS.formatted(Sql.places(orderNos.size())))) {
      int at = 1;
      for (var orderNo : orderNos) query.setString(at++, orderNo);
      var found = new ArrayList<Held>();
      try (var rows = query.executeQuery()) {
        while (rows.next()) {
          found.add(new Held(rows.getString(1), new Hold(rows.getString(2), rows.getInt(3))));
        }
      }
      return found;
    }
  }

  // Again.

  @Override
  public List<Outcome> repair(List<Found> found) throws InterruptedException {
    var byOrder = new HashMap<String, Outcome>();
    var outcomes = new ArrayList<Outcome>();
    for (var one : found) {
      var orderNo = Part.entityId(one.entity());
      var redone = byOrder.get(orderNo);
      if (redone == null) {
        redone = redo(orderNo);
        byOrder.put(orderNo, redone);
      }
      outcomes.add(one.kind() == DifferenceKind.HOLD_LEFT ? end(one) : redone);
    }
    return outcomes;
  }

  private Outcome redo(String orderNo) throws InterruptedException {
    try {
      var failures = await(steps.redo(orderNo));
      return failures.isEmpty()
          ? Outcome.repaired("its steps were done again")
          : Outcome.failed(String.join("; ", failures));
    } catch (ExecutionException | TimeoutException e) {
      return Outcome.failed(e);
    }
  }

  /** By what the order says now; what it demands was done again before. */
  private Outcome end(Found found) throws InterruptedException {
    var held = Held.of(found.subject());
    try {
      var history = await(orders.history(held.hold().orderNo()));
      return switch (LockVerdict.of(history, held.hold().checkoutNo())) {
        case CANCEL -> Outcome.NONE;
        case COMMIT -> Outcome.repaired("it was committed");
        case RELEASE -> released(held, history);
      };
    } catch (ExecutionException | TimeoutException e) {
      return Outcome.failed(e);
    }
  }

  private Outcome released(Held held, List<OrderStep> history)
      throws InterruptedException, ExecutionException, TimeoutException {
    var trace =
        history.isEmpty()
            ? TraceContext.fresh()
            : history.get(history.size() - 1).event().meta().trace();
    Object reply =
        held.isCoupon()
            ? await(assets.unlock(CouponId.parse(held.entityId()), held.hold(), trace))
            : await(assets.release(AccountId.parse(held.entityId()), held.hold(), trace));
    return reply instanceof AccountReply.Standing || reply instanceof CouponReply.Standing
        ? Outcome.repaired("it was released")
        : Outcome.failed(reply.toString());
  }

  private <T> T await(CompletionStage<T> stage)
      throws InterruptedException, ExecutionException, TimeoutException {
    return stage.toCompletableFuture().get(limit.toMillis(), TimeUnit.MILLISECONDS);
  }
}
