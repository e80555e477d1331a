package ordinal.bridge;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import javax.sql.DataSource;
import ordinal.bridge.Attempts.Task;
import ordinal.bridge.ParkedMessages.Lane;
import ordinal.bridge.Received.Origin;
import ordinal.inbox.InboxEffect;
import ordinal.inbox.InboxHandler;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Hands the messages of a topic to those they are for, in order for each key.
 *
 * <p>The offsets move after everyone has answered, in the transaction that notes what became of the
 * messages. What may pass later is parked there and tried again; later messages of its key wait
 * behind it, all others flow. What cannot pass is dead: in {@code dead_letter} and on the topic's
 * {@code .dlq}.
 *
 * <p>After a crash a message may be handed over twice: its target knows it by its id or by its own
 * state, so the effect is one. On the dead topic it may then be twice, with the same id.
 */
final class MessageConsumer implements InboxHandler {

  private static final Logger LOG = LoggerFactory.getLogger(MessageConsumer.class);
  private static final String TRACE_ID = "traceId";
  private static final String EVENT_ID = "eventId";
  private static final String JOURNAL = "ordinal-journal";
  private static final String TYPE = "ce_type";

  private final String group;
  private final String journalId;
  private final DataSource database;
  private final BridgeSettings settings;
  private final Clock clock;
  private final MessageReader reader;
  private final MessageTarget target;
  private final Attempts attempts;
  private final Lanes lanes;
  private final ParkedMessages parking;
  private final DeadMessages letters;
  private final ConsumeLog log;
  private final DeadTopic deadTopic;
  private final ConsumerMetrics metrics;

  // Of the inbox's thread only.
  private final Set<TopicPartition> held = new HashSet<>();
  private @Nullable Set<Lane> parkedLanes;
  private long lookedAt;
  private boolean hasLooked;

  MessageConsumer(
      String group,
      String topic,
      String journalId,
      MessageTarget target,
      DataSource database,
      DeadTopic deadTopic,
      ConsumerMetrics metrics,
      BridgeSettings settings,
      Executor executor,
      Clock clock) {
    this.group = group;
    this.journalId = journalId;
    this.database = database;
    this.settings = settings;
    this.clock = clock;
    this.reader = new MessageReader(settings.largestMessage());
    this.target = target;
    this.attempts = new Attempts(target, settings.retryAfter().size() + 1, executor);
    this.lanes = new Lanes(settings.concurrency(), executor);
    this.parking = new ParkedMessages(group, topic);
    this.letters = new DeadMessages(group, topic);
    this.log = new ConsumeLog(group);
    this.deadTopic = deadTopic;
    this.metrics = metrics;
  }

  @Override
  public void taken(Set<TopicPartition> partitions) {
    held.addAll(partitions);
    parkedLanes = null;
  }

  @Override
  public void lost(Set<TopicPartition> partitions) {
    held.removeAll(partitions);
    parkedLanes = null;
  }

  @Override
  public @Nullable InboxEffect prepare(List<ConsumerRecord<byte[], byte[]>> batch)
      throws Exception {
    var round = new Round(clock.instant(), settings.retryAfter());
    var waiting = parkedLanes();
    var tasks = new ArrayList<Task>();
    for (var received : due(round.now)) sort(received, Set.of(), tasks, round);
    for (var record : batch) {
      var received = Received.of(record);
      if (isOurs(received) && mayConcern(received)) sort(received, waiting, tasks, round);
    }
    for (var handled : lanes.run(Lanes.byKey(tasks, MessageConsumer::lane), attempts::all).get()) {
      round.add(handled);
    }
    if (round.log.isEmpty()) return null;
    deadTopic.send(round.newlyDead(), round.now);
    return new InboxEffect() {
      @Override
      public void write(Connection db) throws SQLException {
        round.write(db, parking, letters, log);
      }

      @Override
      public void committed() {
        ended(round);
      }
    };
  }

  private static Lane lane(Task one) {
    return new Lane(one.received().partition(), one.message().bizKey());
  }

  /** To be tried, to wait behind another, or dead at once. */
  private void sort(Received received, Set<Lane> waiting, List<Task> tasks, Round round) {
    Message message = null;
    try {
      message = reader.read(received);
      if (!target.isFor(message.eventType()) && received.origin() == Origin.NEW) return;
      var one = new Task(received, message);
      if (waiting.contains(lane(one))) {
        round.add(Handled.waiting(received, message));
      } else {
        tasks.add(one);
      }
    } catch (Unusable e) {
      var cannot = new Outcome.CannotPass(e.reason());
      round.add(new Handled(received, message, cannot, received.attempts() + 1, 0));
    }
  }

  /** Another Ordinal on the same brokers has its own consumers. */
  private boolean isOurs(Received received) {
    var journal = received.header(JOURNAL);
    return journal == null || journal.equals(journalId);
  }

  /**
   * What our own publisher sent says its type in a header too: most of a topic is another's
   * business and need not be parsed.
   */
  private boolean mayConcern(Received received) {
    if (received.header(JOURNAL) == null) return true;
    var type = received.header(TYPE);
    try {
      return type == null || target.isFor(type);
    } catch (Unusable e) {
      return true; // Said where all that is unusable is.
    }
  }

  private Set<Lane> parkedLanes() throws SQLException {
    var known = parkedLanes;
    if (known == null) {
      try (var db = database.getConnection()) {
        known = parking.lanes(db, held);
      }
      parkedLanes = known;
    }
    return known;
  }

  /** What is to be tried again: what somebody wants replayed is older than what waits. */
  private List<Received> due(Instant now) throws SQLException {
    boolean isSoon = hasLooked && System.nanoTime() - lookedAt < settings.lookEvery().toNanos();
    if (isSoon) return List.of();
    var found = new ArrayList<Received>();
    try (var db = database.getConnection()) {
      found.addAll(letters.toReplay(db, held, settings.mostAtOnce()));
      if (!parkedLanes().isEmpty()) {
        found.addAll(parking.due(db, held, now, settings.mostAtOnce()));
      }
    }
    lookedAt = System.nanoTime();
    hasLooked = true;
    return found;
  }

  private void ended(Round round) {
    if (round.changesLanes()) parkedLanes = null;
    metrics.handled(round.log);
    for (var dead : round.dead) {
      MDC.put(TRACE_ID, dead.traceId());
      MDC.put(EVENT_ID, dead.eventId());
      LOG.error(
          "[Consumer] [ALERT] {} of {} at {} is dead after {} attempt(s), dead letter {}: {}",
          dead.eventType(),
          dead.bizKey(),
          dead.received().place(),
          dead.attempts(),
          dead.letterId(group),
          dead.reasonOrNone());
      MDC.remove(TRACE_ID);
      MDC.remove(EVENT_ID);
    }
  }
}
