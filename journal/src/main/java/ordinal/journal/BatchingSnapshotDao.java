package ordinal.journal;

import org.apache.pekko.persistence.SnapshotMetadata;
import org.apache.pekko.persistence.jdbc.config.SnapshotConfig;
import org.apache.pekko.persistence.jdbc.snapshot.dao.DefaultSnapshotDao;
import org.apache.pekko.serialization.Serialization;
import org.apache.pekko.stream.Materializer;
import scala.Option;
import scala.Tuple2;
import scala.concurrent.ExecutionContext;
import scala.concurrent.Future;
import slick.jdbc.JdbcBackend;
import slick.jdbc.JdbcProfile;

/**
 * The plugin's snapshots, with "is there one?" asked for many entities at once. Nearly always there
 * is none, because most entities live a short life, and then that is all. The same query tells who
 * has no event either ({@link NewEntities}).
 */
public final class BatchingSnapshotDao extends DefaultSnapshotDao {

  /** Of an entity without events. */
  private static final long NEW = -1;

  private static final String NEWEST =
      "SELECT persistence_id, 0 FROM event_journal WHERE persistence_id IN (%1$s) GROUP BY"
          + " persistence_id UNION ALL SELECT persistence_id, MAX(sequence_number) FROM snapshot"
          + " WHERE persistence_id IN (%1$s) GROUP BY persistence_id";

  private final BatchedLookup<Long> newest;
  private final NewEntities newEntities;
  private final ExecutionContext executor;

  public BatchingSnapshotDao(
      JdbcBackend.JdbcDatabaseDef database,
      JdbcProfile profile,
      SnapshotConfig config,
      Serialization serialization,
      ExecutionContext executor,
      Materializer materializer) {
    super(database, profile, config, serialization, executor, materializer);
    this.executor = executor;
    this.newEntities = NewEntities.of(materializer.system());
    var queries = new Queries(database);
    this.newest =
        new BatchedLookup<>(
            ids -> queries.numbersById(NEWEST, 2, ids),
            NEW,
            BatchingJournalDao.MOST_IDS,
            BatchingJournalDao.MOST_QUERIES,
            executor);
  }

  @Override
  public Future<Option<Tuple2<SnapshotMetadata, Object>>> latestSnapshot(String persistenceId) {
    return newest
        .find(persistenceId)
        .flatMap(
            sequenceNr -> {
              if (sequenceNr > 0) return super.latestSnapshot(persistenceId);
              if (sequenceNr == NEW) newEntities.found(persistenceId);
              return Future.successful(Option.empty());
            },
            executor);
  }
}
