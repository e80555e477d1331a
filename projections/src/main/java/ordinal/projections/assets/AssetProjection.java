package ordinal.projections.assets;

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
 * The projection that keeps the rows of accounts and coupons: one instance per range of slices,
 * spread over the nodes of the cluster. {@link AssetHandler} has the guarantees.
 */
public final class AssetProjection {

  /** The projection's name; its keys are the ranges'. */
  public static final String NAME = "assets";

  private AssetProjection() {}

  /**
   * Starts this node's share; what each instance follows, on whichever node.
   *
   * @param journal where an instance gets its pages from: the tail's provider
   */
  public static List<SliceRange> start(
      ActorSystem<?> system,
      DataSource database,
      Function<SliceRange, SourceProvider<Long, Page>> journal,
      AssetViewSettings settings,
      MeterRegistry metrics) {
    var ranges = settings.ranges();
    ShardedDaemonProcess.get(system)
        .init(
            ProjectionBehavior.Command.class,
            NAME,
            ranges.size(),
            i ->
                ProjectionBehavior.create(
                    projection(system, database, journal, settings, metrics, ranges.get(i))),
            ShardedDaemonProcessSettings.create(system),
            Optional.of(ProjectionBehavior.stopMessage()));
    return ranges;
  }

  private static ExactlyOnceProjection<Long, Page> projection(
      ActorSystem<?> system,
      DataSource database,
      Function<SliceRange, SourceProvider<Long, Page>> journal,
      AssetViewSettings settings,
      MeterRegistry metrics,
      SliceRange range) {
    return JdbcProjection.exactlyOnce(
            ProjectionId.of(NAME, range.key()),
            journal.apply(range),
            () -> new ProjectionSession(database),
            () -> new AssetHandler(metrics),
            system)
        .withRestartBackoff(settings.minBackoff(), settings.maxBackoff(), settings.jitter());
  }
}
