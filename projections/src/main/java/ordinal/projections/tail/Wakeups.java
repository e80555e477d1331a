package ordinal.projections.tail;

import java.util.concurrent.atomic.AtomicBoolean;
import ordinal.kernel.JsonMessage;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.pubsub.Topic;

/**
 * Tells the heads of all nodes that one of them has committed something. Only a hint: one that gets
 * lost costs the time until the next poll.
 */
final class Wakeups {

  /** A node has committed events. */
  record Committed() implements JsonMessage {}

  private sealed interface Said {}

  private record Here() implements Said {}

  private record Heard() implements Said {}

  private final ActorRef<Said> actor;

  /** Whether the actor has already been asked; while it has, asking again adds nothing. */
  private final AtomicBoolean asked;

  private Wakeups(ActorRef<Said> actor, AtomicBoolean asked) {
    this.actor = actor;
    this.asked = asked;
  }

  static Wakeups start(ActorSystem<?> system, Runnable wake) {
    var asked = new AtomicBoolean();
    return new Wakeups(
        system.systemActorOf(passingOn(wake, asked), "journal-wakeups", Props.empty()), asked);
  }

  /** Called for every commit; passed on once for all that happened meanwhile. */
  void tellOthers() {
    if (asked.compareAndSet(false, true)) actor.tell(new Here());
  }

  private static Behavior<Said> passingOn(Runnable wake, AtomicBoolean asked) {
    return Behaviors.setup(
        context -> {
          var topic = context.spawn(Topic.create(Committed.class, "journal-commits"), "topic");
          topic.tell(
              Topic.subscribe(context.messageAdapter(Committed.class, committed -> new Heard())));
          return Behaviors.receive(Said.class)
              .onMessage(
                  Here.class,
                  here -> {
                    asked.set(false);
                    topic.tell(Topic.publish(new Committed()));
                    return Behaviors.same();
                  })
              .onMessage(
                  Heard.class,
                  heard -> {
                    wake.run();
                    return Behaviors.same();
                  })
              .build();
        });
  }
}
