package ordinal.app;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import javax.sql.DataSource;
import ordinal.inventory.Inventory;
import ordinal.inventory.ShardedInventory;
import ordinal.order.Orders;
import ordinal.projections.holds.HoldSettings;
import ordinal.projections.holds.OrderOwners;
import ordinal.projections.holds.StockHolds;
import ordinal.projections.tail.JournalTail;
import org.apache.pekko.actor.typed.ActorSystem;

/** This node's share of the built-in stock service, and of what watches over its holds. */
final class StockService {

  private StockService() {}

  static Inventory start(
      ActorSystem<?> actors,
      Orders orders,
      JournalTail tail,
      DataSource pool,
      MeterRegistry metrics,
      Clock clock) {
    var inventory = ShardedInventory.start(actors, clock);
    var settings = HoldSettings.of(actors.settings().config());
    new StockHolds(
            actors, pool, range -> tail.provider(range, settings.page(), settings.pace()), settings)
        .start(new OrderOwners(orders, inventory), clock, metrics);
    return inventory;
  }
}
