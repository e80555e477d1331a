package ordinal.projections.views;

import java.util.List;
import java.util.concurrent.CompletionStage;
import ordinal.order.OrderStatus;
import org.jspecify.annotations.Nullable;

/** Finds orders by what they are, newest first. A moment behind the entities. */
public interface OrderSearch {

  CompletionStage<Found> find(Query query);

  /**
   * Which orders.
   *
   * @param userId only this user's, or null for all
   * @param storeId only this store's, or null for all
   * @param status only in this status, or null for all
   * @param before only older than the order at this position: where the last page ended
   */
  record Query(
      String tenantId,
      @Nullable String userId,
      @Nullable String storeId,
      @Nullable OrderStatus status,
      int limit,
      @Nullable Long before) {}

  /**
   * A page of them.
   *
   * @param next the position to go on from, or null when this was the last page
   */
  record Found(List<OrderSummary> orders, @Nullable Long next) {
    public Found {
      orders = List.copyOf(orders);
    }
  }
}
