package ordinal.projections.deliveries;

import java.util.Optional;
import java.util.function.Supplier;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.PostStop;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.sharding.typed.ShardedDaemonProcessSettings;
import org.apache.pekko.cluster.sharding.typed.javadsl.ShardedDaemonProcess;

/** Keeps one {@link DeliveryRecorder} running in the whole cluster. */
public final class DeliveryProcess {

  /** What it is told. */
  public enum Command {
    STOP,
    STOPPED
  }

  private DeliveryProcess() {}

  public static void start(ActorSystem<?> system, Supplier<DeliveryRecorder> recorder) {
    ShardedDaemonProcess.get(system)
        .init(
            Command.class,
            DeliveryRecorder.NAME,
            1,
            i -> Behaviors.setup(context -> running(context, recorder.get())),
            ShardedDaemonProcessSettings.create(system),
            Optional.of(Command.STOP));
  }

  /** Gone only when its thread is, so that the next one need not contend with it. */
  private static Behavior<Command> running(
      ActorContext<Command> context, DeliveryRecorder recorder) {
    return Behaviors.receive(Command.class)
        .onMessageEquals(
            Command.STOP,
            () -> {
              context.pipeToSelf(recorder.close(), (done, failure) -> Command.STOPPED);
              return Behaviors.same();
            })
        .onMessageEquals(Command.STOPPED, Behaviors::stopped)
        .onSignal(
            PostStop.class,
            signal -> {
              var unused = recorder.close();
              return Behaviors.same();
            })
        .build();
  }
}
