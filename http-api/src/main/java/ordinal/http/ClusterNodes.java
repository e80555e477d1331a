package ordinal.http;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.ClusterEvent.MemberEvent;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.UniqueAddress;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Subscribe;

/**
 * How many nodes are up, which is how many share the rate limits. A node that is unreachable still
 * counts until it is removed: it may be serving callers that we do not see.
 */
public final class ClusterNodes implements IntSupplier {

  private final AtomicInteger count = new AtomicInteger(1);

  private ClusterNodes() {}

  public static ClusterNodes watch(ActorSystem<?> system) {
    var nodes = new ClusterNodes();
    system.systemActorOf(nodes.counting(), "http-cluster-nodes", Props.empty());
    return nodes;
  }

  /** At least one: this node. */
  @Override
  public int getAsInt() {
    return count.get();
  }

  private Behavior<MemberEvent> counting() {
    return Behaviors.setup(
        ctx -> {
          Set<UniqueAddress> up = new HashSet<>();
          // The first events tell the state as it is.
          Cluster.get(ctx.getSystem())
              .subscriptions()
              .tell(Subscribe.create(ctx.getSelf(), MemberEvent.class));
          return Behaviors.receiveMessage(
              event -> {
                var member = event.member();
                if (member.status() == MemberStatus.up()) {
                  up.add(member.uniqueAddress());
                } else {
                  up.remove(member.uniqueAddress());
                }
                count.set(Math.max(1, up.size()));
                return Behaviors.same();
              });
        });
  }
}
