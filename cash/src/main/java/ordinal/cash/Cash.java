package ordinal.cash;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import javax.sql.DataSource;
import ordinal.assets.Assets;
import ordinal.bridge.Bridge.Subscription;
import ordinal.cash.notifications.NotificationSettings;
import ordinal.cash.notifications.Notifications;
import ordinal.cash.notifications.Notifying;
import ordinal.cash.process.OrderProcess;
import ordinal.cash.process.ProcessSettings;
import ordinal.cash.projection.CashProjection;
import ordinal.cash.projection.CashSettings;
import ordinal.cash.projection.PageRows;
import ordinal.cash.reconciliation.Reconciliation;
import ordinal.cash.reconciliation.ReconciliationSettings;
import ordinal.cash.reconciliation.Reconciliations;
import ordinal.cash.refunds.Refunds;
import ordinal.cash.retention.Retention;
import ordinal.cash.retention.RetentionSettings;
import ordinal.cash.story.OrderStories;
import ordinal.cash.story.StoryTeller;
import ordinal.cash.timeouts.TimeoutSettings;
import ordinal.cash.timeouts.Timeouts;
import ordinal.order.Orders;
import ordinal.projections.operation.LostEvents;
import ordinal.projections.sql.Sql;
import ordinal.projections.tail.JournalTail;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.DispatcherSelector;

/** Order to cash, as one node runs it. */
public final class Cash {

  private final List<Subscription> subscriptions;
  private final Notifications notifications;
  private final Reconciliations reconciliations;
  private final OrderStories stories;

  private Cash(
      List<Subscription> subscriptions,
      Notifications notifications,
      Reconciliations reconciliations,
      OrderStories stories) {
    this.subscriptions = subscriptions;
    this.notifications = notifications;
    this.reconciliations = reconciliations;
    this.stories = stories;
  }

  /**
   * Starts this node's share of the projection and the jobs.
   *
   * @param database connections in autocommit mode
   * @param lost finds events that should be on Kafka
   */
  public static Cash start(
      ActorSystem<?> system,
      DataSource database,
      JournalTail tail,
      LostEvents lost,
      Orders orders,
      Assets assets,
      MeterRegistry metrics,
      Clock clock) {
    var config = system.settings().config();
    Executor blocking =
        system.dispatchers().lookup(DispatcherSelector.fromConfig("ordinal.projections.blocking"));
    var sql = new Sql(database, blocking);
    var times = TimeoutSettings.of(config);
    var notifying = NotificationSettings.of(config);
    var reading = CashSettings.of(config);
    var rows = new ArrayList<PageRows>();
    rows.add(Timeouts.rows(times));
    rows.add(Notifying.rows(system, notifying, clock));
    rows.addAll(Refunds.rows());
    CashProjection.start(
        system,
        database,
        range -> tail.provider(range, reading.page(), reading.pace()),
        reading,
        rows);
    Timeouts.start(system, sql, orders, assets, times, clock, metrics);
    Refunds.start(system, sql, orders, blocking, clock, metrics);
    var notifications = Notifying.start(system, sql, notifying, clock, metrics);
    var process = new OrderProcess(orders, assets, ProcessSettings.of(config));
    var reconciliations =
        Reconciliation.start(
            system,
            database,
            sql,
            new Reconciliation.Compared(lost, notifying, orders, assets, process.steps()),
            ReconciliationSettings.of(config),
            clock,
            metrics);
    Retention.start(system, sql, RetentionSettings.of(config), clock, metrics);
    var stories = StoryTeller.start(orders, tail, notifications, sql, blocking);
    return new Cash(
        List.of(new Subscription(OrderProcess.GROUP, OrderProcess.TOPIC, process)),
        notifications,
        reconciliations,
        stories);
  }

  /** What it hears from Kafka. */
  public List<Subscription> subscriptions() {
    return subscriptions;
  }

  /** What people were told and are still to be told. */
  public Notifications notifications() {
    return notifications;
  }

  /** The comparisons of all books. */
  public Reconciliations reconciliations() {
    return reconciliations;
  }

  /** What everyone knows of one order. */
  public OrderStories stories() {
    return stories;
  }
}
