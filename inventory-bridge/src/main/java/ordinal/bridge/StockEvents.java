package ordinal.bridge;

import java.util.Set;
import java.util.concurrent.CompletionStage;
import ordinal.order.OrderCommand;
import ordinal.order.OrderNumber;
import ordinal.order.OrderReply;
import ordinal.order.OrderReply.Accepted;
import ordinal.order.OrderReply.Ignored;
import ordinal.order.OrderReply.Refusal;
import ordinal.order.OrderReply.Refused;
import ordinal.order.OrderReply.Repeated;
import ordinal.order.OrderReply.Unavailable;
import ordinal.order.Orders;

/**
 * Tells orders what became of their stock: the messages of {@code stock-events}, whichever stock
 * service sends them. The order knows a message that it has had by its eventId.
 */
final class StockEvents implements MessageTarget {

  static final String TOPIC = "stock-events";
  static final String GROUP = "ordinal-orders";

  private static final String RESERVED = "StockReserved";
  private static final String FAILED = "StockReserveFailed";
  private static final int LONGEST_REASON = 500;

  private final Orders orders;

  StockEvents(Orders orders) {
    this.orders = orders;
  }

  /** Nothing else belongs on this topic. */
  @Override
  public boolean isFor(String eventType) throws Unusable {
    if (Set.of(RESERVED, FAILED).contains(eventType)) return true;
    throw new Unusable("unknown eventType: must be " + RESERVED + " or " + FAILED);
  }

  @Override
  public CompletionStage<Outcome> handle(Message message) throws Unusable {
    var orderNo = message.bizKey();
    if (!OrderNumber.isOrderNo(orderNo)) throw new Unusable("bizKey is no order number");
    var reason = MessageReader.optionalText(message.payload(), "reason", LONGEST_REASON);
    var told =
        message.eventType().equals(RESERVED)
            ? orders.ask(
                orderNo,
                replyTo ->
                    new OrderCommand.StockReserved(message.eventId(), message.trace(), replyTo))
            : orders.ask(
                orderNo,
                replyTo ->
                    new OrderCommand.StockReserveFailed(
                        message.eventId(), reason, message.trace(), replyTo));
    return told.thenApply(StockEvents::outcome);
  }

  private static Outcome outcome(OrderReply reply) {
    if (reply instanceof Accepted) return new Outcome.Done();
    if (reply instanceof Repeated) return new Outcome.Repeated();
    if (reply instanceof Ignored ignored) return new Outcome.Ignored(ignored.reason());
    if (reply instanceof Unavailable unavailable) {
      return new Outcome.MayPass("the order cannot store it now: " + unavailable.detail());
    }
    if (reply instanceof Refused refused) {
      // The message may be ahead of the order it is about.
      return refused.refusal() == Refusal.UNKNOWN_ORDER
          ? new Outcome.MayPass("unknown order")
          : new Outcome.CannotPass(refused.refusal() + ": " + refused.detail());
    }
    throw new IllegalStateException("no outcome is known for " + reply.getClass().getName());
  }
}
