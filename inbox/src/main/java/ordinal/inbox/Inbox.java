package ordinal.inbox;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Consumes Kafka so that each message's effect on the database happens once.
 *
 * <p>The next offset of every partition is stored in the same transaction as the effect, and only
 * that counts: after a crash, wherever it happens, the batch either has its effect and the offset
 * behind it, or neither. No message ids have to be remembered; the dedup store is one number per
 * partition.
 *
 * <p>Several inboxes of a group, in one program or many, divide the partitions between them. One
 * that is so slow that Kafka gives its partition to another cannot write any more: its transaction
 * finds the partition taken over and is rolled back.
 *
 * <p>Database or broker away, or a handler that throws: it tries again, for ever, with pauses that
 * grow. Messages then wait in Kafka; none is skipped.
 *
 * <p>The table, on MariaDB or MySQL:
 *
 * <pre>{@code
 * CREATE TABLE inbox_offset (
 *   consumer_group VARCHAR(200) NOT NULL,
 *   topic          VARCHAR(249) NOT NULL,
 *   partition_no   INTEGER NOT NULL,
 *   next_offset    BIGINT NOT NULL,
 *   version        BIGINT NOT NULL,
 *   holder         VARCHAR(36) NOT NULL,
 *   PRIMARY KEY (consumer_group, topic, partition_no))
 * }</pre>
 */
public final class Inbox implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Inbox.class);

  /** The first of a row of failures, and then about one a minute. */
  private static final int LOG_EVERY = 12;

  private static final String NOBODY = "";

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(30);

  private record Membership(Consumer<byte[], byte[]> consumer) implements AutoCloseable {
    /** One with a name would else be waited for. */
    private static final CloseOptions LEAVING =
        CloseOptions.groupMembershipOperation(GroupMembershipOperation.LEAVE_GROUP);

    @Override
    public void close() {
      consumer.close(LEAVING);
    }
  }

  private final InboxSettings settings;
  private final DataSource database;
  private final InboxHandler handler;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Object turn = new Object();
  private boolean closed;
  private @Nullable Consumer<byte[], byte[]> open;
  private int failures; // Of the inbox's own thread.
  private volatile Map<TopicPartition, Long> lag = Map.of();

  private Inbox(InboxSettings settings, DataSource database, InboxHandler handler) {
    this.settings = settings;
    this.database = database;
    this.handler = handler;
  }

  /**
   * Starts its thread, and returns at once: it also waits for servers that are not there yet.
   *
   * @param database gives connections in autocommit mode, READ COMMITTED or stricter
   */
  public static Inbox start(InboxSettings settings, DataSource database, InboxHandler handler) {
    var inbox = new Inbox(settings, database, handler);
    var thread = new Thread(inbox::run, "inbox-" + settings.group());
    thread.setDaemon(true);
    thread.start();
    return inbox;
  }

  /**
   * Lets a group begin at these offsets, unless it has begun already: for a consumer that what was
   * on a topic before its first start does not concern. When this returns, nothing that is sent
   * later can be missed. Partitions that are added later begin as the settings say.
   */
  public static void beginAt(DataSource database, String group, Map<TopicPartition, Long> offsets)
      throws SQLException {
    new OffsetStore(database, group, NOBODY).beginAt(offsets);
  }

  /** How many messages are not handled yet, by partition that this inbox holds. */
  public Map<TopicPartition, Long> lag() {
    return lag;
  }

  /** Lets the batch under way end, leaves the group, and waits for that. */
  @Override
  public void close() {
    synchronized (turn) {
      closed = true;
      turn.notifyAll();
      if (open != null) open.wakeup();
    }
    try {
      if (!stopped.await(CLOSE_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        LOG.warn("[Inbox] {} has not ended after {} s", settings.group(), CLOSE_LIMIT.toSeconds());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      while (!isClosed()) {
        try (var membership = join()) {
          consume(membership.consumer());
        } catch (WakeupException e) {
          LOG.debug("woken to end");
        } catch (PartitionLost e) {
          LOG.warn("[Inbox] {} drops a batch: {}", settings.group(), e.getMessage());
        } catch (SQLException | RuntimeException e) {
          waitFor(trouble.after(e));
        } finally {
          lag = Map.of();
        }
      }
    } catch (WakeupException e) {
      LOG.debug("woken to end");
    } finally {
      stopped.countDown();
    }
  }

  private void consume(Consumer<byte[], byte[]> consumer) throws SQLException, PartitionLost {
    var store = new OffsetStore(database, settings.group(), UUID.randomUUID().toString());
    var session = new InboxSession(consumer, store, handler, settings, trouble);
    while (!isClosed()) {
      session.round();
      lag = Map.copyOf(session.lag());
    }
  }

  private Membership join() {
    var consumer = InboxConsumers.open(settings);
    synchronized (turn) {
      open = consumer;
      if (closed) consumer.wakeup();
    }
    return new Membership(consumer);
  }

  private final InboxSession.Trouble trouble =
      new InboxSession.Trouble() {
        @Override
        public Duration after(Exception failure) {
          if (isClosed()) throw new WakeupException();
          if (failures % LOG_EVERY == 0) {
            LOG.warn("[Inbox] {} tries again: {}", settings.group(), told(failure));
          }
          return settings.backoff(failures++);
        }

        @Override
        public void isOver() {
          if (failures > 0) LOG.info("[Inbox] {} goes on", settings.group());
          failures = 0;
        }
      };

  private static String told(Exception failure) {
    boolean hasMore = failure instanceof KafkaException && failure.getCause() != null;
    return hasMore ? failure + ": " + failure.getCause() : failure.toString();
  }

  private boolean isClosed() {
    synchronized (turn) {
      return closed;
    }
  }

  private void waitFor(Duration wait) {
    long until = System.nanoTime() + wait.toNanos();
    synchronized (turn) {
      for (long left = wait.toNanos(); !closed && left > 0; left = until - System.nanoTime()) {
        try {
          turn.wait(left / 1_000_000 + 1);
        } catch (InterruptedException e) {
          closed = true;
          Thread.currentThread().interrupt();
        }
      }
    }
  }
}
