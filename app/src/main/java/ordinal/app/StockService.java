package ordinal.app;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import javax.sql.DataSource;
import ordinal.inventory.Inventory;
import ordinal.order.Orders;
import ordinal.projections.holds.HoldSettings;
import ordinal.projections.holds.OrderOwners;
import ordinal.projections.holds.StockHolds;
import ordinal.projections.tail.JournalTail;
import ordinal.servers.StartFailure;
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
    var inventory = skus();
    var settings = HoldSettings.of(actors.settings().config());
    new StockHolds(
            actors, pool, range -> tail.provider(range, settings.page(), settings.pace()), settings)
        .start(new OrderOwners(orders, inventory), clock, metrics);
    return inventory;
  }

  /** The one place that knows which implementation there is. */
  private static Inventory skus() {
    throw new StartFailure(
        "the built-in stock service is not part of this build: set ORDINAL_INVENTORY=external");
  }
}
