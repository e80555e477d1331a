package ordinal.bridge;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import ordinal.inbox.InboxSettings;
import ordinal.inbox.InboxSettings.StartAt;

/** How messages are consumed; {@code reference.conf} has the values and reasons. */
record BridgeSettings(
    int maxRecords,
    Duration pace,
    Duration poll,
    Duration longestBatch,
    Duration minBackoff,
    Duration maxBackoff,
    int concurrency,
    List<Duration> retryAfter,
    Duration lookEvery,
    int mostAtOnce,
    int largestMessage,
    Duration measureEvery,
    Duration sendLimit) {

  static BridgeSettings of(Config root) {
    var config = root.getConfig("ordinal.bridge");
    return new BridgeSettings(
        config.getInt("max-records"),
        config.getDuration("pace"),
        config.getDuration("poll"),
        config.getDuration("longest-batch"),
        config.getDuration("backoff.least"),
        config.getDuration("backoff.longest"),
        config.getInt("concurrency"),
        config.getDurationList("retry-after"),
        config.getDuration("look-every"),
        config.getInt("most-at-once"),
        Math.toIntExact(config.getBytes("largest-message")),
        config.getDuration("measure-every"),
        config.getDuration("send-limit"));
  }

  /**
   * An inbox's settings.
   *
   * @param journalId divides Kafka's groups of two deployments on the same brokers
   */
  InboxSettings inbox(String bootstrap, String group, String topic, String journalId) {
    return new InboxSettings(
        bootstrap,
        group,
        Set.of(topic),
        StartAt.EARLIEST,
        maxRecords,
        pace,
        poll,
        longestBatch,
        minBackoff,
        maxBackoff,
        Map.of(
            "client.id",
            group,
            "group.id",
            group + "-" + journalId,
            "fetch.max.wait.ms",
            Math.toIntExact(poll.toMillis())));
  }
}
