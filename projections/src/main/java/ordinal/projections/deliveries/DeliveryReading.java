package ordinal.projections.deliveries;

import io.micrometer.core.instrument.Counter;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import ordinal.projections.deliveries.DeliveryStore.Delivered;
import ordinal.projections.deliveries.DeliveryStore.Last;
import ordinal.projections.deliveries.DeliveryStore.Move;
import ordinal.projections.deliveries.DeliveryStore.Place;
import ordinal.projections.deliveries.DeliveryStore.Position;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One consumer's work, from where the store says. Thrown away after any failure. */
final class DeliveryReading {

  static final String ORDERING = "ordinal-ordering";
  static final String JOURNAL = "ordinal-journal";

  private static final Logger LOG = LoggerFactory.getLogger(DeliveryReading.class);
  private static final Duration LONGEST_LOOK = Duration.ofSeconds(10);

  private final Consumer<byte[], byte[]> consumer;
  private final DeliveryStore store;
  private final List<String> topics;
  private final String journalId;
  private final DeliverySettings settings;
  private final Counter recorded;
  private final Counter doubled;
  private final Map<TopicPartition, Position> positions = new HashMap<>();
  private @Nullable Instant partitionsSeen;
  private @Nullable Instant pausedSeen;
  private boolean paused;

  DeliveryReading(
      Consumer<byte[], byte[]> consumer,
      DeliveryStore store,
      List<String> topics,
      String journalId,
      DeliverySettings settings,
      Counter recorded,
      Counter doubled) {
    this.consumer = consumer;
    this.store = store;
    this.topics = topics;
    this.journalId = journalId;
    this.settings = settings;
    this.recorded = recorded;
    this.doubled = doubled;
  }

  /**
   * Waits a while for records and stores those that come; how long to wait before the next time.
   */
  Duration readOn() throws SQLException {
    var now = Instant.now();
    if (isDue(pausedSeen, settings.pausedEvery(), now)) {
      paused = store.isPaused();
      pausedSeen = now;
      // What came without a record of ours, such as the end marks of transactions.
      save(List.of());
    }
    if (paused) return settings.pausedEvery();
    if (isDue(partitionsSeen, settings.partitionsEvery(), now)) {
      lookForPartitions();
      if (positions.isEmpty()) return settings.maxBackoff(); // There is no such topic yet.
      partitionsSeen = now;
    }
    try {
      take(consumer.poll(settings.poll()));
    } catch (OffsetOutOfRangeException e) {
      rewind(e);
    }
    return Duration.ZERO;
  }

  private static boolean isDue(@Nullable Instant last, Duration every, Instant now) {
    return last == null || !now.isBefore(last.plus(every));
  }

  private void lookForPartitions() throws SQLException {
    var found = new HashSet<TopicPartition>();
    for (var topic : topics) {
      for (var partition : consumer.partitionsFor(topic)) {
        found.add(new TopicPartition(topic, partition.partition()));
      }
    }
    if (found.equals(consumer.assignment())) return;
    consumer.assign(found);
    positions.clear();
    var begins = consumer.beginningOffsets(found);
    var ends = consumer.endOffsets(found);
    var stored = store.positions();
    for (var partition : found) {
      long begin = begins.getOrDefault(partition, 0L);
      var position = stored.get(partition);
      if (position == null) {
        store.begin(partition, begin);
        position = new Position(begin, null);
      }
      positions.put(partition, position);
      if (position.nextOffset() < begin
          || position.nextOffset() > ends.getOrDefault(partition, 0L)) {
        leave(partition, begins, ends, null);
      }
    }
    seekAll();
    for (var other : changed(begins)) leave(other, begins, ends, begins.get(other));
    seekAll();
  }

  private void seekAll() {
    positions.forEach((partition, position) -> consumer.seek(partition, position.nextOffset()));
  }

  /** Partitions that do not have the last record of ours where it was: not those that we read. */
  private Set<TopicPartition> changed(Map<TopicPartition, Long> begins) {
    var toFind = new HashMap<TopicPartition, Last>();
    positions.forEach(
        (partition, position) -> {
          var last = position.last();
          // One that has expired cannot be looked at.
          if (last != null && last.offset() >= begins.getOrDefault(partition, 0L)) {
            toFind.put(partition, last);
          }
        });
    toFind.forEach((partition, last) -> consumer.seek(partition, last.offset()));
    var changed = new HashSet<TopicPartition>();
    var until = Instant.now().plus(LONGEST_LOOK);
    while (!toFind.isEmpty()) {
      if (Instant.now().isAfter(until)) {
        throw new IllegalStateException("cannot read again what was read last: " + toFind);
      }
      var records = consumer.poll(settings.poll());
      toFind
          .entrySet()
          .removeIf(
              entry -> {
                var partition = entry.getKey();
                if (consumer.position(partition) <= entry.getValue().offset()) return false;
                boolean there =
                    records.records(partition).stream()
                        .anyMatch(record -> isThat(record, entry.getValue()));
                if (!there) changed.add(partition);
                return true;
              });
    }
    return changed;
  }

