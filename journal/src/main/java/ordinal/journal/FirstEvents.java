package ordinal.journal;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.pekko.actor.AbstractExtensionId;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ClassicActorSystemProvider;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.Extension;
import org.apache.pekko.actor.ExtensionIdProvider;
import org.apache.pekko.persistence.PersistentRepr;
import org.apache.pekko.persistence.jdbc.db.SlickExtension;
import org.apache.pekko.persistence.jdbc.db.SlickExtensionImpl;
import org.apache.pekko.persistence.jdbc.journal.dao.JournalTables.JournalPekkoSerializationRow;
import org.apache.pekko.serialization.Serialization;
import org.apache.pekko.serialization.SerializationExtension;
import org.apache.pekko.serialization.Serializers;
import scala.Option;
import slick.jdbc.JdbcBackend;

/**
 * Stores the first events of entities that are most probably new, without asking first whether they
 * are and without starting them. The journal's unique key makes a wrong guess safe: where an event
 * is already, nothing is stored, and whoever asked hears so and asks the entity.
 *
 * <p>What is asked while a write is under way goes out in the next one, so batches grow with the
 * load and nothing waits for a timer. A batch that holds an entity which has events is stored
 * without that one.
 *
 * <p>The events are kept in memory for a while, for an entity that starts soon after ({@link
 * #recent}).
 */
public final class FirstEvents implements Extension {

  /** The key under which a system keeps its own. */
  public static final class Id extends AbstractExtensionId<FirstEvents>
      implements ExtensionIdProvider {

    private static final Id INSTANCE = new Id();

    @Override
    public FirstEvents createExtension(ExtendedActorSystem system) {
      return new FirstEvents(system);
    }

    @Override
    public Id lookup() {
      return INSTANCE;
    }
  }

  /** Entities whose events are kept: some megabytes. */
  static final int MOST_KEPT = 20_000;

  /** More than can be admitted (ordinal.http.max-in-flight), so it is not met in peace. */
  static final int MOST_WAITING = 10_000;

  private static final int MOST_AT_ONCE = 400;

  /** One fills its batch while the other waits for the disk; more only take smaller ones. */
  private static final int WRITERS = 2;

  /** Each round leaves out at least one entity, or meets a marker of the journal's tail. */
  private static final int MOST_ROUNDS = 10;

  private static final String THERE =
      "SELECT persistence_id FROM event_journal WHERE sequence_number = 1 AND persistence_id IN"
          + " (%s)";

  private record Waiting(
      String persistenceId,
      List<JournalPekkoSerializationRow> rows,
      List<PersistentRepr> events,
      CompletableFuture<Boolean> stored) {}

