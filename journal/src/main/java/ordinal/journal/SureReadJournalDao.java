package ordinal.journal;

import org.apache.pekko.NotUsed;
import org.apache.pekko.persistence.PersistentRepr;
import org.apache.pekko.persistence.jdbc.config.ReadJournalConfig;
import org.apache.pekko.persistence.jdbc.query.dao.DefaultReadJournalDao;
import org.apache.pekko.serialization.Serialization;
import org.apache.pekko.stream.Materializer;
import org.apache.pekko.stream.scaladsl.Source;
import scala.Tuple2;
import scala.concurrent.ExecutionContext;
import scala.util.Try;
import slick.jdbc.JdbcBackend;
import slick.jdbc.JdbcProfile;

/** The plugin's reading of an entity's past, which tells of nothing that can still vanish. */
public final class SureReadJournalDao extends DefaultReadJournalDao {

  private final OnDisk onDisk;

  public SureReadJournalDao(
      JdbcBackend.JdbcDatabaseDef database,
      JdbcProfile profile,
      ReadJournalConfig config,
      Serialization serialization,
      ExecutionContext executor,
      Materializer materializer) {
    super(database, profile, config, serialization, executor, materializer);
    this.onDisk = OnDisk.of(materializer.system());
  }

  @Override
  public Source<Try<Tuple2<PersistentRepr, Object>>, NotUsed> messages(
      String persistenceId, long fromSequenceNr, long toSequenceNr, long max) {
    return onDisk.only(
        persistenceId, super.messages(persistenceId, fromSequenceNr, toSequenceNr, max));
  }
}
