package ordinal.projections;

import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import java.time.Clock;
import java.util.concurrent.Executor;
import javax.sql.DataSource;
import ordinal.journal.JournalWrites;
import ordinal.projections.feed.EventFeed;
import ordinal.projections.feed.TailFeed;
import ordinal.projections.kafka.Audit;
import ordinal.projections.kafka.AuditProcess;
import ordinal.projections.kafka.KafkaPublishers;
import ordinal.projections.kafka.KafkaSettings;
import ordinal.projections.kafka.OutboxMetrics;
import ordinal.projections.kafka.Topics;
import ordinal.projections.tail.JournalTail;
import ordinal.projections.tail.TailSettings;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.DispatcherSelector;

/** Everything that follows from the journal on one node: started together, in this order. */
public final class Projections implements AutoCloseable {

  private final JournalTail tail;
  private final KafkaPublishers publishers;
  private final EventFeed feed;

  private Projections(JournalTail tail, KafkaPublishers publishers, EventFeed feed) {
    this.tail = tail;
    this.publishers = publishers;
    this.feed = feed;
  }

  /**
   * Starts this node's share of the work. Fails when the topics are not usable, or the database
   * does not answer.
   *
   * @param database connections of the projections' own, in autocommit mode
   */
  public static Projections start(
      ActorSystem<?> system,
      DataSource database,
      String kafkaBootstrap,
      MeterRegistry registry,
      Clock clock)
      throws SQLException {
    var config = system.settings().config();
    var kafka = KafkaSettings.of(config, kafkaBootstrap);
    Topics.ensure(kafka.bootstrap(), kafka.partitions());

    Executor blocking =
        system.dispatchers().lookup(DispatcherSelector.fromConfig("ordinal.projections.blocking"));
    var metrics = new OutboxMetrics(registry, clock);
    JournalWrites.of(system).onCommit(metrics::created);
    var tail = JournalTail.start(system, database, TailSettings.of(config), registry);
    var publishers =
        KafkaPublishers.start(system, tail, kafka, journalId(database), database, metrics);
    var audit = new Audit(database, kafka.bootstrap(), tail.slices(), publishers::replay, metrics);
    AuditProcess.start(system, audit, kafka.auditEvery(), blocking);
    return new Projections(tail, publishers, new TailFeed(tail, blocking));
  }

  /** The journal's own name, given to it when it was made. */
  private static String journalId(DataSource database) throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.createStatement();
        var rows =
            statement.executeQuery("SELECT value FROM fixed_setting WHERE name = 'journal-id'")) {
      if (!rows.next()) throw new SQLException("this journal has no id");
      return rows.getString(1);
    }
  }

  public JournalTail tail() {
    return tail;
  }

  public KafkaPublishers publishers() {
    return publishers;
  }

  public EventFeed feed() {
    return feed;
  }

  @Override
  public void close() {
    tail.close();
  }
}
