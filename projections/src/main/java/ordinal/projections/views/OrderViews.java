package ordinal.projections.views;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javax.sql.DataSource;
import ordinal.projections.ProjectionSession;
import ordinal.projections.tail.Page;
import ordinal.projections.tail.SliceRange;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.cluster.sharding.typed.ShardedDaemonProcessSettings;
import org.apache.pekko.cluster.sharding.typed.javadsl.ShardedDaemonProcess;
import org.apache.pekko.projection.ProjectionBehavior;
import org.apache.pekko.projection.ProjectionId;
import org.apache.pekko.projection.javadsl.ExactlyOnceProjection;
import org.apache.pekko.projection.javadsl.SourceProvider;
import org.apache.pekko.projection.jdbc.javadsl.JdbcProjection;

/**
 * The projection that keeps the orders' views: one instance per range of slices, spread over the
 * nodes of the cluster. {@link OrderViewHandler} has the guarantees.
 */
public final class OrderViews {

  /** The projection's name; its keys are the ranges'. */
  public static final String NAME = "orders";

  private final ActorSystem<?> system;
  private final DataSource database;
  private final Function<SliceRange, SourceProvider<Long, Page>> journal;
  private final ViewSettings settings;
  private final MeterRegistry metrics;

  /**
   * Starts nothing yet.
   *
   * @param journal where an instance gets its pages from: the tail's provider
   */
  public OrderViews(
      ActorSystem<?> system,
      DataSource database,
      Function<SliceRange, SourceProvider<Long, Page>> journal,
      ViewSettings settings,
      MeterRegistry metrics) {
    this.system = system;
    this.database = database;
    this.journal = journal;
    this.settings = settings;
    this.metrics = metrics;
  }

  /** Starts this node's share of the live view. */
  public void start() {
    var ranges = ranges();
    ShardedDaemonProcess.get(system)
        .init(
            ProjectionBehavior.Command.class,
            NAME,
            ranges.size(),
            i -> ProjectionBehavior.create(projection(NAME, ranges.get(i), ViewTables.LIVE)),
            ShardedDaemonProcessSettings.create(system),
            Optional.of(ProjectionBehavior.stopMessage()));
  }

  public List<SliceRange> ranges() {
    return settings.ranges();
  }

  public int slices() {
    return settings.slices();
  }

  /** The same work under any name, into any set of tables. */
  public ExactlyOnceProjection<Long, Page> projection(
      String name, SliceRange range, ViewTables tables) {
    return JdbcProjection.exactlyOnce(
            ProjectionId.of(name, range.key()),
            journal.apply(range),
            () -> new ProjectionSession(database),
            () -> new OrderViewHandler(tables, name, metrics),
            system)
        .withRestartBackoff(settings.minBackoff(), settings.maxBackoff(), settings.jitter());
  }
}
