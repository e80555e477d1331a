package ordinal.http;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import ordinal.order.OrderCommand;
import ordinal.order.OrderReply;
import ordinal.order.OrderStep;
import ordinal.order.Orders;
import org.apache.pekko.actor.typed.ActorRef;

/** Orders that answer when the test says so. */
final class HeldOrders implements Orders {

  final Queue<CompletableFuture<OrderReply>> asked = new ConcurrentLinkedQueue<>();
  CompletionStage<List<OrderStep>> history = CompletableFuture.completedFuture(List.of());

  @Override
  public CompletionStage<OrderReply> ask(
      String orderNo, Function<ActorRef<OrderReply>, OrderCommand> command) {
    var answer = new CompletableFuture<OrderReply>();
    asked.add(answer);
    return answer;
  }

  @Override
  public CompletionStage<List<OrderStep>> history(String orderNo) {
    return history;
  }
}
