package ordinal.projections.kafka;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.sharding.typed.ShardedDaemonProcessSettings;
import org.apache.pekko.cluster.sharding.typed.javadsl.ShardedDaemonProcess;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the audit now and then, on one node of the cluster. */
public final class AuditProcess {

  private static final Logger LOG = LoggerFactory.getLogger(AuditProcess.class);

  /** What the process hears. */
  enum Said {
    RUN,
    DONE,
    STOP
  }

  private AuditProcess() {}

  public static void start(ActorSystem<?> system, Audit audit, Duration every, Executor blocking) {
    ShardedDaemonProcess.get(system)
        .init(
            Said.class,
            "audit",
            1,
            index -> running(audit, every, blocking),
            ShardedDaemonProcessSettings.create(system),
            Optional.of(Said.STOP));
  }

  /** The next round begins a pause after the last one has ended. */
  private static Behavior<Said> running(Audit audit, Duration every, Executor blocking) {
    return Behaviors.withTimers(
        timers -> {
          timers.startSingleTimer(Said.RUN, every);
          return Behaviors.receive(
              (context, said) ->
                  switch (said) {
                    case RUN -> {
                      context.pipeToSelf(
                          CompletableFuture.runAsync(() -> run(audit), blocking),
                          (done, failure) -> Said.DONE);
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

  private static void run(Audit audit) {
    try {
      audit.run();
    } catch (Exception e) {
      LOG.warn("[Audit] could not compare, trying again later: {}", e.toString());
    }
  }
}
