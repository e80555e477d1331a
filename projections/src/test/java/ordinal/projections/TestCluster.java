package ordinal.projections;

import static org.awaitility.Awaitility.await;

import com.typesafe.config.Config;
import java.time.Duration;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Join;

/** A cluster of one node. */
public final class TestCluster implements AutoCloseable {

  /** Nobody takes over from a node that stops: the program waits a second before it sees that. */
  public static final String QUICK_STOP =
      "pekko.cluster.singleton.hand-over-retry-interval = 100ms\n";

  private final ActorTestKit actors;

  public TestCluster(Config config) {
    actors = ActorTestKit.create("ordinal", config);
    var cluster = Cluster.get(actors.system());
    cluster.manager().tell(Join.create(cluster.selfMember().address()));
    await()
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> cluster.selfMember().status() == MemberStatus.up());
  }

  public ActorSystem<?> system() {
    return actors.system();
  }

  public <T> ActorRef<T> spawn(Behavior<T> behavior) {
    return actors.spawn(behavior);
  }

  @Override
  public void close() {
    actors.shutdownTestKit();
  }
}