  private boolean isThat(ConsumerRecord<byte[], byte[]> record, Last last) {
    var one = delivered(record);
    return record.offset() == last.offset() && one != null && one.ordering() == last.ordering();
  }

  private void take(ConsumerRecords<byte[], byte[]> records) throws SQLException {
    if (records.isEmpty()) return;
    var ours = new ArrayList<Delivered>(records.count());
    for (var record : records) {
      var one = delivered(record);
      if (one != null) ours.add(one);
    }
    save(ours);
  }

  private void save(List<Delivered> ours) throws SQLException {
    var last = new HashMap<TopicPartition, Last>();
    for (var one : ours) {
      last.put(one.place().partition(), new Last(one.place().offset(), one.ordering()));
    }
    var moves = new HashMap<TopicPartition, Move>();
    for (var one : positions.entrySet()) {
      var from = one.getValue();
      long next = consumer.position(one.getKey());
      if (next == from.nextOffset()) continue;
      var to = new Position(next, last.getOrDefault(one.getKey(), from.last()));
      moves.put(one.getKey(), new Move(from, to));
    }
    if (moves.isEmpty()) return;
    for (var twice : store.record(ours, moves)) {
      doubled.increment();
      LOG.error(
          "[Delivery] [ALERT] event at ordering {} is on Kafka twice: at {} and at {}",
          twice.ordering(),
          twice.first(),
          twice.second());
    }
    recorded.increment(ours.size());
    moves.forEach((partition, move) -> positions.put(partition, move.to()));
  }

  /** Null for a record that is not of this journal: of another one, or of who knows whom. */
  private @Nullable Delivered delivered(ConsumerRecord<byte[], byte[]> record) {
    return delivered(record, journalId);
  }

  static @Nullable Delivered delivered(ConsumerRecord<byte[], byte[]> record, String journalId) {
    var ordering = header(record, ORDERING);
    if (ordering == null || !journalId.equals(header(record, JOURNAL))) return null;
    long number = positive(ordering);
    if (number == 0) {
      LOG.warn("[Delivery] {} at {} is no ordering: passed over", ordering, place(record));
      return null;
    }
    return new Delivered(number, place(record), Instant.ofEpochMilli(record.timestamp()));
  }

  private static Place place(ConsumerRecord<byte[], byte[]> record) {
    return new Place(new TopicPartition(record.topic(), record.partition()), record.offset());
  }

  /** 0 for anything else. */
  private static long positive(String number) {
    try {
      return Math.max(0, Long.parseLong(number));
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private static @Nullable String header(ConsumerRecord<byte[], byte[]> record, String name) {
    var header = record.headers().lastHeader(name);
    if (header == null || header.value() == null) return null;
    return new String(header.value(), StandardCharsets.UTF_8);
  }

  /** The broker says that it does not have what we want to read on from. */
  private void rewind(OffsetOutOfRangeException outOfRange) throws SQLException {
    var partitions = outOfRange.offsetOutOfRangePartitions().keySet();
    var begins = consumer.beginningOffsets(partitions);
    var ends = consumer.endOffsets(partitions);
    for (var partition : partitions) {
      Long to = null;
      if (outOfRange instanceof LogTruncationException truncated) {
        var common = truncated.divergentOffsets().get(partition);
        to = common == null ? begins.get(partition) : (Long) common.offset();
      }
      leave(partition, begins, ends, to);
    }
  }

  /**
   * Goes on from another place than the stored one, because Kafka does not have that any more.
   * Beyond its end: the end is lost. Another history than the one that was read: it was lost and
   * overwritten, or this is another Kafka; what it has is read again from where the two part, or
   * from the beginning. Before its beginning: the oldest records have expired unread.
   *
   * @param parting where the histories part, or null when there is only one
   */
  private void leave(
      TopicPartition partition,
      Map<TopicPartition, Long> begins,
      Map<TopicPartition, Long> ends,
      @Nullable Long parting)
      throws SQLException {
    var from = positions.get(partition);
    if (from == null) return;
    long begin = begins.getOrDefault(partition, 0L);
    long end = ends.getOrDefault(partition, 0L);
    long to = parting != null ? Math.max(begin, parting) : from.nextOffset() > end ? end : begin;
    var move = new Move(from, new Position(to, null));
    int forgotten = 0;
    if (to < from.nextOffset()) {
      forgotten = store.rewind(partition, move);
    } else {
      store.record(List.of(), Map.of(partition, move));
    }
    positions.put(partition, move.to());
    consumer.seek(partition, to);
    LOG.error(
        "[Delivery] [ALERT] {} was read up to {}, but Kafka has {} to {}{}: goes on from {}, {}"
            + " deliveries are no more",
        partition,
        from.nextOffset(),
        begin,
        end,
        parting == null ? "" : ", and not what was read",
        to,
        forgotten);
  }
}
