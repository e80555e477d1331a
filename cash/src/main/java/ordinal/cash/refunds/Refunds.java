package ordinal.cash.refunds;

import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;
import ordinal.cash.projection.PageRows;
import ordinal.order.Orders;
import ordinal.projections.JobProcess;
import ordinal.projections.sql.Sql;
import ordinal.projections.tail.JournalRow;
import ordinal.projections.tail.Page;
import org.apache.pekko.actor.typed.ActorSystem;

/** Refunds that a provider carries out: their table, and the job, on one node of the cluster. */
public final class Refunds {

  private Refunds() {}

  /** Refunds and payments, for the projection. */
  public static List<PageRows> rows() {
    return List.of(new RefundRows(), new PaymentRows());
  }

  /**
   * Brings back the rows of an order's refunds that got lost, in the caller's transaction; those
   * that are there stay.
   *
   * @param events all of the order's, as stored
   */
  public static void restore(Connection db, List<JournalRow> events) throws SQLException {
    if (events.isEmpty()) return;
    new RefundRows().apply(db, new Page(events, events.get(events.size() - 1).ordering()));
  }

  /**
   * Starts this node's share of the job. Fails when the provider that is named cannot be made.
   *
   * @param blocking where the provider may wait
   */
  public static void start(
      ActorSystem<?> system,
      Sql sql,
      Orders orders,
      Executor blocking,
      Clock clock,
      MeterRegistry metrics) {
    var config = system.settings().config();
    var settings = RefundSettings.of(config);
    var provider = RefundSettings.provider(config);
    var results = new OrderResults(orders);
    provider.start(results);
    var job =
        new RefundJob(
            sql, orders, provider, results, settings, blocking, new Random(), clock, metrics);
    JobProcess.start(system, "refunds", job::run, settings.lookEvery());
  }
}
