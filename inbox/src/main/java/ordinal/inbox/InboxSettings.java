package ordinal.inbox;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/**
 * Which messages an inbox takes, and how.
 *
 * @param group Kafka's consumer group, and the name that the offsets are stored under
 * @param startAt where to begin when no offset is stored, or when Kafka no longer has the stored
 *     one
 * @param maxRecords the most messages in a batch, which is a transaction
 * @param pace a poll that was not full is followed by the next one no sooner than this: what comes
 *     meanwhile is one batch, and the first message after a rest does not wait
 * @param poll how long to wait for messages before the handler is called without any
 * @param longestBatch the handler may take this long; then Kafka gives its partitions to another
 *     inbox, and the batch is dropped here
 * @param minBackoff the first pause when database, broker or handler fail; it doubles up to
 * @param maxBackoff this one
 * @param kafka more settings of the consumer, which win over the inbox's own
 */
public record InboxSettings(
    String bootstrapServers,
    String group,
    Set<String> topics,
    StartAt startAt,
    int maxRecords,
    Duration pace,
    Duration poll,
    Duration longestBatch,
    Duration minBackoff,
    Duration maxBackoff,
    Map<String, Object> kafka) {

  /** An end of a partition. */
  public enum StartAt {
    EARLIEST,
    LATEST
  }

  public InboxSettings {
    topics = Set.copyOf(topics);
    kafka = Map.copyOf(kafka);
    if (topics.isEmpty()) throw new IllegalArgumentException("an inbox needs a topic");
    if (maxRecords < 1) throw new IllegalArgumentException("a batch of " + maxRecords);
  }

  /** With limits that fit most services. */
  public static InboxSettings of(String bootstrapServers, String group, String... topics) {
    return new InboxSettings(
        bootstrapServers,
        group,
        Set.of(topics),
        StartAt.EARLIEST,
        500,
        Duration.ZERO,
        Duration.ofMillis(500),
        Duration.ofMinutes(5),
        Duration.ofMillis(500),
        Duration.ofSeconds(5),
        Map.of());
  }

  public InboxSettings withStartAt(StartAt other) {
    return new InboxSettings(
        bootstrapServers,
        group,
        topics,
        other,
        maxRecords,
        pace,
        poll,
        longestBatch,
        minBackoff,
        maxBackoff,
        kafka);
  }

  public InboxSettings withBatch(int records, Duration longest) {
    return new InboxSettings(
        bootstrapServers,
        group,
        topics,
        startAt,
        records,
        pace,
        poll,
        longest,
        minBackoff,
        maxBackoff,
        kafka);
  }

  public InboxSettings withPauses(Duration newPoll, Duration min, Duration max) {
    return new InboxSettings(
        bootstrapServers,
        group,
        topics,
        startAt,
        maxRecords,
        pace,
        newPoll,
        longestBatch,
        min,
        max,
        kafka);
  }

  public InboxSettings withPace(Duration other) {
    return new InboxSettings(
        bootstrapServers,
        group,
        topics,
        startAt,
        maxRecords,
        other,
        poll,
        longestBatch,
        minBackoff,
        maxBackoff,
        kafka);
  }

  public InboxSettings withKafka(Map<String, Object> more) {
    return new InboxSettings(
        bootstrapServers,
        group,
        topics,
        startAt,
        maxRecords,
        pace,
        poll,
        longestBatch,
        minBackoff,
        maxBackoff,
        more);
  }

  /**
   * Under a name of its own in the group, which no other has that runs now. Behind a crash the next
   * one of this name has its partitions at once; a nameless one's are kept back until Kafka has not
   * heard of it for some time.
   */
  public InboxSettings withMember(String name) {
    var more = new HashMap<>(kafka);
    more.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, name);
    return withKafka(more);
  }

  /** The pause after so many failures in a row, the first of which is number 0. */
  Duration backoff(int failures) {
    var wait = minBackoff.multipliedBy(1L << Math.min(failures, 10));
    return wait.compareTo(maxBackoff) > 0 ? maxBackoff : wait;
  }
}
