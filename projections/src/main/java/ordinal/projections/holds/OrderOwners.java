package ordinal.projections.holds;

import java.util.concurrent.CompletionStage;
import ordinal.inventory.HoldReply;
import ordinal.inventory.Inventory;
import ordinal.kernel.TraceContext;
import ordinal.order.OrderCommand;
import ordinal.order.OrderReply;
import ordinal.order.OrderReply.Refusal;
import ordinal.order.OrderState.Existing;
import ordinal.order.OrderStatus;
import ordinal.order.Orders;

/** Asks the orders and the stock service. */
public final class OrderOwners implements HoldOwners {

  private final Orders orders;
  private final Inventory inventory;

  public OrderOwners(Orders orders, Inventory inventory) {
    this.orders = orders;
    this.inventory = inventory;
  }

  @Override
  public CompletionStage<Owner> ownerOf(String skuId, String orderNo) {
    return orders
        .ask(orderNo, to -> new OrderCommand.Get(TraceContext.fresh(), to))
        .thenApply(reply -> owner(reply, skuId));
  }

  private static Owner owner(OrderReply reply, String skuId) {
    if (reply instanceof OrderReply.Accepted found) return owner(found.order(), skuId);
    if (reply instanceof OrderReply.Refused refused && refused.refusal() == Refusal.UNKNOWN_ORDER) {
      return Owner.NOBODY;
    }
    throw new IllegalStateException("the order does not say whether it is there: " + reply);
  }

  /** An ordinary order has the number too when its clientRequestId was used twice. */
  private static Owner owner(Existing order, String skuId) {
    if (!order.mayHold(skuId)) return Owner.NOBODY;
    return order.status() == OrderStatus.CREATED ? Owner.UNDECIDED : Owner.ORDER;
  }

  @Override
  public CompletionStage<?> letGo(String skuId, String orderNo) {
    return inventory
        .letGo(skuId, orderNo, TraceContext.fresh())
        .thenApply(
            reply -> {
              if (reply instanceof HoldReply.Unavailable unavailable) {
                throw new IllegalStateException(unavailable.reason());
              }
              return reply;
            });
  }
}
