package ordinal.cash.story;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import ordinal.order.OrderCommand;
import ordinal.order.OrderEvent;
import ordinal.order.OrderReply;
import ordinal.order.OrderState;
import ordinal.order.OrderState.Existing;
import ordinal.order.OrderStep;
import ordinal.order.Orders;
import org.apache.pekko.actor.typed.ActorRef;

/** Orders that only have a past. */
final class Past implements Orders {

  private final Map<String, List<OrderStep>> known = new ConcurrentHashMap<>();

  List<OrderStep> put(String orderNo, OrderEvent... events) {
    var steps = new ArrayList<OrderStep>();
    OrderState state = new OrderState.Absent();
    for (var event : events) {
      var from = state instanceof Existing before ? before.status() : null;
      state = state.after(event);
      steps.add(new OrderStep(event, from, (Existing) state));
    }
    known.put(orderNo, steps);
    return steps;
  }

  @Override
  public CompletionStage<List<OrderStep>> history(String orderNo) {
    return CompletableFuture.completedFuture(known.getOrDefault(orderNo, List.of()));
  }

  @Override
  public CompletionStage<OrderReply> ask(
      String orderNo, Function<ActorRef<OrderReply>, OrderCommand> command) {
    throw new UnsupportedOperationException();
  }
}
