package ordinal.projections.holds;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;
import javax.sql.DataSource;
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
 * What a flash sale holds, as the journal says, and the end of holds whose order never came.
 *
 * <p>A flash sale holds pieces first and makes the order second. Whatever dies in between, the hold
 * is in the journal, so it becomes a row here, and the row stays until its pieces went back, were
 * sold, or are known to be an order's. An order can be made only until a margin before its hold's
 * end, and the question whether it is there comes only after the end: so "no" stays true, and the
 * pieces can go back.
 *
 * <p>One instance per range of slices, spread over the nodes; the reaper runs on one node.
 */
public final class StockHolds {

  /** The projection's name; its keys are the ranges'. */
  public static final String NAME = "stock-holds";

  private final ActorSystem<?> system;
  private final DataSource database;
  private final Function<SliceRange, SourceProvider<Long, Page>> journal;
  private final HoldSettings settings;

  /**
   * Starts nothing yet.
   *
   * @param journal where an instance gets its pages from: the tail's provider
   */
  public StockHolds(
      ActorSystem<?> system,
      DataSource database,
      Function<SliceRange, SourceProvider<Long, Page>> journal,
      HoldSettings settings) {
    this.system = system;
    this.database = database;
    this.journal = journal;
    this.settings = settings;
  }

  /** Starts this node's share of both. */
  public void start(HoldOwners owners, Clock clock, MeterRegistry metrics) {
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
    var reaper =
        new HoldReaper(new Sql(database, blocking), owners, settings.reapAtOnce(), clock, metrics);
    JobProcess.start(system, "hold-reaper", reaper::run, settings.reapEvery());
  }

  private ExactlyOnceProjection<Long, Page> projection(SliceRange range) {
    return JdbcProjection.exactlyOnce(
            ProjectionId.of(NAME, range.key()),
            journal.apply(range),
            () -> new ProjectionSession(database),
            HoldHandler::new,
            system)
        .withRestartBackoff(settings.minBackoff(), settings.maxBackoff(), settings.jitter());
  }
}
