package ordinal.projections;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.sharding.typed.ShardedDaemonProcessSettings;
import org.apache.pekko.cluster.sharding.typed.javadsl.ShardedDaemonProcess;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a job now and then, on one node of the cluster. */
public final class JobProcess {

  private static final Logger LOG = LoggerFactory.getLogger(JobProcess.class);

  /** What the process hears. */
  enum Said {
    RUN,
    DONE,
    STOP
  }

  private JobProcess() {}

  /**
   * Starts this node's share: nothing, or the job.
   *
   * @param name the same on every node, and no other job's
   * @param round one round; a round that fails is told in the log, and the next one comes
   */
  public static void start(
      ActorSystem<?> system,
      String name,
      Supplier<? extends CompletionStage<?>> round,
      Duration every) {
    ShardedDaemonProcess.get(system)
        .init(
            Said.class,
            name,
            1,
            index -> running(name, round, every),
            ShardedDaemonProcessSettings.create(system),
            Optional.of(Said.STOP));
  }

  /** The next round begins a pause after the last one has ended. */
  private static Behavior<Said> running(
      String name, Supplier<? extends CompletionStage<?>> round, Duration every) {
    return Behaviors.withTimers(
        timers -> {
          timers.startSingleTimer(Said.RUN, every);
          return Behaviors.receive(
              (context, said) ->
                  switch (said) {
                    case RUN -> {
                      context.pipeToSelf(round.get(), (done, failure) -> ended(name, failure));
                      yield Behaviors.same();
                    }
                    case DONE -> {
                      timers.startSingleTimer(Said.RUN, every);
                      yield Behaviors.same();
                    }
                    case STOP -> Behaviors.stopped();
                  });
        });
  }

  private static Said ended(String name, @Nullable Throwable failure) {
    if (failure != null) {
      LOG.warn("[Jobs] {}: trying again later: {}", name, failure.toString());
    }
    return Said.DONE;
  }
}
