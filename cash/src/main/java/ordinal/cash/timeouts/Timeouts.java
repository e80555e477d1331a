package ordinal.cash.timeouts;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;
import javax.sql.DataSource;
import ordinal.assets.Assets;
import ordinal.order.Orders;
import ordinal.projections.JobProcess;
import ordinal.projections.ProjectionSession;
import ordinal.projections.sql.Sql;
import ordinal.projections.tail.Page;
import ordinal.projections.tail.SliceRange;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.apache.pekko.cluster.sharding.typed.ShardedDaemonProcessSettings;
import org.apache.pekko.cluster.sharding.typed.javadsl.ShardedDaemonProcess;
import org.apache.pekko.projection.ProjectionBehavior;
import org.apache.pekko.projection.ProjectionId;
import org.apache.pekko.projection.javadsl.ExactlyOnceProjection;
import org.apache.pekko.projection.javadsl.SourceProvider;
import org.apache.pekko.projection.jdbc.javadsl.JdbcProjection;

/**
 * The time-out of payments and the reaper of locks: a projection that keeps the deadlines, one
 * instance per range of slices, and two jobs, each on one node of the cluster.
 *
 * <p>A deadline is fixed when the stock is reserved: another time-out in the settings is for orders
 * that come afterwards.
 */
public final class Timeouts {

  /** The projection's name; its keys are the ranges'. */
  public static final String NAME = "deadlines";

  private final ActorSystem<?> system;
  private final DataSource database;
  private final Function<SliceRange, SourceProvider<Long, Page>> journal;
  private final TimeoutSettings settings;

  /**
   * Starts nothing yet.
   *
   * @param journal where an instance gets its pages from: the tail's provider
   */
  public Timeouts(
      ActorSystem<?> system,
      DataSource database,
      Function<SliceRange, SourceProvider<Long, Page>> journal,
      TimeoutSettings settings) {
    this.system = system;
    this.database = database;
    this.journal = journal;
    this.settings = settings;
  }

  /** Starts this node's share of all three. */
  public void start(Orders orders, Assets assets, Clock clock, MeterRegistry metrics) {
    var ranges = settings.ranges();
    ShardedDaemonProcess.get(system)
        .init(
            ProjectionBehavior.Command.class,
            NAME,
            ranges.size(),
            i -> ProjectionBehavior.create(projection(ranges.get(i))),
            ShardedDaemonProcessSettings.create(system),
            Optional.of(ProjectionBehavior.stopMessage()));
    Executor blocking =
        system.dispatchers().lookup(DispatcherSelector.fromConfig("ordinal.projections.blocking"));
    var sql = new Sql(database, blocking);
    var overdue = new OverdueOrders(sql, orders, settings.cancelAtOnce(), clock, metrics);
    JobProcess.start(system, "payment-timeout", overdue::run, settings.lookEvery());
    var reaper = new LockReaper(sql, orders, assets, settings, clock, metrics);
    JobProcess.start(system, "lock-reaper", reaper::run, settings.reaperInterval());
  }

  private ExactlyOnceProjection<Long, Page> projection(SliceRange range) {
    return JdbcProjection.exactlyOnce(
            ProjectionId.of(NAME, range.key()),
            journal.apply(range),
            () -> new ProjectionSession(database),
            () -> new DeadlineHandler(settings.paymentTimeout()),
            system)
        .withRestartBackoff(settings.minBackoff(), settings.maxBackoff(), settings.jitter());
  }
}
