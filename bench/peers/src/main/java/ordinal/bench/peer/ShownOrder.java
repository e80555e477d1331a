package ordinal.bench.peer;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/** An order as callers see it: the fields that Ordinal shows of a new one. */
record ShownOrder(
    String orderNo,
    String tenantId,
    String userId,
    String status,
    long version,
    List<NewOrder.Item> items,
    BigDecimal totalAmount,
    String currency,
    String createdAt,
    String updatedAt) {

  static final String TENANT = "default";

  static ShownOrder created(String orderNo, NewOrder order, Instant at) {
    return new ShownOrder(
        orderNo,
        TENANT,
        order.userId(),
        "CREATED",
        1,
        order.items(),
        order.total(),
        order.currency(),
        at.toString(),
        at.toString());
  }
}
