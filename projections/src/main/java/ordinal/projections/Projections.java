package ordinal.projections;

import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Executor;
import javax.sql.DataSource;
import ordinal.journal.JournalWrites;
import ordinal.projections.assets.AssetProjection;
import ordinal.projections.assets.AssetViewSettings;
import ordinal.projections.assets.AssetViews;
import ordinal.projections.assets.SqlAssetViews;
import ordinal.projections.deliveries.DeliveryConsumers;
import ordinal.projections.deliveries.DeliveryProcess;
import ordinal.projections.deliveries.DeliveryRecorder;
import ordinal.projections.deliveries.DeliverySearch;
import ordinal.projections.deliveries.DeliverySettings;
import ordinal.projections.deliveries.SqlDeliveries;
import ordinal.projections.feed.EventFeed;
import ordinal.projections.feed.EventPayloads;
import ordinal.projections.feed.TailFeed;
import ordinal.projections.kafka.Audit;
import ordinal.projections.kafka.AuditProcess;
import ordinal.projections.kafka.KafkaPublishers;
import ordinal.projections.kafka.KafkaSettings;
import ordinal.projections.kafka.LostEventSearch;
import ordinal.projections.kafka.OutboxMetrics;
import ordinal.projections.kafka.Topics;
import ordinal.projections.message.EventMessage;
import ordinal.projections.operation.DeadLetters;
import ordinal.projections.operation.LostEvents;
import ordinal.projections.operation.OutboxMonitor;
import ordinal.projections.operation.ProjectionControl;
import ordinal.projections.operation.ProjectionHold;
import ordinal.projections.operation.SqlDeadLetters;
import ordinal.projections.operation.SqlProjectionControl;
import ordinal.projections.rebuild.OrderRebuild;
import ordinal.projections.rebuild.RebuildSettings;
import ordinal.projections.sql.Sql;
import ordinal.projections.tail.JournalTail;
import ordinal.projections.tail.SliceRange;
import ordinal.projections.tail.TailSettings;
import ordinal.projections.views.Deliveries;
import ordinal.projections.views.OrderSearch;
import ordinal.projections.views.OrderViews;
import ordinal.projections.views.SqlOrderSearch;
import ordinal.projections.views.ViewSettings;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.DispatcherSelector;

/** Everything that follows from the journal on one node: started together, in this order. */
public final class Projections implements AutoCloseable {

  private final JournalTail tail;
  private final KafkaPublishers publishers;
  private final TailFeed feed;
  private final OrderSearch search;
  private final AssetViews assets;
  private final Deliveries deliveries;
  private final OutboxMonitor outbox;
  private final DeadLetters deadLetters;
  private final ProjectionControl control;
  private final LostEvents lost;

  private Projections(
      JournalTail tail,
      KafkaPublishers publishers,
      TailFeed feed,
      OrderSearch search,
      AssetViews assets,
      Deliveries deliveries,
      OutboxMonitor outbox,
      DeadLetters deadLetters,
      ProjectionControl control,
      LostEvents lost) {
    this.tail = tail;
    this.publishers = publishers;
    this.feed = feed;
    this.search = search;
    this.assets = assets;
    this.deliveries = deliveries;
    this.outbox = outbox;
    this.deadLetters = deadLetters;
    this.control = control;
    this.lost = lost;
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
    JournalWrites.of(system).onCommit(commit -> metrics.created(commit.count()));
    var tail = JournalTail.start(system, database, TailSettings.of(config), registry);
    var journalId = journalId(database);
    var publishers = KafkaPublishers.start(system, tail, kafka, journalId, database, metrics);
    recordDeliveries(system, database, kafka.bootstrap(), journalId, registry);
    var audit = new Audit(database, kafka.bootstrap(), tail.slices(), publishers::replay, metrics);
    var lost =
        new LostEventSearch(
            audit,
            new DeliverySearch(
                DeliveryConsumers.of(kafka.bootstrap(), DeliverySettings.of(config)),
                database,
                EventMessage.TOPICS,
                journalId));
    AuditProcess.start(system, audit, kafka.auditEvery(), blocking);
    var viewSettings = ViewSettings.of(config);
    var views =
        new OrderViews(
            system,
            database,
            range -> tail.provider(range, viewSettings.page(), viewSettings.pace()),
            viewSettings,
            registry);
    views.start();
    var assetSettings = AssetViewSettings.of(config);
    var assetRanges =
        AssetProjection.start(
            system,
            database,
            range -> tail.provider(range, assetSettings.page(), assetSettings.pace()),
            assetSettings,
            registry);
    var outbox =
        OutboxMonitor.start(
            database,
            OutboxMonitor.Settings.of(
                config, tail.slices(), List.of(OrderViews.NAME, AssetProjection.NAME)),
            tail::head,
            publishers::published,
            publishers::retryNow,
            registry,
            clock);
    var sql = new Sql(database, blocking);
    return new Projections(
        tail,
        publishers,
        new TailFeed(tail, blocking),
        new SqlOrderSearch(sql),
        new SqlAssetViews(sql),
        new SqlDeliveries(sql),
        outbox,
        new SqlDeadLetters(sql, clock, publishers::replay),
        control(system, database, sql, kafka.publishers(), views, assetRanges, clock),
        lost);
  }

  private static ProjectionControl control(
      ActorSystem<?> system,
      DataSource database,
      Sql sql,
      int publishers,
      OrderViews views,
      List<SliceRange> assets,
      Clock clock) {
    var settings = RebuildSettings.of(system.settings().config());
    return new SqlProjectionControl(
        sql,
        ProjectionHold.running(system),
        new OrderRebuild(system, database, views, settings, clock),
        SliceRange.divide(views.slices(), publishers),
        views.ranges(),
        assets);
  }

  private static void recordDeliveries(
      ActorSystem<?> system,
      DataSource database,
      String bootstrap,
      String journalId,
      MeterRegistry registry) {
    var settings = DeliverySettings.of(system.settings().config());
    var consumers = DeliveryConsumers.of(bootstrap, settings);
    DeliveryProcess.start(
        system,
        () ->
            DeliveryRecorder.start(
                consumers, database, EventMessage.TOPICS, journalId, settings, registry));
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

  public EventPayloads payloads() {
    return feed;
  }

  public OrderSearch search() {
    return search;
  }

  public AssetViews assets() {
    return assets;
  }

  public Deliveries deliveries() {
    return deliveries;
  }

  public OutboxMonitor outbox() {
    return outbox;
  }

  public DeadLetters deadLetters() {
    return deadLetters;
  }

  public LostEvents lostEvents() {
    return lost;
  }

  public ProjectionControl control() {
    return control;
  }

  @Override
  public void close() {
    outbox.close();
    tail.close();
  }
}
