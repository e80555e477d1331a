package ordinal.journal;

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
import scala.runtime.BoxedUnit;
import slick.jdbc.JdbcBackend;
import slick.jdbc.JdbcProfile;

/**
 * The plugin's journal, with the read that every starting entity does first batched over entities,
 * as its writes already are: a thousand new orders cost tens of queries and not a thousand. What it
 * has committed it makes known through {@link JournalWrites}.
 */
public final class BatchingJournalDao extends DefaultJournalDao {

  /** Above this the statement's text costs more than another round trip. */
  static final int MOST_IDS = 200;

  static final int MOST_QUERIES = 2;

  private static final String HIGHEST =
      "SELECT persistence_id, MAX(sequence_number) FROM event_journal WHERE persistence_id IN";

  private final BatchedLookup<Long> highest;
  private final JournalWrites writes;
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
    this.executor = executor;
    var queries = new Queries(database);
    this.highest =
        new BatchedLookup<>(
            ids -> queries.numbersById(HIGHEST, "GROUP BY persistence_id", ids),
            0L,
            MOST_IDS,
            MOST_QUERIES,
            executor);
  }

  @Override
  @SuppressWarnings({"unchecked", "rawtypes"}) // Scala's Long is an Object in its signature here.
  public Future<Object> highestSequenceNr(String persistenceId, long fromSequenceNr) {
    return (Future) highest.find(persistenceId);
  }

  @Override
  public Future<BoxedUnit> writeJournalRows(
      Seq<Tuple2<JournalPekkoSerializationRow, Set<String>>> rows) {
    return super.writeJournalRows(rows)
        .map(
            done -> {
              writes.committed(rows.size());
              return done;
            },
            executor);
  }
}
