package ordinal.projections;

import java.util.function.Consumer;
import ordinal.kernel.JsonMessage;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.pubsub.Topic;

/**
 * Says something to all nodes of the cluster, this one included. A hint, never more: one that gets
 * lost must only cost time.
 */
public final class ClusterSignal<T extends JsonMessage> {

  private final ActorRef<Topic.Command<T>> topic;

  private ClusterSignal(ActorRef<Topic.Command<T>> topic) {
    this.topic = topic;
  }

  /** The listener runs inside an actor, so it must only pass the news on. */
  public static <T extends JsonMessage> ClusterSignal<T> start(
      ActorSystem<?> system, String name, Class<T> type, Consumer<T> listener) {
    var topic = system.systemActorOf(Topic.create(type, name), name, Props.empty());
    ActorRef<T> hearing =
        system.systemActorOf(
            Behaviors.receiveMessage(
                said -> {
                  listener.accept(said);
                  return Behaviors.same();
                }),
            name + "-heard",
            Props.empty());
    topic.tell(Topic.subscribe(hearing));
    return new ClusterSignal<>(topic);
  }

  public void say(T message) {
    topic.tell(Topic.publish(message));
  }
}
