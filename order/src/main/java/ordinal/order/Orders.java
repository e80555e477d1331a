package ordinal.order;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import ordinal.kernel.TraceContext;
import org.apache.pekko.actor.typed.ActorRef;

/** All orders, wherever they live: the one way in, and the one way to their past. */
public interface Orders {

  /** Sends one command to one order. Fails with a TimeoutException when there is no answer. */
  CompletionStage<OrderReply> ask(
      String orderNo, Function<ActorRef<OrderReply>, OrderCommand> command);

  /**
   * Makes an order, or shows the one that the same request has made. What {@link #ask} does with
   * the same command, perhaps in a shorter way.
   */
  default CompletionStage<OrderReply> create(
      String orderNo, Function<ActorRef<OrderReply>, OrderCommand.Create> command) {
    return ask(orderNo, command::apply);
  }

  /**
   * Shows an order to a tenant: to another tenant there is none. What {@link #ask} does with the
   * same question, perhaps in a shorter way.
   */
  default CompletionStage<OrderReply> show(String orderNo, String tenantId, TraceContext trace) {
    return ask(orderNo, to -> new OrderCommand.OfTenant(tenantId, new OrderCommand.Get(trace, to)));
  }

  /** What happened to an order, from the first event on; empty when there is no such order. */
  CompletionStage<List<OrderStep>> history(String orderNo);
}
