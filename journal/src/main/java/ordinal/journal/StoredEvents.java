package ordinal.journal;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.pekko.actor.ClassicActorSystemProvider;
import org.apache.pekko.persistence.PersistentRepr;
import org.apache.pekko.persistence.jdbc.db.SlickExtension;
import org.apache.pekko.persistence.jdbc.db.SlickExtensionImpl;
import org.apache.pekko.serialization.Serialization;
import org.apache.pekko.serialization.SerializationExtension;
import scala.concurrent.ExecutionContext;
import scala.util.Try;

/**
 * Entities' events as they are stored, read without starting the entities. What is asked while a
 * query is under way goes out in the next one.
 *
 * <p>Whoever was told that an event is stored finds it here, whichever node stored it: that is said
 * only after the commit, and every query begins after it was asked for.
 *
 * <p>An event that is told of is on disk, so it stays. InnoDB shows a committed row a moment before
 * that ({@link OnDisk}), so what this node did not store itself, and its journal tail has not
 * passed yet, is not told at once. An entity with nothing else was most probably just made, on
 * another node and without being started: it is told of after a commit of our own, which many
 * share. One that has changed just now is most probably in memory: it is to be asked.
 */
public final class StoredEvents {

  /** An entity with more is not read from the start for every question; it keeps its state. */
  static final int MOST_EVENTS = 50;

  private static final int MOST_QUERIES = 2;

  /** The one that brings the answer; a converted future would take another one. */
  private static final ExecutionContext SAME_THREAD = ExecutionContext.fromExecutor(Runnable::run);

  private static final String EVENTS =
      """
      SELECT persistence_id, sequence_number, ordering, writer, event_ser_id,
             event_ser_manifest, event_payload
      FROM event_journal WHERE persistence_id IN (%%s) AND sequence_number <= %d"""
          .formatted(MOST_EVENTS + 1);

  /** A row, read from its bytes only when it is needed. */
  private static final class Stored {
    final long sequenceNr;
    final long ordering;
    final String writer;
    private final int serializerId;
    private final String manifest;
    private final byte[] payload;

    Stored(ResultSet row) throws SQLException {
      sequenceNr = row.getLong(2);
      ordering = row.getLong(3);
      writer = row.getString(4);
      serializerId = row.getInt(5);
      manifest = row.getString(6);
      payload = row.getBytes(7);
    }

    Object event(Serialization serialization) {
      return serialization.deserialize(payload, serializerId, manifest).get();
    }
  }

  private final Serialization serialization;
  private final FirstEvents firstEvents;
  private final OnDisk onDisk;
  private final BatchedLookup<List<Stored>> lookup;

  /** Reads with the journal's connections. */
  public StoredEvents(ClassicActorSystemProvider provider) {
    var system = provider.classicSystem();
    this.serialization = SerializationExtension.get(system);
    this.firstEvents = FirstEvents.of(system);
    this.onDisk = OnDisk.of(system);
    var database =
        ((SlickExtensionImpl) SlickExtension.get(system))
            .database(system.settings().config().getConfig("jdbc-journal"))
            .database();
    var queries = new Queries(database);
    this.lookup =
        new BatchedLookup<>(
            ids ->
                queries.byId(
                    EVENTS, 1, ids, row -> List.of(new Stored(row)), StoredEvents::together),
            List.of(),
            BatchingJournalDao.MOST_IDS,
            MOST_QUERIES,
            system.dispatcher());
  }

  private static List<Stored> together(List<Stored> some, List<Stored> more) {
    var all = new ArrayList<Stored>(some.size() + more.size());
    all.addAll(some);
    all.addAll(more);
    return all;
  }

  /**
   * All events of an entity, the first one first; none when it has none. Nothing at all when its
   * entity is to be asked instead: it has changed just now, has a lot of events or one that cannot
   * be read, or two writers have written, which it refuses to make sense of. Fails when the journal
   * does not answer.
   *
   * <p>Who completes the stage, having waited long enough, is not looked up any more.
   */
  public <E> CompletionStage<Optional<List<E>>> of(Class<E> type, String persistenceId) {
    var answer = new CompletableFuture<Optional<List<E>>>();
    lookup
        .find(persistenceId, () -> !answer.isDone())
        .onComplete(
            found -> {
              whenDone(found, answer, () -> tell(type, persistenceId, found.get(), answer));
              return null;
            },
            SAME_THREAD);
    return answer;
  }

  /**
   * Whatever happens becomes an answer: a database's exceptions are not RuntimeExceptions, though
   * Scala throws them as if they were.
   */
  private static void whenDone(Try<?> done, CompletableFuture<?> answer, Runnable next) {
    try {
      if (done.isSuccess()) {
        next.run();
      } else {
        answer.completeExceptionally(done.failed().get());
      }
    } catch (Throwable e) {
      answer.completeExceptionally(e);
    }
  }

  private <E> void tell(
      Class<E> type,
      String persistenceId,
      List<Stored> found,
      CompletableFuture<Optional<List<E>>> answer) {
    var own = firstEvents.recent(persistenceId);
    var inOrder = found.stream().sorted(Comparator.comparingLong(row -> row.sequenceNr)).toList();
    int unsure = 0;
    for (var row : inOrder) {
      if (row.sequenceNr > own.size() && !onDisk.has(row.ordering)) unsure++;
    }
    if (found.size() > MOST_EVENTS || isOfTwoWriters(inOrder)) {
      answer.complete(Optional.empty());
    } else if (unsure == 0) {
      answer.complete(events(type, inOrder, own));
    } else if (unsure < inOrder.size()) {
      answer.complete(Optional.empty());
    } else {
      onDisk
          .makeSure(persistenceId)
          .onComplete(
              sure -> {
                whenDone(sure, answer, () -> answer.complete(events(type, inOrder, own)));
                return null;
              },
              SAME_THREAD);
    }
  }

  /** The entity says what is wrong with one that cannot be read. */
  private <E> Optional<List<E>> events(
      Class<E> type, List<Stored> inOrder, List<PersistentRepr> own) {
    var events = new ArrayList<E>(inOrder.size());
    for (var row : inOrder) {
      boolean isOwn = row.sequenceNr <= own.size();
      try {
        var event = isOwn ? own.get((int) row.sequenceNr - 1).payload() : row.event(serialization);
        events.add(type.cast(event));
      } catch (Exception e) {
        return Optional.empty();
      }
    }
    return Optional.of(events);
  }

  /** One that was replaced has written again. */
  private static boolean isOfTwoWriters(List<Stored> inOrder) {
    var writers = new HashSet<String>();
    String last = "";
    for (var row : inOrder) {
      if (!row.writer.equals(last) && !writers.add(row.writer)) return true;
      last = row.writer;
    }
    return false;
  }
}
