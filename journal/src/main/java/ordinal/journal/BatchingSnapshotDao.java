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
 * is none, because most entities live a short life, and then that is all. The same query tells the
 * highest number of each, which is what every entity asks next ({@link KnownHighest}).
 */
public final class BatchingSnapshotDao extends DefaultSnapshotDao {

  private static final String NEWEST =
      "SELECT persistence_id, MAX(sequence_number), 0 FROM event_journal WHERE persistence_id IN"
          + " (%1$s) GROUP BY persistence_id UNION ALL SELECT persistence_id, 0,"
          + " MAX(sequence_number) FROM snapshot WHERE persistence_id IN (%1$s) GROUP BY"
          + " persistence_id";

  /** The highest numbers of an entity's events and of its snapshots; 0 when it has none. */
  record Newest(long event, long snapshot) {
    private static final Newest NONE = new Newest(0, 0);

    private Newest and(Newest other) {
      return new Newest(Math.max(event, other.event), Math.max(snapshot, other.snapshot));
    }
  }

  private final BatchedLookup<Newest> newest;
  private final KnownHighest known;
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
    this.known = KnownHighest.of(materializer.system());
    var queries = new Queries(database);
    this.newest =
        new BatchedLookup<>(
            ids ->
                queries.byId(
                    NEWEST, 2, ids, row -> new Newest(row.getLong(2), row.getLong(3)), Newest::and),
            Newest.NONE,
            BatchingJournalDao.MOST_IDS,
            BatchingJournalDao.MOST_QUERIES,
            executor);
  }

  @Override
  public Future<Option<Tuple2<SnapshotMetadata, Object>>> latestSnapshot(String persistenceId) {
    return newest
        .find(persistenceId)
        .flatMap(
            found -> {
              if (found.snapshot() > 0) return super.latestSnapshot(persistenceId);
              known.found(persistenceId, found.event());
              return Future.successful(Option.empty());
            },
            executor);
  }
}
