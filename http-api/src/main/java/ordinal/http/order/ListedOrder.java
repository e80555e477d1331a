package ordinal.http.order;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.util.List;
import ordinal.http.order.OrderView.ItemView;
import ordinal.http.schema.CursorSchema;
import ordinal.kernel.Money;
import ordinal.order.OrderStatus;
import ordinal.projections.views.OrderSearch.Found;
import ordinal.projections.views.OrderSummary;
import org.jspecify.annotations.Nullable;

/** An order in a list: what the view knows of it, in the words of {@link OrderView}. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ListedOrder(
    String orderNo,
    String userId,
    @Nullable String storeId,
    OrderStatus status,
    long version,
    List<ItemView> items,
    BigDecimal totalAmount,
    String currency,
    String createdAt,
    String updatedAt,
    @Nullable String statusReason) {

  /** Some of them; the cursor is always there, as null at the end. */
  record Page(List<ListedOrder> items, @Nullable String nextCursor) {
    static Page of(Found found) {
      var next = found.next();
      return new Page(
          found.orders().stream().map(ListedOrder::of).toList(),
          next == null ? null : CursorSchema.write(next));
    }
  }

  static ListedOrder of(OrderSummary order) {
    return new ListedOrder(
        order.orderNo(),
        order.userId(),
        order.storeId(),
        order.status(),
        order.version(),
        order.items().stream().map(ItemView::of).toList(),
        Money.toDecimal(order.totalMinor()),
        order.currency(),
        OrderView.text(order.createdAt()),
        OrderView.text(order.updatedAt()),
        order.statusReason());
  }
}
