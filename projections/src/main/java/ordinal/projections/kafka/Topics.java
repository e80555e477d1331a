package ordinal.projections.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import ordinal.projections.message.EventMessage;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;

/** The topics that we write to: made with their settings when missing, checked when there. */
public final class Topics {

  /** Where each slice keeps its position, in the transaction of the events. */
  public static final String OFFSETS = "ordinal-offsets";

  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** A topic of ours. */
  record Wanted(String name, int partitions, Map<String, String> settings, String policy) {}

  private Topics() {}

  static List<Wanted> wanted(int partitions) {
    var topics = new ArrayList<Wanted>();
    for (var name : EventMessage.TOPICS) topics.add(log(name, partitions));
    topics.add(
        new Wanted(
            OFFSETS,
            partitions,
            Map.of(
                TopicConfig.CLEANUP_POLICY_CONFIG,
                TopicConfig.CLEANUP_POLICY_COMPACT,
                // Only the last record of a slice matters: small segments, soon compacted.
                TopicConfig.SEGMENT_BYTES_CONFIG,
                Integer.toString(16 << 20),
                TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG,
                "0.5"),
            TopicConfig.CLEANUP_POLICY_COMPACT));
    return topics;
  }

  private static Wanted log(String name, int partitions) {
    return new Wanted(
        name,
        partitions,
        Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE),
        TopicConfig.CLEANUP_POLICY_DELETE);
  }

  /**
   * Fails with an {@link UnusableTopic} when one is there in a form that would lose events or
   * positions.
   */
  public static void ensure(String bootstrap, int partitions) {
    Map<String, Object> settings =
        Map.of(
            AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrap,
            AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
            (int) LIMIT.toMillis(),
            AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
            (int) LIMIT.toMillis());
    try (var admin = Admin.create(settings)) {
      var there = admin.listTopics().names().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
      var missing = new ArrayList<NewTopic>();
      for (var topic : wanted(partitions)) {
        if (there.contains(topic.name())) {
          check(admin, topic);
        } else {
          missing.add(
              new NewTopic(topic.name(), Optional.of(topic.partitions()), Optional.empty())
                  .configs(topic.settings()));
        }
      }
      create(admin, missing);
    } catch (ExecutionException | TimeoutException e) {
      throw new UnusableTopic("the topics cannot be made or checked: " + reason(e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnusableTopic("interrupted", e);
    }
  }

  /** Another node may make them at the same moment. */
  private static void create(Admin admin, List<NewTopic> missing)
      throws ExecutionException, InterruptedException, TimeoutException {
    for (var made : admin.createTopics(missing).values().values()) {
      try {
        made.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof TopicExistsException)) throw e;
      }
    }
  }

  private static void check(Admin admin, Wanted topic)
      throws ExecutionException, InterruptedException, TimeoutException {
    var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic.name());
    var described =
        admin.describeConfigs(List.of(resource)).all().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    var config = Objects.requireNonNull(described.get(resource));
    var policy = config.get(TopicConfig.CLEANUP_POLICY_CONFIG).value();
    if (!policy.equals(topic.policy())) {
      throw new UnusableTopic(
          "the topic %s has %s=%s, which would lose %s: set it to %s"
              .formatted(
                  topic.name(),
                  TopicConfig.CLEANUP_POLICY_CONFIG,
                  policy,
                  topic.name().equals(OFFSETS) ? "positions" : "events",
                  topic.policy()),
          null);
    }
  }

  private static String reason(Exception e) {
    return e.getCause() == null ? e.toString() : e.getCause().toString();
  }
}
