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
 * is none, because most entities live a short life, and then that is all.
 */
public final class BatchingSnapshotDao extends DefaultSnapshotDao {

  private static final String NEWEST =
      "SELECT persistence_id, MAX(sequence_number) FROM snapshot WHERE persistence_id IN";

  private final BatchedLookup<Long> newest;
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
    var queries = new Queries(database);
    this.newest =
        new BatchedLookup<>(
            ids -> queries.numbersById(NEWEST, "GROUP BY persistence_id", ids),
            0L,
            BatchingJournalDao.MOST_IDS,
            BatchingJournalDao.MOST_QUERIES,
            executor);
  }

  @Override
  public Future<Option<Tuple2<SnapshotMetadata, Object>>> latestSnapshot(String persistenceId) {
    return newest
        .find(persistenceId)
        .flatMap(
            sequenceNr ->
                sequenceNr == 0
                    ? Future.successful(Option.empty())
                    : super.latestSnapshot(persistenceId),
            executor);
  }
}
