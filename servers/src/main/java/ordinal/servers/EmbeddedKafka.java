package ordinal.servers;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.BindException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import kafka.server.KafkaConfig;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Exit;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.Feature;
import org.apache.kafka.server.common.MetadataVersion;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A real Kafka broker, its own controller, inside this JVM and on loopback.
 *
 * <p>Data and cluster id stay the same from start to start, also after a kill; the controller's
 * port does not, for nobody outside needs it. Records survive a kill of the program. Like every
 * Kafka, the broker leaves writing to disk to the operating system, so a power cut can take the
 * last ones.
 *
 * <p>Kafka likes to end the whole JVM when something is badly wrong, say its disk is full. That
 * would take the database's orderly stop with it, so here it only completes {@link #onExit()}.
 */
public final class EmbeddedKafka {

  private static final Logger log = LoggerFactory.getLogger(EmbeddedKafka.class);

  private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
  private static final int ATTEMPTS_TO_FIND_A_PORT = 5;

  private static final Set<EmbeddedKafka> RUNNING = ConcurrentHashMap.newKeySet();

  private final KafkaNode server;
  private final int port;
  private final CompletableFuture<Void> exit = new CompletableFuture<>();
  private final AtomicBoolean stopping = new AtomicBoolean();

  private EmbeddedKafka(KafkaNode server, int port) {
    this.server = server;
    this.port = port;
  }

  /** Returns when the broker takes part in its cluster. Port 0 takes any that is free. */
  public static EmbeddedKafka start(DataDirectory directory, int port) {
    try {
      Ports.choose(port, "ORDINAL_KAFKA_PORT");
      var home = directory.folder("kafka");
      if (home.toString().indexOf(',') >= 0) {
        throw new StartFailure(
            "Kafka cannot live in %s, for it reads a comma as the end of the path: set ORDINAL_DATA_DIR to another directory"
                .formatted(home));
      }
      var data = AtomicFolder.make(home.resolve("data"), EmbeddedKafka::format);
      return start(data, port);
    } catch (IOException e) {
      throw DataDirectory.unusable(directory.path(), e);
    }
  }

  private static EmbeddedKafka start(Path data, int wantedPort) {
    keepTheJvm();
    for (int attempt = 1; ; attempt++) {
      int port = Ports.choose(wantedPort, "ORDINAL_KAFKA_PORT");
      try {
        return launch(data, port);
      } catch (RuntimeException | Error e) {
        // Someone else may have taken one of the free ports before the broker could.
        if (!isBindFailure(e) || attempt == ATTEMPTS_TO_FIND_A_PORT) {
          throw new StartFailure("Kafka does not start: " + rootMessage(e), e);
        }
      }
    }
  }

  private static EmbeddedKafka launch(Path data, int port) {
    var config = new KafkaConfig(settings(data, port, Ports.free()), false);
    var kafka = new EmbeddedKafka(new KafkaNode(config), port);
    RUNNING.add(kafka);
    try {
      kafka.server.startup();
      log.info("Kafka runs on port {}", port);
      return kafka;
    } catch (RuntimeException | Error e) {
      kafka.stop();
      throw e;
    }
  }

  private static void format(Path folder) throws IOException {
    try (var silent =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
      new Formatter()
          .setNodeId(1)
          .setClusterId(Uuid.randomUuid().toString())
          .setDirectories(List.of(folder.toString()))
          .setMetadataLogDirectory(folder.toString())
          .setControllerListenerName("CONTROLLER")
          .setSupportedFeatures(Feature.PRODUCTION_FEATURES)
          .setReleaseVersion(MetadataVersion.latestProduction())
          .setPrintStream(silent)
          .run();
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("cannot format " + folder, e);
    }
  }

  private static Properties settings(Path data, int port, int controllerPort) {
    var settings = new Properties();
    settings.put("process.roles", "broker,controller");
    settings.put("node.id", "1");
    settings.put("controller.quorum.voters", "1@" + Ports.LOOPBACK + ":" + controllerPort);
    settings.put(
        "listeners",
        "PLAINTEXT://%1$s:%2$d,CONTROLLER://%1$s:%3$d"
            .formatted(Ports.LOOPBACK, port, controllerPort));
    settings.put("advertised.listeners", "PLAINTEXT://" + Ports.LOOPBACK + ":" + port);
    settings.put("controller.listener.names", "CONTROLLER");
    settings.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
    settings.put("inter.broker.listener.name", "PLAINTEXT");
    settings.put("log.dirs", data.toString());
    // A mistyped topic name is an error, not a topic.
    settings.put("auto.create.topics.enable", "false");
    singleNode(settings);
    return settings;
  }

