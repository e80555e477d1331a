package ordinal.cash.notifications;

import ordinal.order.OrderEvent.OrderCreated;
import ordinal.order.OrderState.Contents;
import org.jspecify.annotations.Nullable;

/** What has to be known of an order to tell people of it; fixed when it is made. */
record OrderFacts(
    String orderNo,
    String tenantId,
    String userId,
    @Nullable String storeId,
    String currency,
    int items) {

  static OrderFacts of(OrderCreated first) {
    return new OrderFacts(
        first.orderNo(),
        first.tenantId(),
        first.userId(),
        first.storeId(),
        first.currency(),
        first.items().size());
  }

  static OrderFacts of(Contents contents) {
    return new OrderFacts(
        contents.orderNo(),
        contents.tenantId(),
        contents.userId(),
        contents.storeId(),
        contents.currency(),
        contents.items().size());
  }
}
