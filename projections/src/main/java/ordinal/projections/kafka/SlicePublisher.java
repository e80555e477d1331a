package ordinal.projections.kafka;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import javax.sql.DataSource;
import ordinal.projections.kafka.SliceProducer.Unsendable;
import ordinal.projections.message.UnknownEvent;
import ordinal.projections.tail.JournalRow;
import ordinal.projections.tail.JournalTail;
import ordinal.projections.tail.Page;
import ordinal.projections.tail.SliceRange;
import ordinal.projections.tail.UnreadableEvent;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.pekko.Done;
import org.apache.pekko.NotUsed;
import org.apache.pekko.projection.javadsl.Handler;
import org.apache.pekko.projection.javadsl.SourceProvider;
import org.apache.pekko.stream.javadsl.Source;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Publishes some slices of the journal, exactly once and in order, on a thread of its own.
 *
 * <p><b>Why exactly once.</b> Events and the publisher's position go out in one Kafka transaction,
 * so a {@code read_committed} consumer sees both or none. Whoever takes the slices over first
 * fences the one before ({@link SliceProducer}), and only then reads the position; it goes on right
 * behind it. Whatever is not known to have worked is treated as not known: the producer is thrown
 * away, a new one reads the position again, and what is at or below it is not sent a second time.
 * The offset that Pekko Projection stores only follows, for show.
 *
 * <p><b>Why in order.</b> One key's events are all in one slice and in one partition, and a
 * publisher's pages are in the journal's order, one transaction after the other.
 *
 * <p>A broker that is away is waited for, with growing pauses that {@link #retryNow} ends; nothing
 * is ever given up. An event that can never be sent becomes a dead letter, and its order is parked
 * ({@link ParkedOrders}); all others flow.
 */
final class SlicePublisher extends Handler<Page> {

  private static final Logger LOG = LoggerFactory.getLogger("ordinal.outbox");

  private final SliceRange range;
  private final JournalTail tail;
  private final Outlets outlets;
  private final ParkedOrders parked;
  private final Records records;
  private final OutboxMetrics metrics;
  private final Attempts attempts;
  private final ExecutorService thread;

  private @Nullable SliceProducer producer;
  private volatile boolean keepsProducer;
  private volatile boolean replayWanted;
  private volatile long published;

  /** What all publishers of a node share. */
  record Outlets(
      KafkaSettings settings, String journalId, DataSource database, OutboxMetrics metrics) {}

  SlicePublisher(SliceRange range, JournalTail tail, Outlets outlets) {
    this.range = range;
    this.tail = tail;
    this.outlets = outlets;
    this.parked = new ParkedOrders(outlets.database(), range);
    this.records = new Records(outlets.journalId(), outlets.settings().referenceAbove());
    this.metrics = outlets.metrics();
    this.attempts =
        new Attempts(range, outlets.settings(), new SliceStates(outlets.database()), metrics);
    this.thread =
        Executors.newSingleThreadExecutor(
            task -> {
              var named = new Thread(task, "kafka-" + range.key());
              named.setDaemon(true);
              return named;
            });
  }

  // What Pekko Projection calls.

  /** Begins where Kafka says the slice is, whatever offset the projection has stored. */
  SourceProvider<Long, Page> provider() {
    var pages = tail.provider(range, outlets.settings().page(), Duration.ZERO);
    return new SourceProvider<>() {
      @Override
      public CompletionStage<Source<Page, NotUsed>> source(
          Supplier<CompletionStage<Optional<Long>>> stored) {
        return onThread(SlicePublisher.this::begin)
            .thenCompose(
                ordering ->
                    pages.source(() -> CompletableFuture.completedFuture(Optional.of(ordering))));
      }

      @Override
      public Long extractOffset(Page page) {
        return pages.extractOffset(page);
      }

      @Override
      public long extractCreationTime(Page page) {
        return pages.extractCreationTime(page);
      }
    };
  }

  @Override
  public CompletionStage<Done> process(Page page) {
    return onThread(
        () -> {
          publish(page);
          return Done.getInstance();
        });
  }

  @Override
  public CompletionStage<Done> stop() {
    attempts.stop();
    return onThread(
        () -> {
          if (!keepsProducer) discardProducer();
          return Done.getInstance();
        });
  }

  private <T> CompletionStage<T> onThread(Supplier<T> work) {
    return CompletableFuture.supplyAsync(work, thread);
  }

  // What operators and other nodes ask for.

  /** The last ordering that is known to be out, or a dead letter. */
  long published() {
    return published;
  }

  /** Ends a wait for the next attempt; whether there was one. */
  boolean retryNow() {
    return attempts.retryNow();
  }

  /** Somebody wants dead letters to be tried again. */
  void replay() {
    replayWanted = true;
    tail.poke(range.first());
  }

  /** The projection is about to stop: nothing may wait any more. */
  void stopWaiting() {
    keepsProducer = false;
    attempts.stop();
  }

  /**
   * The same, but it is to go on later: the producer stays, and knows its position. Should another
   * publisher fence it meanwhile, its next transaction fails, and a new one reads where to go on;
   * what the other has sent, the table of parked events keeps it from parking before that.
   */
  void pause() {
    keepsProducer = true;
    attempts.stop();
  }

  /** No more work will come. */
  void shutdown() {
    thread.execute(this::discardProducer);
    thread.shutdown();
  }

  // On the publisher's own thread.

  private long begin() {
    attempts.start();
    replayWanted = true; // What was asked for while nobody listened.
    return attempts.until(
        () -> {
          long position = open().position().ordering();
          requireJournal(position);
          return position;
        },
        this::discardProducer);
  }

  private void publish(Page page) {
    attempts.until(
        () -> {
          send(page.rows());
          if (replayWanted) replayAll();
          return Done.getInstance();
        },
        this::discardProducer);
  }

  private SliceProducer open() throws SQLException {
    var ready = producer;
    if (ready != null) return ready;
    var opened = new SliceProducer(outlets.settings(), outlets.journalId(), range);
    producer = opened;
    published = opened.position().ordering();
    requireJournal(published);
    for (var replayed : opened.position().replayed().entrySet()) {
      replayWanted |= parked.sent(replayed.getKey(), replayed.getValue());
    }
    parked.load();
    return opened;
  }

  /** A journal that was set back to an older state would have its new events passed over. */
  private void requireJournal(long position) throws SQLException {
    long last = tail.lastOrdering();
    if (position > last) {
      throw new IllegalStateException(
          "Kafka has events up to ordering %d, but the journal ends at %d: it was set back, restore it"
              .formatted(position, last));
    }
  }

  private void send(List<JournalRow> rows) throws SQLException {
    while (true) {
      var open = open();
      var batch = batch(rows, open.position().ordering());
      if (batch == null) return;
      try {
        open.publish(batch.records(), open.position().at(batch.upTo()));
        published = batch.upTo();
        metrics.sent(batch.rows());
        return;
      } catch (Unsendable e) {
        discardProducer();
        if (e.index() >= batch.rows().size()) throw new IllegalStateException(e.getMessage(), e);
        dead(batch.rows().get(e.index()), String.valueOf(e.getMessage()));
      }
    }
  }

  private record Batch(
      List<JournalRow> rows, List<ProducerRecord<String, byte[]>> records, long upTo) {}

  /** Those that are not out yet, without parked orders; null when there is nothing to do. */
  private @Nullable Batch batch(List<JournalRow> rows, long position) throws SQLException {
    var toSend = new ArrayList<JournalRow>(rows.size());
    var made = new ArrayList<ProducerRecord<String, byte[]>>(rows.size());
    long upTo = position;
    for (var row : rows) {
      if (row.ordering() <= position) continue;
      upTo = row.ordering();
      if (!parked.isEmpty() && parked.isParked(row) && parked.parkBehind(row)) continue;
      try {
        made.add(records.of(row));
        toSend.add(row);
      } catch (UnreadableEvent | UnknownEvent e) {
        dead(row, String.valueOf(e.getMessage()));
      }
    }
    return upTo == position ? null : new Batch(toSend, made, upTo);
  }

  private void dead(JournalRow row, String reason) throws SQLException {
    parked.parkDead(row, reason);
    sayDead(row, reason);
  }

  private void sayDead(JournalRow row, String reason) {
    metrics.dead();
    MDC.put("traceId", ParkedOrders.traceId(row));
    MDC.put("eventId", row.eventId());
    try {
      LOG.error(
          "[OutboxRelay] [ALERT] Event marked as DEAD: {} #{} cannot be sent: {}",
          row.entityId(),
          row.sequenceNr(),
          reason);
    } finally {
      MDC.remove("traceId");
      MDC.remove("eventId");
    }
  }

  // Dead letters that are to be tried again.

  private void replayAll() throws SQLException {
    replayWanted = false;
    open();
    for (var persistenceId : parked.toReplay()) replay(persistenceId);
  }

  /**
   * Sends all that is parked of an order in one transaction, and says so beside the position, so
   * that a successor knows it even when the database does not yet.
   */
  private void replay(String persistenceId) throws SQLException {
    var open = open();
    var letters = parked.parkedOf(persistenceId);
    var rows = rowsToReplay(persistenceId, letters, open.position().ordering());
    if (rows.isEmpty()) return;
    long last = rows.get(rows.size() - 1).sequenceNr();
    try {
      var made = new ArrayList<ProducerRecord<String, byte[]>>();
      for (var row : rows) made.add(record(row, made.size()));
      open.publish(made, open.position().withReplayed(persistenceId, last));
    } catch (Unsendable e) {
      discardProducer();
      if (e.index() >= rows.size()) throw new IllegalStateException(e.getMessage(), e);
      var row = rows.get(e.index());
      parked.deadAgain(persistenceId, row, String.valueOf(e.getMessage()));
      sayDead(row, String.valueOf(e.getMessage()));
      return;
    }
    metrics.sent(rows);
    metrics.repaired(letters.stream().filter(ParkedOrders.Parked::byAudit).count());
    replayWanted |= parked.sent(persistenceId, last);
    open.forgetReplayed(persistenceId);
    LOG.warn("[OutboxRelay] replayed {} event(s) of {}", rows.size(), rows.get(0).entityId());
  }

  private ProducerRecord<String, byte[]> record(JournalRow row, int index) throws Unsendable {
    try {
      return records.of(row);
    } catch (UnreadableEvent | UnknownEvent e) {
      throw new Unsendable(index, e);
    }
  }

  /** Those that the position has passed; the others come with their page and are parked first. */
  private List<JournalRow> rowsToReplay(
      String persistenceId, List<ParkedOrders.Parked> letters, long position) throws SQLException {
    var rows = new ArrayList<JournalRow>();
    for (var letter : letters) {
      for (var row : tail.eventsOf(persistenceId, letter.sequenceNr() - 1, 1)) {
        if (row.ordering() <= position) {
          rows.add(row);
        } else {
          replayWanted = true;
        }
      }
    }
    return rows;
  }

  private void discardProducer() {
    var old = producer;
    producer = null;
    if (old != null) old.close();
  }
}
