package ordinal.projections.views;

import java.time.Instant;
import java.util.List;
import ordinal.order.OrderEvent.Item;
import ordinal.order.OrderStatus;
import org.jspecify.annotations.Nullable;

/** An order as the view has it: what lists show. */
public record OrderSummary(
    String orderNo,
    String userId,
    @Nullable String storeId,
    OrderStatus status,
    @Nullable String statusReason,
    long version,
    List<Item> items,
    String currency,
    long totalMinor,
    Instant createdAt,
    Instant updatedAt) {
  public OrderSummary {
    items = List.copyOf(items);
  }
}
