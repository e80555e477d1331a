package ordinal.journal;

import java.util.List;
import org.apache.pekko.persistence.jdbc.config.JournalConfig;
import org.apache.pekko.persistence.jdbc.journal.dao.DefaultJournalDao;
import org.apache.pekko.persistence.jdbc.journal.dao.JournalTables.JournalPekkoSerializationRow;
import org.apache.pekko.serialization.Serialization;
import org.apache.pekko.stream.Materializer;
import scala.Tuple2;
import scala.collection.immutable.Seq;
import scala.collection.immutable.Set;
import scala.concurrent.ExecutionContext;
import scala.concurrent.Future;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.BoxedUnit;
import slick.jdbc.JdbcBackend;
import slick.jdbc.JdbcProfile;

/**
 * The plugin's journal with two things done in fewer round trips. The read that every starting
 * entity does first is batched over entities, as writes already are: a thousand new orders cost
 * tens of queries and not a thousand. And a batch of events is one {@code INSERT} that commits
 * itself, where the plugin turns autocommit off, inserts, commits, and turns it on again.
 *
 * <p>What it has committed it makes known through {@link JournalWrites}.
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
  private final NewEntities newEntities;
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
    this.newEntities = NewEntities.of(materializer.system());
    this.executor = executor;
    this.queries = new Queries(database);
    this.highest =
        new BatchedLookup<>(
            ids -> queries.numbersById(HIGHEST, 1, ids), 0L, MOST_IDS, MOST_QUERIES, executor);
  }

  @Override
  @SuppressWarnings({"unchecked", "rawtypes"}) // Scala's Long is an Object in its signature here.
  public Future<Object> highestSequenceNr(String persistenceId, long fromSequenceNr) {
    return (Future)
        (newEntities.take(persistenceId) ? Future.successful(0L) : highest.find(persistenceId));
  }

  @Override
  public Future<BoxedUnit> writeJournalRows(
      Seq<Tuple2<JournalPekkoSerializationRow, Set<String>>> rows) {
    var events = CollectionConverters.asJava(rows);
    var written =
        fitsOneStatement(events)
            ? queries.run(connection -> EventInsert.into(connection, events))
            : super.writeJournalRows(rows);
    return written.transform(
        result -> {
          for (var event : events) newEntities.take(event._1().persistenceId());
          if (result.isSuccess()) writes.committed(events.size());
          return result.map(done -> BoxedUnit.UNIT);
        },
        executor);
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
