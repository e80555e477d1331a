package ordinal.cash.timeouts;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import ordinal.assets.Assets;
import ordinal.cash.projection.PageRows;
import ordinal.order.Orders;
import ordinal.projections.JobProcess;
import ordinal.projections.sql.Sql;
import org.apache.pekko.actor.typed.ActorSystem;

/**
 * The time-out of payments and the reaper of locks: a table of deadlines, and two jobs, each on one
 * node of the cluster.
 *
 * <p>A deadline is fixed when the stock is reserved: another time-out in the settings is for orders
 * that come afterwards.
 */
public final class Timeouts {

  private Timeouts() {}

  /** The deadlines, for the projection. */
  public static PageRows rows(TimeoutSettings settings) {
    return new DeadlineRows(settings.paymentTimeout());
  }

  /** Starts this node's share of both jobs. */
  public static void start(
      ActorSystem<?> system,
      Sql sql,
      Orders orders,
      Assets assets,
      TimeoutSettings settings,
      Clock clock,
      MeterRegistry metrics) {
    var overdue = new OverdueOrders(sql, orders, settings.cancelAtOnce(), clock, metrics);
    JobProcess.start(system, "payment-timeout", overdue::run, settings.lookEvery());
    var reaper = new LockReaper(sql, orders, assets, settings, clock, metrics);
    JobProcess.start(system, "lock-reaper", reaper::run, settings.reaperInterval());
  }
}