  private final Serialization serialization;
  private final Executor callbacks;
  private final ExecutorService writers = Executors.newFixedThreadPool(WRITERS, threads());
  private final JdbcBackend.JdbcDatabaseDef database;
  private final JournalWrites writes;
  private final KnownHighest known;
  private final String writer = UUID.randomUUID().toString();
  private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waitingCount = new AtomicInteger();
  private final AtomicInteger writing = new AtomicInteger();
  private final Map<String, List<PersistentRepr>> kept =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, List<PersistentRepr>> eldest) {
              return size() > MOST_KEPT;
            }
          });

  private FirstEvents(ExtendedActorSystem system) {
    this.serialization = SerializationExtension.get(system);
    this.callbacks = system.dispatcher();
    this.database =
        ((SlickExtensionImpl) SlickExtension.get(system))
            .database(system.settings().config().getConfig("jdbc-journal"))
            .database();
    this.writes = JournalWrites.of(system);
    this.known = KnownHighest.of(system);
    system.registerOnTermination(writers::shutdownNow);
  }

  public static FirstEvents of(ClassicActorSystemProvider system) {
    return Id.INSTANCE.get(system.classicSystem());
  }

  private static ThreadFactory threads() {
    var number = new AtomicInteger();
    return task -> {
      var thread = new Thread(task, "journal-first-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  /**
   * Stores them, all or none, as the first ones of this entity.
   *
   * @return false when it has events already, and nothing was stored; fails when it is not known
   */
  public CompletionStage<Boolean> store(String persistenceId, List<?> events) {
    var stored = new CompletableFuture<Boolean>();
    if (waitingCount.incrementAndGet() > MOST_WAITING) {
      waitingCount.decrementAndGet();
      stored.completeExceptionally(new SQLException("too many wait to be stored"));
      return stored;
    }
    try {
      waiting.add(prepared(persistenceId, events, stored));
    } catch (RuntimeException e) {
      waitingCount.decrementAndGet();
      throw e;
    }
    writeMore();
    return stored;
  }

  /** The events of an entity that this node has stored lately, all at once; empty when unknown. */
  List<PersistentRepr> recent(String persistenceId) {
    return kept.getOrDefault(persistenceId, List.of());
  }

  private Waiting prepared(
      String persistenceId, List<?> events, CompletableFuture<Boolean> stored) {
    long now = System.currentTimeMillis();
    var rows = new ArrayList<JournalPekkoSerializationRow>(events.size());
    var kept = new ArrayList<PersistentRepr>(events.size());
    for (var event : events) {
      long number = rows.size() + 1L;
      var serializer = serialization.findSerializerFor(event);
      rows.add(
          new JournalPekkoSerializationRow(
              EventInsert.UNPLACED,
              false,
              persistenceId,
              number,
              writer,
              now,
              "",
              serializer.toBinary(event),
              serializer.identifier(),
              Serializers.manifestFor(serializer, event),
              Option.empty(),
              Option.empty(),
              Option.empty()));
      kept.add(
          PersistentRepr.apply(event, number, persistenceId, "", false, ActorRef.noSender(), writer)
              .withTimestamp(now));
    }
    return new Waiting(persistenceId, rows, List.copyOf(kept), stored);
  }

  /** Whoever adds or finishes looks again, so nothing is left waiting when all writers rest. */
  private void writeMore() {
    while (!waiting.isEmpty()) {
      if (writing.incrementAndGet() > WRITERS) {
        writing.decrementAndGet();
        // One may have ended between the two lines above and found us in its place.
        if (writing.get() >= WRITERS) return;
        continue;
      }
      writers.execute(this::write);
      return;
    }
  }

  private void write() {
    try {
      for (var batch = nextBatch(); !batch.isEmpty(); batch = nextBatch()) write(batch);
    } finally {
      writing.decrementAndGet();
    }
    writeMore();
  }

  /** Without those who were told meanwhile that it takes too long. */
  private List<Waiting> nextBatch() {
    var batch = new ArrayList<Waiting>();
    int bytes = 0;
    while (batch.size() < MOST_AT_ONCE && bytes < BatchingJournalDao.MOST_BYTES) {
      var next = waiting.poll();
      if (next == null) break;
      waitingCount.decrementAndGet();
      if (next.stored().isDone()) continue;
      batch.add(next);
      for (var row : next.rows()) bytes += row.eventPayload().length;
    }
    return batch;
  }

  private void write(List<Waiting> batch) {
    var left = new LinkedHashMap<String, Waiting>();
    var refused = new ArrayList<Waiting>();
    for (var one : batch) {
      if (left.putIfAbsent(one.persistenceId(), one) != null) refused.add(one);
    }
    long first;
    try (var connection = database.source().createConnection()) {
      connection.setAutoCommit(true);
      first = storeNew(connection, left, refused);
    } catch (SQLException | RuntimeException e) {
      for (var one : batch) answer(one, e);
      return;
    }
    for (var one : left.values()) {
      kept.put(one.persistenceId(), one.events());
      var unused = known.take(one.persistenceId());
    }
    if (!left.isEmpty()) tell(first, left.values());
    if (batch.size() == 1) {
      batch.get(0).stored().complete(refused.isEmpty());
      return;
    }
    for (var one : left.values()) answer(one, true);
    for (var one : refused) answer(one, false);
  }

  private void tell(long first, Collection<Waiting> stored) {
    var placed = new ArrayList<StoredRow>();
    int count = 0;
    for (var one : stored) {
      for (int i = 0; i < one.rows().size(); i++) {
        if (first != EventInsert.UNPLACED) {
          placed.add(
              new StoredRow(first + count, one.rows().get(i), one.events().get(i).payload()));
        }
        count++;
      }
    }
    writes.committed(count, placed);
  }

  /**
   * Moves those that have events already from the one to the other, and stores the rest. Returns
   * the place of the first.
   */
  private static long storeNew(
      Connection connection, Map<String, Waiting> left, List<Waiting> refused) throws SQLException {
    for (int round = 1; !left.isEmpty(); round++) {
      try {
        return insert(left.values()).execute(connection);
      } catch (SQLIntegrityConstraintViolationException e) {
        if (round == MOST_ROUNDS) throw e;
        for (var persistenceId : there(connection, left.keySet())) {
          refused.add(left.remove(persistenceId));
        }
      }
    }
    return EventInsert.UNPLACED;
  }

  private static EventInsert insert(Collection<Waiting> all) {
    int bytes = 0;
    int rows = 0;
    for (var one : all) {
      for (var row : one.rows()) bytes += row.eventPayload().length;
      rows += one.rows().size();
    }
    var insert = new EventInsert(bytes, rows);
    for (var one : all) one.rows().forEach(insert::add);
    return insert;
  }

  private static Set<String> there(Connection connection, Collection<String> persistenceIds)
      throws SQLException {
    var places = String.join(",", Collections.nCopies(persistenceIds.size(), "?"));
    var found = new HashSet<String>();
    try (var statement = connection.prepareStatement(THERE.formatted(places))) {
      int at = 1;
      for (var id : persistenceIds) statement.setString(at++, id);
      try (var rows = statement.executeQuery()) {
        while (rows.next()) found.add(rows.getString(1));
      }
    }
    return found;
  }

  /** Not on the writer's own thread, unless nobody waits for it: it has the next batch to write. */
  private void answer(Waiting one, boolean stored) {
    callbacks.execute(() -> one.stored().complete(stored));
  }

  private void answer(Waiting one, Exception failure) {
    callbacks.execute(() -> one.stored().completeExceptionally(failure));
  }
}
