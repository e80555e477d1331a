package ordinal.cash.reconciliation;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import ordinal.assets.Assets;
import ordinal.cash.notifications.NotificationSettings;
import ordinal.cash.process.OrderSteps;
import ordinal.order.Orders;
import ordinal.projections.JobProcess;
import ordinal.projections.assets.AssetAudit;
import ordinal.projections.operation.LostEvents;
import ordinal.projections.sql.Sql;
import ordinal.projections.tail.EntityEvents;
import ordinal.projections.views.OrderViewAudit;
import org.apache.pekko.Done;
import org.apache.pekko.actor.CoordinatedShutdown;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.serialization.SerializationExtension;

/**
 * Reconciliation as one node runs it: the runs that it was asked for, and a share of the schedule.
 */
public final class Reconciliation {

  private Reconciliation() {}

  /**
   * What is compared beside the tables.
   *
   * @param lost finds events that should be on Kafka
   * @param notifying says who is to be told what
   * @param steps says what orders demand of assets
   */
  public record Compared(
      LostEvents lost,
      NotificationSettings notifying,
      Orders orders,
      Assets assets,
      OrderSteps steps) {}

  /** Starts this node's share. */
  public static Reconciliations start(
      ActorSystem<?> system,
      DataSource database,
      Sql sql,
      Compared compared,
      ReconciliationSettings settings,
      Clock clock,
      MeterRegistry metrics) {
    var events = new EntityEvents(SerializationExtension.get(system.classicSystem()));
    List<Check> checks =
        List.of(
            new OrderViewCheck(sql, new OrderViewAudit(events)),
            new AccountCheck(sql, new AssetAudit(events)),
            new DeliveryCheck(sql, compared.lost()),
            new OrderAssetsCheck(
                compared.orders(), compared.assets(), compared.steps(), settings.stepLimit()),
            new PaymentCheck(),
            new RefundCheck(sql, events, settings.refundLimit(), clock),
            new NotificationCheck(sql, compared.notifying(), events, clock));
    BooksMonitor.start(system, sql, settings.metricsEvery(), clock, metrics);
    var runs =
        new SqlReconciliations(
            database,
            sql,
            settings,
            clock,
            starter(system, sql, checks, events, settings, clock, metrics));
    JobProcess.start(
        system, "reconciliation", new Schedule(runs, settings, clock)::look, settings.lookEvery());
    return runs;
  }

  /** Each run has a thread, which ends with the node. */
  private static SqlReconciliations.Starter starter(
      ActorSystem<?> system,
      Sql sql,
      List<Check> checks,
      EntityEvents events,
      ReconciliationSettings settings,
      Clock clock,
      MeterRegistry metrics) {
    var stopping = new AtomicBoolean();
    CoordinatedShutdown.get(system)
        .addTask(
            CoordinatedShutdown.PhaseBeforeServiceUnbind(),
            "stop-reconciling",
            () -> {
              stopping.set(true);
              return CompletableFuture.completedFuture(Done.getInstance());
            });
    var counted = new ReconciliationMetrics(metrics);
    var parts = new Parts(events, settings.settle(), clock);
    var readiness = new Readiness(system.settings().config().getInt("ordinal.slices"));
    return (lock, begun) -> {
      var run =
          new ReconciliationRun(
              sql, lock, checks, parts, readiness, settings, counted, clock, stopping::get, begun);
      var thread = new Thread(run, "ordinal-reconciliation");
      thread.setDaemon(true);
      thread.start();
    };
  }
}
