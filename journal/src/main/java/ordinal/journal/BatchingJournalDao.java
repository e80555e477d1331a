package ordinal.journal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.pekko.NotUsed;
import org.apache.pekko.actor.Scheduler;
import org.apache.pekko.persistence.PersistentRepr;
import org.apache.pekko.persistence.jdbc.config.JournalConfig;
import org.apache.pekko.persistence.jdbc.journal.dao.DefaultJournalDao;
import org.apache.pekko.persistence.jdbc.journal.dao.JournalTables.JournalPekkoSerializationRow;
import org.apache.pekko.serialization.Serialization;
import org.apache.pekko.stream.Materializer;
import org.apache.pekko.stream.scaladsl.Source;
import scala.Option;
import scala.Tuple2;
import scala.collection.immutable.Seq;
import scala.collection.immutable.Set;
import scala.concurrent.ExecutionContext;
import scala.concurrent.Future;
import scala.concurrent.duration.FiniteDuration;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.BoxedUnit;
import scala.util.Success;
import scala.util.Try;
import slick.jdbc.JdbcBackend;
import slick.jdbc.JdbcProfile;

/**
 * The plugin's journal with two things done in fewer round trips. The read that every starting
 * entity does first is batched over entities, as writes already are: a thousand new orders cost
 * tens of queries and not a thousand. And a batch of events is one {@code INSERT} that commits
 * itself, where the plugin turns autocommit off, inserts, commits, and turns it on again.
 *
 * <p>What it has committed it makes known through {@link JournalWrites}.
 *
 * <p>A starting entity gets what others have stored only when it is on disk ({@link OnDisk}): what
 * the entity says, and does, would else rest on an event that can still vanish.
 */
public final class BatchingJournalDao extends DefaultJournalDao {

  /** Above this the statement's text costs more than another round trip. */
  static final int MOST_IDS = 200;

  static final int MOST_QUERIES = 2;

  /** A longer statement could be more than the server takes at once (16 MB unless configured). */
  static final int MOST_BYTES = 4_000_000;

  private static final String HIGHEST =
      "SELECT persistence_id, MAX(sequence_number) FROM event_journal"
          + " WHERE persistence_id IN (%s) GROUP BY persistence_id";

  private final Queries queries;
  private final BatchedLookup<Long> highest;
  private final JournalWrites writes;
  private final FirstEvents firstEvents;
  private final KnownHighest known;
  private final OnDisk onDisk;
  private final ExecutionContext executor;

  public BatchingJournalDao(
      JdbcBackend.JdbcDatabaseDef database,
      JdbcProfile profile,
      JournalConfig config,
      Serialization serialization,
      ExecutionContext executor,
      Materializer materializer) {
    super(database, profile, config, serialization, executor, materializer);
    this.writes = JournalWrites.of(materializer.system());
    this.firstEvents = FirstEvents.of(materializer.system());
    this.known = KnownHighest.of(materializer.system());
    this.onDisk = OnDisk.of(materializer.system());
    this.executor = executor;
    this.queries = new Queries(database);
    this.highest =
        new BatchedLookup<>(
            ids -> queries.byId(HIGHEST, 1, ids, row -> row.getLong(2), Math::max),
            0L,
            MOST_IDS,
            MOST_QUERIES,
            executor);
  }

  @Override
  @SuppressWarnings({"unchecked", "rawtypes"}) // Scala's Long is an Object in its signature here.
  public Future<Object> highestSequenceNr(String persistenceId, long fromSequenceNr) {
    var justRead = known.take(persistenceId);
    return (Future) (justRead == null ? highest.find(persistenceId) : Future.successful(justRead));
  }

  @Override
  public Future<BoxedUnit> writeJournalRows(
      Seq<Tuple2<JournalPekkoSerializationRow, Set<String>>> rows) {
    var events = CollectionConverters.asJava(rows);
    return fitsOneStatement(events) ? writeTogether(events) : writeApart(rows);
  }

  private Future<BoxedUnit> writeTogether(
      List<Tuple2<JournalPekkoSerializationRow, Set<String>>> events) {
    // In the order of their numbers, so that an entity's events stay in order.
    var sorted =
        events.stream()
            .map(Tuple2::_1)
            .sorted(Comparator.comparingLong(JournalPekkoSerializationRow::sequenceNumber))
            .toList();
    return queries
        .run(insert(sorted)::execute)
        .transform(
            first -> {
              forgetHighest(sorted);
              if (first.isSuccess()) writes.committed(sorted.size(), placed(first.get(), sorted));
              return first.map(done -> BoxedUnit.UNIT);
            },
            executor);
  }

  private Future<BoxedUnit> writeApart(
      Seq<Tuple2<JournalPekkoSerializationRow, Set<String>>> rows) {
    return super.writeJournalRows(rows)
        .transform(
            result -> {
              forgetHighest(CollectionConverters.asJava(rows).stream().map(Tuple2::_1).toList());
              if (result.isSuccess()) writes.committed(rows.size(), List.of());
              return result;
            },
            executor);
  }

  private void forgetHighest(List<JournalPekkoSerializationRow> rows) {
    for (var row : rows) {
      var unused = known.take(row.persistenceId());
    }
  }

  private static EventInsert insert(List<JournalPekkoSerializationRow> rows) {
    int bytes = 0;
    for (var row : rows) bytes += row.eventPayload().length;
    var insert = new EventInsert(bytes, rows.size());
    rows.forEach(insert::add);
    return insert;
  }

  private static List<StoredRow> placed(long first, List<JournalPekkoSerializationRow> rows) {
    if (first == EventInsert.UNPLACED) return List.of();
    var placed = new ArrayList<StoredRow>(rows.size());
    for (var row : rows) placed.add(new StoredRow(first + placed.size(), row, null));
    return placed;
  }

  /**
   * An entity that this node has stored the first events of and that starts now finds them here:
   * what is stored never changes, so all that has to be read is that there are no others.
   */
  @Override
  @SuppressWarnings({"unchecked", "rawtypes"}) // Scala's Long is an Object in its signature here.
  public Source<Try<Tuple2<PersistentRepr, Object>>, NotUsed> messagesWithBatch(
      String persistenceId,
      long fromSequenceNr,
      long toSequenceNr,
      int batchSize,
      Option<Tuple2<FiniteDuration, Scheduler>> refreshInterval) {
    var recent =
        fromSequenceNr == 1 ? firstEvents.recent(persistenceId) : List.<PersistentRepr>of();
    if (recent.isEmpty() || recent.size() != toSequenceNr) {
      return super.messagesWithBatch(
          persistenceId, fromSequenceNr, toSequenceNr, batchSize, refreshInterval);
    }
    return (Source)
        org.apache.pekko.stream.javadsl.Source.from(recent)
            .map(event -> new Success<>(new Tuple2<>(event, (Object) 0L)))
            .asScala();
  }

  /** One page of what {@link #messagesWithBatch} reads. */
  @Override
  public Source<Try<Tuple2<PersistentRepr, Object>>, NotUsed> messages(
      String persistenceId, long fromSequenceNr, long toSequenceNr, long max) {
    return onDisk.only(
        persistenceId, super.messages(persistenceId, fromSequenceNr, toSequenceNr, max));
  }

  /** Tags need the orderings of their events, and large events more than one statement. */
  static boolean fitsOneStatement(List<Tuple2<JournalPekkoSerializationRow, Set<String>>> events) {
    long bytes = 0;
    for (var event : events) {
      if (event._2().nonEmpty()) return false;
      bytes += event._1().eventPayload().length;
    }
    return bytes <= MOST_BYTES;
  }
}
