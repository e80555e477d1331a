package ordinal.inbox;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import ordinal.inbox.InboxSettings.StartAt;
import ordinal.inbox.OffsetStore.Held;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What an inbox does with one consumer: poll, prepare, write and move, again and again. */
final class InboxSession implements ConsumerRebalanceListener {

  private static final Logger LOG = LoggerFactory.getLogger(InboxSession.class);

  /**
   * A position that moved over what has no effect is not worth a transaction at once: after a crash
   * those messages come again, and have no effect again.
   */
  private static final Duration IDLE_MOVES_EVERY = Duration.ofSeconds(1);

  /** Told of what goes wrong, so that it shows, and asked how long to wait then. */
  interface Trouble {
    /** The pause; throws when the inbox is to end. */
    Duration after(Exception failure);

    void isOver();
  }

  private final Consumer<byte[], byte[]> consumer;
  private final OffsetStore store;
  private final InboxHandler handler;
  private final InboxSettings settings;
  private final Trouble trouble;
  private final Map<TopicPartition, Held> held = new HashMap<>();
  private boolean waiting;
  private long movedAt = System.nanoTime();
  private long notBefore = System.nanoTime();

  InboxSession(
      Consumer<byte[], byte[]> consumer,
      OffsetStore store,
      InboxHandler handler,
      InboxSettings settings,
      Trouble trouble) {
    this.consumer = consumer;
    this.store = store;
    this.handler = handler;
    this.settings = settings;
    this.trouble = trouble;
    consumer.subscribe(settings.topics(), this);
  }

