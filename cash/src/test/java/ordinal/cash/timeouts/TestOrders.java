package ordinal.cash.timeouts;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import ordinal.order.OrderCommand;
import ordinal.order.OrderEvent;
import ordinal.order.OrderEvent.OrderCanceled;
import ordinal.order.OrderReply;
import ordinal.order.OrderReply.Refusal;
import ordinal.order.OrderState;
import ordinal.order.OrderState.Existing;
import ordinal.order.OrderStatus;
import ordinal.order.OrderStep;
import ordinal.order.Orders;
import ordinal.projections.TestJournal;
import org.apache.pekko.actor.typed.ActorRef;

/** Orders in memory that can be canceled until they are paid, and can be silent. */
final class TestOrders implements Orders {

  private static final Set<OrderStatus> MAY_BE_CANCELED =
      Set.of(OrderStatus.CREATED, OrderStatus.STOCK_RESERVED, OrderStatus.WAIT_PAY);

  final Map<String, List<OrderEvent>> events = new ConcurrentHashMap<>();
  final Set<String> silent = new HashSet<>();
  final List<String> asked = new CopyOnWriteArrayList<>();

  /** An order with these events behind its creation. */
  void put(String orderNo, OrderEvent... later) {
    var all = new ArrayList<OrderEvent>();
    all.add(TestJournal.created(orderNo, "10001"));
    all.addAll(List.of(later));
    events.put(orderNo, all);
  }

  OrderStatus status(String orderNo) {
    var steps = steps(orderNo);
    return steps.get(steps.size() - 1).after().status();
  }

  OrderCanceled canceled(String orderNo) {
    var all = events.get(orderNo);
    return (OrderCanceled) all.get(all.size() - 1);
  }

  @Override
  public CompletionStage<OrderReply> ask(
      String orderNo, Function<ActorRef<OrderReply>, OrderCommand> command) {
    asked.add(orderNo);
    if (silent.contains(orderNo)) {
      return CompletableFuture.completedFuture(new OrderReply.Unavailable("away"));
    }
    var cancel = (OrderCommand.Cancel) command.apply(null);
    return CompletableFuture.completedFuture(cancel(orderNo, cancel));
  }

  private OrderReply cancel(String orderNo, OrderCommand.Cancel cancel) {
    if (!events.containsKey(orderNo)) {
      return new OrderReply.Refused(Refusal.UNKNOWN_ORDER, "no such order", null, null);
    }
    if (!MAY_BE_CANCELED.contains(status(orderNo))) {
      return new OrderReply.Refused(Refusal.NOT_ALLOWED, "not now", status(orderNo), null);
    }
    var meta = TestJournal.meta("2025-01-01T13:00:00Z");
    events.get(orderNo).add(new OrderCanceled(meta, cancel.by(), cancel.reason()));
    var steps = steps(orderNo);
    return new OrderReply.Accepted(steps.get(steps.size() - 1).after());
  }

  @Override
  public CompletionStage<List<OrderStep>> history(String orderNo) {
    if (silent.contains(orderNo)) {
      return CompletableFuture.failedFuture(new IllegalStateException("away"));
    }
    return CompletableFuture.completedFuture(steps(orderNo));
  }

  private List<OrderStep> steps(String orderNo) {
    var steps = new ArrayList<OrderStep>();
    OrderState state = new OrderState.Absent();
    for (var event : events.getOrDefault(orderNo, List.of())) {
      var from = state instanceof Existing before ? before.status() : null;
      state = state.after(event);
      steps.add(new OrderStep(event, from, (Existing) state));
    }
    return steps;
  }
}
