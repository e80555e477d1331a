package ordinal.bridge;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import ordinal.order.OrderCommand;
import ordinal.order.OrderReply;
import ordinal.order.OrderStep;
import ordinal.order.Orders;
import org.apache.pekko.actor.typed.ActorRef;

/** Orders of which some do not answer, or cannot store, while a test wants that. */
record FlakyOrders(
    Orders real, Set<String> silent, Set<String> unavailable, Map<String, Integer> asked)
    implements Orders {

  FlakyOrders(Orders real) {
    this(
        real,
        ConcurrentHashMap.newKeySet(),
        ConcurrentHashMap.newKeySet(),
        new ConcurrentHashMap<>());
  }

  @Override
  public CompletionStage<OrderReply> ask(
      String orderNo, Function<ActorRef<OrderReply>, OrderCommand> command) {
    asked.merge(orderNo, 1, Integer::sum);
    if (silent.contains(orderNo)) {
      return CompletableFuture.failedFuture(new TimeoutException("on purpose"));
    }
    if (unavailable.contains(orderNo)) {
      return CompletableFuture.completedFuture(new OrderReply.Unavailable("on purpose"));
    }
    return real.ask(orderNo, command);
  }

  @Override
  public CompletionStage<List<OrderStep>> history(String orderNo) {
    return real.history(orderNo);
  }
}
