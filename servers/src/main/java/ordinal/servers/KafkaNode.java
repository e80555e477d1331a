package ordinal.servers;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.Server;
import kafka.server.SharedServer;
import kafka.server.StandardFaultHandlerFactory;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.image.loader.LoaderManifest;
import org.apache.kafka.image.publisher.MetadataPublisher;
import org.apache.kafka.raft.QuorumConfig;
import org.apache.kafka.server.ServerSocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A controller and a broker in one JVM, the broker only when the controller has let go of the one
 * that was killed.
 *
 * <p>Kafka's own {@link KafkaRaftServer} starts both at once. After a kill the metadata still calls
 * this broker the leader of everything, until the session of the killed one ends and the controller
 * takes the leadership away. In between, the new broker would be transaction coordinator on the
 * strength of that: it would go on with what was about to be committed, find no leader to send the
 * markers to, take the partitions for deleted, and call the transaction complete. Then consumers of
 * committed records never get past it, and what was committed may be aborted later. No time is
 * lost: the controller refuses the new broker until that session has ended anyway.
 */
final class KafkaNode {

  private static final Logger log = LoggerFactory.getLogger(KafkaNode.class);

  /** Many times the session of a broker. */
  private static final Duration LET_GO_LIMIT = Duration.ofSeconds(60);

  private final int nodeId;
  private final SharedServer shared;
  private final ControllerServer controller;
  private final BrokerServer broker;

  KafkaNode(KafkaConfig config) {
    var directories = KafkaRaftServer.initializeLogDirs(config, log, "");
    var properties = directories._1();
    var metrics =
        Server.initializeMetrics(config, Time.SYSTEM, properties.clusterId().orElseThrow());
    var quorum = config.quorumConfig();
    nodeId = config.nodeId();
    shared =
        new SharedServer(
            config,
            properties,
            Time.SYSTEM,
            metrics,
            CompletableFuture.completedFuture(QuorumConfig.parseVoterConnections(quorum.voters())),
            QuorumConfig.parseBootstrapServers(quorum.bootstrapServers()),
            new StandardFaultHandlerFactory(),
            ServerSocketFactory.INSTANCE);
    controller = new ControllerServer(shared, KafkaRaftServer.configSchema(), directories._2());
    broker = new BrokerServer(shared);
  }

  void startup() {
    controller.startup();
    awaitLettingGo();
    broker.startup();
  }

  private void awaitLettingGo() {
    var watch = new AliveWatch();
    try {
      shared.loader().installPublishers(List.of(watch)).get();
      watch.gone.get(LET_GO_LIMIT.toSeconds(), TimeUnit.SECONDS);
      shared.loader().removeAndClosePublisher(watch).get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StartFailure("interrupted while Kafka started", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("the controller does not let go of the broker before", e);
    }
  }

  void shutdown() {
    broker.shutdown();
    controller.shutdown();
  }

  void awaitShutdown() {
    broker.awaitShutdown();
    controller.awaitShutdown();
  }

  /** Waits until this broker does not count as alive, so leads nothing. */
  private final class AliveWatch implements MetadataPublisher {
    private final CompletableFuture<Void> gone = new CompletableFuture<>();

    @Override
    public String name() {
      return "alive-watch";
    }

    @Override
    public void onMetadataUpdate(
        MetadataDelta delta, MetadataImage image, LoaderManifest manifest) {
      var registered = image.cluster().broker(nodeId);
      if (registered == null || registered.fenced()) gone.complete(null);
    }

    @Override
    public void close() {}
  }
}
