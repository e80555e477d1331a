package ordinal.http;

import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Join;
import org.apache.pekko.cluster.typed.Leave;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClusterNodesTest {

  private final ActorSystem<Void> first = system();
  private final ActorSystem<Void> second = system();

  private static ActorSystem<Void> system() {
    return ActorSystem.create(Behaviors.empty(), "nodes", ConfigFactory.load());
  }

  @AfterEach
  void stop() {
    first.terminate();
    second.terminate();
    Api.wait(first.getWhenTerminated());
    Api.wait(second.getWhenTerminated());
  }

  @Test
  void nodesAreCountedAsTheyComeAndGo() {
    var seed = Cluster.get(first).selfMember().address();
    var nodes = ClusterNodes.watch(first);
    Cluster.get(first).manager().tell(Join.create(seed));

    Cluster.get(second).manager().tell(Join.create(seed));
    await(nodes, 2);

    Cluster.get(first).manager().tell(Leave.create(Cluster.get(second).selfMember().address()));
    await(nodes, 1);
  }

  private static void await(ClusterNodes nodes, int count) {
    Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> nodes.getAsInt() == count);
  }
}
