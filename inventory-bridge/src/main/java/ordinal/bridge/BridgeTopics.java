package ordinal.bridge;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;

/** The topics that are consumed and those for what died: made when missing, and asked for ends. */
final class BridgeTopics implements AutoCloseable {

  private static final int LIMIT_MILLIS = 20_000;

  private final Admin admin;

  BridgeTopics(String bootstrap) {
    this.admin =
        Admin.create(
            Map.of(
                "bootstrap.servers", bootstrap,
                "client.id", "ordinal-bridge",
                "request.timeout.ms", LIMIT_MILLIS,
                "default.api.timeout.ms", LIMIT_MILLIS));
  }

  /** Fails when there are no brokers. Topics that are there are left as they are. */
  void ensure(List<String> consumed, int partitions) {
    try {
      var there = admin.listTopics().names().get(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
      var missing = new ArrayList<NewTopic>();
      for (var topic : consumed) {
        var dead = topic + DeadTopic.SUFFIX;
        if (!there.contains(topic)) missing.add(topic(topic, partitions));
        if (!there.contains(dead)) missing.add(topic(dead, 1).configs(DEAD_SETTINGS));
      }
      for (var made : admin.createTopics(missing).values().values()) {
        try {
          made.get(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
          // Another node may make them at the same moment.
          if (!(e.getCause() instanceof TopicExistsException)) throw e;
        }
      }
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("the topics cannot be made: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Dead messages stay until somebody has looked; and they have our headers beside their own. */
  private static final Map<String, String> DEAD_SETTINGS =
      Map.of(
          TopicConfig.RETENTION_MS_CONFIG,
          Long.toString(TimeUnit.DAYS.toMillis(30)),
          TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
          Integer.toString(DeadTopic.LARGEST_RECORD));

  private static NewTopic topic(String name, int partitions) {
    return new NewTopic(name, Optional.of(partitions), Optional.empty());
  }

  /** Where all partitions of a topic end now, for readers of committed records. */
  Map<TopicPartition, Long> ends(String topic) {
    try {
      var described =
          Objects.requireNonNull(
              admin
                  .describeTopics(List.of(topic))
                  .allTopicNames()
                  .get(LIMIT_MILLIS, TimeUnit.MILLISECONDS)
                  .get(topic));
      var partitions =
          described.partitions().stream()
              .map(one -> new TopicPartition(topic, one.partition()))
              .toList();
      return ends(partitions).toCompletableFuture().get(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("the topic " + topic + " cannot be looked at: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  CompletionStage<Map<TopicPartition, Long>> ends(List<TopicPartition> partitions) {
    var wanted = new HashMap<TopicPartition, OffsetSpec>();
    for (var partition : partitions) wanted.put(partition, OffsetSpec.latest());
    var options = new ListOffsetsOptions(IsolationLevel.READ_COMMITTED);
    return admin
        .listOffsets(wanted, options)
        .all()
        .toCompletionStage()
        .thenApply(
            found -> {
              var ends = new HashMap<TopicPartition, Long>();
              found.forEach((partition, end) -> ends.put(partition, end.offset()));
              return ends;
            });
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(5));
  }
}
