package ordinal.http;

import io.micrometer.core.instrument.MeterRegistry;
import ordinal.assets.Assets;
import ordinal.cash.notifications.Notifications;
import ordinal.cash.story.OrderStories;
import ordinal.inventory.Inventory;
import ordinal.order.Orders;
import ordinal.projections.assets.AssetViews;
import ordinal.projections.feed.EventFeed;
import ordinal.projections.feed.EventPayloads;
import ordinal.projections.operation.OutboxPressure;
import ordinal.projections.views.Deliveries;
import ordinal.projections.views.OrderSearch;
import org.jspecify.annotations.Nullable;

/**
 * What the API makes available, and by what it holds callers back.
 *
 * @param orders where commands go and an order's past is
 * @param users what users own, and were told
 * @param inventory the built-in stock service, or null when stock is kept elsewhere
 * @param search lists of orders
 * @param deliveries where an order's events are on Kafka
 * @param stories all that is known of an order
 * @param feed events as they are stored
 * @param payloads what single events say, for messages that only refer to it
 * @param pressure how many events wait to be published; above its limits callers are slowed down
 * @param registry where the API's meters go
 */
public record Served(
    Orders orders,
    Users users,
    @Nullable Inventory inventory,
    OrderSearch search,
    Deliveries deliveries,
    OrderStories stories,
    EventFeed feed,
    EventPayloads payloads,
    OutboxPressure pressure,
    MeterRegistry registry) {

  /**
   * What users own, and were told.
   *
   * @param assets where credits go and balances are
   * @param views lists of coupons and movements
   * @param notifications what was told about their orders
   */
  public record Users(Assets assets, AssetViews views, Notifications notifications) {}

  /** Stock is kept elsewhere. */
  public Served(
      Orders orders,
      Users users,
      OrderSearch search,
      Deliveries deliveries,
      OrderStories stories,
      EventFeed feed,
      EventPayloads payloads,
      OutboxPressure pressure,
      MeterRegistry registry) {
    this(orders, users, null, search, deliveries, stories, feed, payloads, pressure, registry);
  }
}