  private static void singleNode(Properties settings) {
    settings.put("default.replication.factor", "1");
    settings.put("offsets.topic.replication.factor", "1");
    settings.put("offsets.topic.num.partitions", "4");
    settings.put("transaction.state.log.replication.factor", "1");
    settings.put("transaction.state.log.min.isr", "1");
    settings.put("transaction.state.log.num.partitions", "4");
    settings.put("share.coordinator.state.topic.replication.factor", "1");
    settings.put("share.coordinator.state.topic.min.isr", "1");
    settings.put("share.coordinator.state.topic.num.partitions", "1");
    // After a kill the controller refuses the new broker until the old one's session has ended. In
    // one JVM the two live and die together, so the default of 9 s would only delay the start.
    settings.put("broker.session.timeout.ms", "2000");
    settings.put("broker.heartbeat.interval.ms", "500");
    // Nobody else is about to join, so a group need not wait for them.
    settings.put("group.initial.rebalance.delay.ms", "0");
    // A year: a machine that was off for a week must not forget what it has consumed.
    settings.put("offsets.retention.minutes", "525600");
    // The default of 128 MB is for brokers with many compacted topics.
    settings.put("log.cleaner.dedupe.buffer.size", Integer.toString(8 << 20));
    settings.put("num.network.threads", "2");
    settings.put("num.io.threads", "4");
    settings.put("num.recovery.threads.per.data.dir", "2");
    // An idle controller writes a record twice a second by default.
    settings.put("metadata.max.idle.interval.ms", "5000");
    // A transaction that begins while the one before it is still being ended waits this long. The
    // default of 20 ms is longer than all the rest of a transaction takes here.
    settings.put("add.partitions.to.txn.retry.backoff.ms", "2");
  }

  /**
   * Whatever Kafka thought worth ending the JVM for goes to those who wait for the broker's end.
   */
  private static void keepTheJvm() {
    Exit.Procedure instead =
        (status, message) -> {
          var failure =
              new IllegalStateException(
                  "Kafka gave up with status %d%s"
                      .formatted(status, message == null ? "" : ": " + message));
          log.error("{}", failure.getMessage());
          RUNNING.forEach(kafka -> kafka.exit.completeExceptionally(failure));
          throw failure;
        };
    Exit.setExitProcedure(instead);
    Exit.setHaltProcedure(instead);
  }

  private static boolean isBindFailure(Throwable failure) {
    for (@Nullable Throwable e = failure; e != null; e = e.getCause()) {
      if (e instanceof BindException) {
        return true;
      }
    }
    return false;
  }

  private static String rootMessage(Throwable failure) {
    Throwable root = failure;
    for (@Nullable Throwable e = failure; e != null; e = e.getCause()) {
      root = e;
    }
    return root.toString();
  }

  public String bootstrapServers() {
    return Ports.LOOPBACK + ":" + port;
  }

  public int port() {
    return port;
  }

  /** Completes when the broker has stopped, with an exception when that was not our doing. */
  public CompletionStage<Void> onExit() {
    return exit.minimalCompletionStage();
  }

  /**
   * Returns when the broker is down and its files are closed, or after 30 s with a warning: what it
   * acknowledged is safe then too, the next start only has more to check. Stopping twice is
   * harmless.
   */
  public void stop() {
    if (!stopping.compareAndSet(false, true)) {
      return;
    }
    var shutdown =
        CompletableFuture.runAsync(
            () -> {
              server.shutdown();
              server.awaitShutdown();
            },
            task -> startDaemon("kafka-stop", task));
    try {
      shutdown.get(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      log.warn("Kafka did not stop cleanly: {}", e.toString());
    }
    RUNNING.remove(this);
    exit.complete(null);
  }

  private static void startDaemon(String name, Runnable task) {
    var thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }
}
