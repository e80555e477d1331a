package ordinal.projections.deliveries;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import javax.sql.DataSource;
import ordinal.projections.deliveries.DeliveryStore.Delivered;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Looks on the topics themselves for events whose places are not recorded, and records those that
 * it finds. Reads from where the oldest of them was stored to where the topics end now.
 */
public final class DeliverySearch {

  /** By how much a broker's clock may be behind ours. */
  private static final Duration EARLIER = Duration.ofMinutes(10);

  private static final Duration POLL = Duration.ofMillis(500);
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final DeliveryStore store;
  private final List<String> topics;
  private final String journalId;

  /**
   * @param consumers makes a consumer as {@link DeliveryConsumers} does
   */
  public DeliverySearch(
      Supplier<Consumer<byte[], byte[]>> consumers,
      DataSource database,
      List<String> topics,
      String journalId) {
    this.consumers = consumers;
    this.store = new DeliveryStore(database, topics);
    this.topics = topics;
    this.journalId = journalId;
  }

  /** The orderings of those of these events that are on Kafka; their rows are there by now. */
  public Set<Long> record(Collection<Long> orderings, Instant storedSince) throws SQLException {
    var wanted = new HashSet<>(orderings);
    var found = new HashMap<Long, Delivered>();
    try (var consumer = consumers.get()) {
      var ends = seek(consumer, storedSince.minus(EARLIER));
      long until = System.nanoTime() + LONGEST.toNanos();
      while (found.size() < wanted.size() && !isRead(consumer, ends)) {
        if (System.nanoTime() > until) {
          throw new IllegalStateException("the topics could not be read to their ends in time");
        }
        for (var record : consumer.poll(POLL)) {
          var one = DeliveryReading.delivered(record, journalId);
          if (one != null && wanted.contains(one.ordering())) found.put(one.ordering(), one);
        }
      }
    }
    store.record(List.copyOf(found.values()), Map.of());
    return found.keySet();
  }

  /** Where each partition ends, of those that have anything since then. */
  private Map<TopicPartition, Long> seek(Consumer<byte[], byte[]> consumer, Instant since) {
    var wanted = new HashMap<TopicPartition, Long>();
    for (var topic : topics) {
      for (var partition : consumer.partitionsFor(topic)) {
        wanted.put(new TopicPartition(topic, partition.partition()), since.toEpochMilli());
      }
    }
    var begins = new HashMap<TopicPartition, Long>();
    consumer
        .offsetsForTimes(wanted)
        .forEach(
            (partition, first) -> {
              if (first != null) begins.put(partition, first.offset());
            });
    consumer.assign(new ArrayList<>(begins.keySet()));
    begins.forEach(consumer::seek);
    return begins.isEmpty() ? Map.of() : consumer.endOffsets(begins.keySet());
  }

  private static boolean isRead(Consumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
    return ends.entrySet().stream()
        .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
  }
}