  // Whose the partitions are. Called by poll, on the same thread.

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
    if (partitions.isEmpty()) return;
    try {
      var taken = store.take(partitions, this::beginning);
      handler.taken(Set.copyOf(partitions));
      taken.forEach((partition, at) -> consumer.seek(partition, at.nextOffset()));
      held.putAll(taken);
      if (waiting) consumer.pause(partitions);
      LOG.info("[Inbox] {} takes {}", settings.group(), partitions);
    } catch (SQLException e) {
      throw new KafkaException("cannot take " + partitions, e);
    }
  }

  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
    if (partitions.isEmpty()) return;
    held.keySet().removeAll(new HashSet<>(partitions));
    handler.lost(Set.copyOf(partitions));
    LOG.info("[Inbox] {} lets go of {}", settings.group(), partitions);
  }

  private long beginning(TopicPartition partition) {
    var ends =
        settings.startAt() == StartAt.EARLIEST
            ? consumer.beginningOffsets(Set.of(partition))
            : consumer.endOffsets(Set.of(partition));
    return ends.getOrDefault(partition, 0L);
  }

  // One round.

  void round() throws SQLException, PartitionLost {
    keepPace();
    List<ConsumerRecord<byte[], byte[]>> batch = new ArrayList<>();
    try {
      consumer.poll(settings.poll()).forEach(batch::add);
    } catch (OffsetOutOfRangeException e) {
      leave(e);
      return;
    }
    boolean mayBeMore = batch.size() >= settings.maxRecords();
    notBefore = System.nanoTime() + (mayBeMore ? 0 : settings.pace().toNanos());
    if (held.isEmpty()) return;
    var known = Map.copyOf(held);
    var effect = prepare(batch, known);
    if (effect != null) {
      // All are moved, so that whoever has lost any of them writes nothing.
      save(known, positions(known.keySet()), effect);
    } else if (System.nanoTime() - movedAt >= IDLE_MOVES_EVERY.toNanos()) {
      saveMoved(known);
    }
    trouble.isOver();
  }

  /** What comes meanwhile is taken together. The first after a rest does not wait. */
  private void keepPace() {
    long early = notBefore - System.nanoTime();
    if (early > 0) LockSupport.parkNanos(early);
  }

  private Map<TopicPartition, Long> positions(Set<TopicPartition> partitions) {
    var positions = new HashMap<TopicPartition, Long>();
    for (var partition : partitions) positions.put(partition, consumer.position(partition));
    return positions;
  }

  private void saveMoved(Map<TopicPartition, Held> known) throws PartitionLost {
    var moved = new HashMap<TopicPartition, Held>();
    var to = new HashMap<TopicPartition, Long>();
    for (var one : known.entrySet()) {
      long next = consumer.position(one.getKey());
      if (next == one.getValue().nextOffset()) continue;
      moved.put(one.getKey(), one.getValue());
      to.put(one.getKey(), next);
    }
    if (!moved.isEmpty()) save(moved, to, null);
  }

  private @Nullable InboxEffect prepare(
      List<ConsumerRecord<byte[], byte[]>> batch, Map<TopicPartition, Held> known)
      throws PartitionLost {
    while (true) {
      try {
        return handler.prepare(batch);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new PartitionLost("interrupted");
      } catch (Exception e) {
        stay(trouble.after(e), known);
      }
    }
  }

  private void save(
      Map<TopicPartition, Held> known, Map<TopicPartition, Long> to, @Nullable InboxEffect effect)
      throws PartitionLost {
    while (true) {
      try {
        store.commit(known, to, effect);
        break;
      } catch (SQLException e) {
        stay(trouble.after(e), known);
      }
    }
    movedAt = System.nanoTime();
    var offsets = new HashMap<TopicPartition, OffsetAndMetadata>();
    for (var one : known.entrySet()) {
      long next = to.getOrDefault(one.getKey(), one.getValue().nextOffset());
      held.put(one.getKey(), new Held(next, one.getValue().version() + 1));
      offsets.put(one.getKey(), new OffsetAndMetadata(next));
    }
    if (effect != null) effect.committed();
    // For lag tools. Ours is the truth; a failure is made good by the next one.
    consumer.commitAsync(
        offsets, (done, failure) -> LOG.debug("{} at Kafka: {}", done, String.valueOf(failure)));
  }

  /** Waits without leaving the group. A batch of which a partition went meanwhile is dropped. */
  private void stay(Duration wait, Map<TopicPartition, Held> known) throws PartitionLost {
    long until = System.nanoTime() + wait.toNanos();
    waiting = true;
    try {
      consumer.pause(consumer.assignment());
      for (long left = wait.toNanos(); left > 0; left = until - System.nanoTime()) {
        consumer.poll(Duration.ofNanos(left));
      }
      consumer.resume(consumer.assignment());
    } finally {
      waiting = false;
    }
    for (var one : known.entrySet()) {
      if (!one.getValue().equals(held.get(one.getKey()))) {
        throw new PartitionLost(one.getKey() + " was given to another");
      }
    }
  }

  /** How far each partition of this inbox is behind, as far as it is known yet. */
  Map<TopicPartition, Long> lag() {
    var lag = new HashMap<TopicPartition, Long>();
    for (var partition : held.keySet()) {
      consumer.currentLag(partition).ifPresent(behind -> lag.put(partition, behind));
    }
    return lag;
  }

  // Offsets that Kafka does not have.

  /**
   * Before the partition's beginning: what was there has expired unread. Beyond its end, or of
   * another history than the one that was read: Kafka has lost it, or is another Kafka.
   *
   * <p>What counts is the offset that was read up to, which may be ahead of the one that is stored.
   */
  private void leave(OffsetOutOfRangeException outOfRange) throws SQLException, PartitionLost {
    var readUpTo = outOfRange.offsetOutOfRangePartitions();
    var partitions = readUpTo.keySet();
    var begins = consumer.beginningOffsets(partitions);
    var ends = consumer.endOffsets(partitions);
    for (var partition : partitions) {
      var from = held.get(partition);
      if (from == null) continue;
      long begin = begins.getOrDefault(partition, 0L);
      long end = ends.getOrDefault(partition, 0L);
      long read = readUpTo.getOrDefault(partition, from.nextOffset());
      long to = read > end && settings.startAt() == StartAt.LATEST ? end : begin;
      if (outOfRange instanceof LogTruncationException truncated) {
        var common = truncated.divergentOffsets().get(partition);
        if (common != null) to = Math.max(begin, common.offset());
      }
      store.commit(Map.of(partition, from), Map.of(partition, to), null);
      held.put(partition, new Held(to, from.version() + 1));
      consumer.seek(partition, to);
      LOG.error(
          "[Inbox] [ALERT] {} has handled {} up to {}, but Kafka has {} to {}: goes on from {}",
          settings.group(),
          partition,
          read,
          begin,
          end,
          to);
    }
  }
}
