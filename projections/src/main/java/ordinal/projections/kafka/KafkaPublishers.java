package ordinal.projections.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import ordinal.kernel.JsonMessage;
import ordinal.projections.ClusterSignal;
import ordinal.projections.ProjectionSession;
import ordinal.projections.tail.JournalTail;
import ordinal.projections.tail.SliceRange;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.BehaviorInterceptor;
import org.apache.pekko.actor.typed.PostStop;
import org.apache.pekko.actor.typed.Signal;
import org.apache.pekko.actor.typed.TypedActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.sharding.typed.ShardedDaemonProcessSettings;
import org.apache.pekko.cluster.sharding.typed.javadsl.ShardedDaemonProcess;
import org.apache.pekko.projection.ProjectionBehavior;
import org.apache.pekko.projection.ProjectionId;
import org.apache.pekko.projection.jdbc.javadsl.JdbcProjection;
import org.jspecify.annotations.Nullable;

/**
 * The publishers, spread over the nodes of the cluster; each has some neighbouring slices.
 *
 * <p>How many there are is fixed for a journal at its first start: a publisher's transactional id
 * and its position on Kafka go by its slices, and two that share one must never run beside each
 * other.
 */
public final class KafkaPublishers {

  /** The projection's name; its keys are the publishers' slices. */
  public static final String NAME = "kafka";

  /** To all nodes: try again at once. */
  record RetryNow() implements JsonMessage {}

  /** To all nodes: dead letters of this slice are to be tried again. */
  record Replay(int slice) implements JsonMessage {}

  private static final Duration LEAST_RESTART = Duration.ofMillis(500);
  private static final Duration LONGEST_RESTART = Duration.ofSeconds(5);
  private static final double JITTER = 0.2;

  private final ActorSystem<?> system;
  private final JournalTail tail;
  private final SlicePublisher.Outlets outlets;
  private final Map<SliceRange, SlicePublisher> running = new ConcurrentHashMap<>();
  private final ClusterSignal<RetryNow> retryNow;
  private final ClusterSignal<Replay> replay;

  private KafkaPublishers(ActorSystem<?> system, JournalTail tail, SlicePublisher.Outlets outlets) {
    this.system = system;
    this.tail = tail;
    this.outlets = outlets;
    this.retryNow =
        ClusterSignal.start(
            system,
            "outbox-retry-now",
            RetryNow.class,
            said -> running.values().forEach(SlicePublisher::retryNow));
    this.replay =
        ClusterSignal.start(
            system, "outbox-replay", Replay.class, said -> replayHere(said.slice()));
  }

  /**
   * Starts this node's share of them.
   *
   * @param journalId names the positions on Kafka, so that two journals never share one
   */
  public static KafkaPublishers start(
      ActorSystem<?> system,
      JournalTail tail,
      KafkaSettings settings,
      String journalId,
      DataSource database,
      OutboxMetrics metrics) {
    var outlets = new SlicePublisher.Outlets(settings, journalId, database, metrics);
    var publishers = new KafkaPublishers(system, tail, outlets);
    var ranges = SliceRange.divide(tail.slices(), settings.publishers());
    ShardedDaemonProcess.get(system)
        .init(
            ProjectionBehavior.Command.class,
            NAME,
            ranges.size(),
            index -> publishers.behavior(ranges.get(index)),
            ShardedDaemonProcessSettings.create(system),
            Optional.of(ProjectionBehavior.stopMessage()));
    return publishers;
  }

  /** Ends the waits of all publishers in the cluster. */
  public void retryNow() {
    retryNow.say(new RetryNow());
  }

  /**
   * How far a slice is published, if that is done on this node, else 0. Ahead of the stored offset,
   * which only follows.
   */
  public long published(int slice) {
    var publisher = publisherOf(slice);
    return publisher == null ? 0 : publisher.published();
  }

  /** Tells whoever publishes this slice that dead letters are to be tried again. */
  public void replay(int slice) {
    replay.say(new Replay(slice));
  }

  private void replayHere(int slice) {
    var publisher = publisherOf(slice);
    if (publisher != null) publisher.replay();
  }

  private @Nullable SlicePublisher publisherOf(int slice) {
    for (var one : running.entrySet()) {
      if (one.getKey().contains(slice)) return one.getValue();
    }
    return null;
  }

  private Behavior<ProjectionBehavior.Command> behavior(SliceRange range) {
    return Behaviors.setup(
        context -> {
          var publisher = new SlicePublisher(range, tail, outlets);
          running.put(range, publisher);
          var settings = outlets.settings();
          var projection =
              JdbcProjection.atLeastOnceAsync(
                      ProjectionId.of(NAME, range.key()),
                      publisher.provider(),
                      () -> new ProjectionSession(outlets.database()),
                      () -> publisher,
                      system)
                  .withSaveOffset(settings.saveOffsetAfterPages(), settings.saveOffsetAfter())
                  .withRestartBackoff(LEAST_RESTART, LONGEST_RESTART, JITTER);
          return Behaviors.intercept(
              () -> new Ending(range, publisher), ProjectionBehavior.create(projection));
        });
  }

  /** A publisher that waits for its broker must not hold up the stop of its node. */
  private final class Ending
      extends BehaviorInterceptor<ProjectionBehavior.Command, ProjectionBehavior.Command> {
    private final SliceRange range;
    private final SlicePublisher publisher;

    Ending(SliceRange range, SlicePublisher publisher) {
      super(ProjectionBehavior.Command.class);
      this.range = range;
      this.publisher = publisher;
    }

    @Override
    public Behavior<ProjectionBehavior.Command> aroundReceive(
        TypedActorContext<ProjectionBehavior.Command> context,
        ProjectionBehavior.Command message,
        ReceiveTarget<ProjectionBehavior.Command> target) {
      if (message == ProjectionBehavior.stopMessage()) publisher.stopWaiting();
      if (isPause(message)) publisher.pause();
      return target.apply(context, message);
    }

    /** Its message is Pekko's own, so only its name is known. It also ends a pause. */
    private static boolean isPause(ProjectionBehavior.Command message) {
      return message.getClass().getName().endsWith("$SetPaused");
    }

    @Override
    public Behavior<ProjectionBehavior.Command> aroundSignal(
        TypedActorContext<ProjectionBehavior.Command> context,
        Signal signal,
        SignalTarget<ProjectionBehavior.Command> target) {
      if (signal instanceof PostStop) {
        running.remove(range, publisher);
        publisher.shutdown();
      }
      return target.apply(context, signal);
    }
  }
}
