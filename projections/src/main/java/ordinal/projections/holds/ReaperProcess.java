package ordinal.projections.holds;

import java.time.Duration;
import java.util.Optional;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.sharding.typed.ShardedDaemonProcessSettings;
import org.apache.pekko.cluster.sharding.typed.javadsl.ShardedDaemonProcess;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the reaper now and then, on one node of the cluster. */
final class ReaperProcess {

  private static final Logger LOG = LoggerFactory.getLogger(ReaperProcess.class);

  /** What the process hears. */
  enum Said {
    RUN,
    DONE,
    STOP
  }

  private ReaperProcess() {}

  static void start(ActorSystem<?> system, HoldReaper reaper, Duration every) {
    ShardedDaemonProcess.get(system)
        .init(
            Said.class,
            "hold-reaper",
            1,
            index -> running(reaper, every),
            ShardedDaemonProcessSettings.create(system),
            Optional.of(Said.STOP));
  }

  /** The next round begins a pause after the last one has ended. */
  private static Behavior<Said> running(HoldReaper reaper, Duration every) {
    return Behaviors.withTimers(
        timers -> {
          timers.startSingleTimer(Said.RUN, every);
          return Behaviors.receive(
              (context, said) ->
                  switch (said) {
                    case RUN -> {
                      context.pipeToSelf(reaper.run(), (done, failure) -> ended(failure));
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

  private static Said ended(@Nullable Throwable failure) {
    if (failure != null) {
      LOG.warn("[Holds] could not look, trying again later: {}", failure.toString());
    }
    return Said.DONE;
  }
}
