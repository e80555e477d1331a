package ordinal.cash.projection;

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

/** Deadlines, refunds to carry out, notifications to send: one reader of the journal for all. */
public final class CashProjection {

  /** The projection's name; its keys are the ranges'. */
  public static final String NAME = "cash";

  private CashProjection() {}

  /**
   * Starts this node's share.
   *
   * @param journal where an instance gets its pages from: the tail's provider
   */
  public static void start(
      ActorSystem<?> system,
      DataSource database,
      Function<SliceRange, SourceProvider<Long, Page>> journal,
      CashSettings settings,
      List<PageRows> rows) {
    var ranges = settings.ranges();
    ShardedDaemonProcess.get(system)
        .init(
            ProjectionBehavior.Command.class,
            NAME,
            ranges.size(),
            i ->
                ProjectionBehavior.create(
                    projection(system, database, journal, settings, rows, ranges.get(i))),
            ShardedDaemonProcessSettings.create(system),
            Optional.of(ProjectionBehavior.stopMessage()));
  }

  private static ExactlyOnceProjection<Long, Page> projection(
      ActorSystem<?> system,
      DataSource database,
      Function<SliceRange, SourceProvider<Long, Page>> journal,
      CashSettings settings,
      List<PageRows> rows,
      SliceRange range) {
    return JdbcProjection.exactlyOnce(
            ProjectionId.of(NAME, range.key()),
            journal.apply(range),
            () -> new ProjectionSession(database),
            () -> new CashHandler(rows),
            system)
        .withRestartBackoff(settings.minBackoff(), settings.maxBackoff(), settings.jitter());
  }
}
