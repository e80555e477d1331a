package ordinal.bridge;

import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import javax.sql.DataSource;
import ordinal.inbox.Inbox;
import ordinal.inventory.Inventory;
import ordinal.order.Orders;
import ordinal.projections.sql.Sql;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All that this node consumes from Kafka: stock events for orders, and order events for the
 * built-in stock service. The nodes of a cluster divide the partitions between them.
 */
public final class Bridge implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Bridge.class);

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final Map<String, Inbox> inboxes = new LinkedHashMap<>();
  private final Consumers consumers;

  /**
   * Starts consuming. Fails when the topics cannot be made, or the database does not answer.
   *
   * @param database connections in autocommit mode
   * @param inventory null when the stock service is an outside one, which listens for itself
   * @param others who else hears of messages
   */
  public static Bridge start(
      ActorSystem<?> system,
      DataSource database,
      String kafkaBootstrap,
      Orders orders,
      @Nullable Inventory inventory,
      List<Subscription> others,
      MeterRegistry registry,
      Clock clock)
      throws SQLException {
    var topics = new BridgeTopics(kafkaBootstrap);
    try {
      return new Bridge(
          system, topics, database, kafkaBootstrap, orders, inventory, others, registry, clock);
    } catch (SQLException | RuntimeException e) {
      topics.close();
      throw e;
    }
  }

  private Bridge(
      ActorSystem<?> system,
      BridgeTopics topics,
      DataSource database,
      String bootstrap,
      Orders orders,
      @Nullable Inventory inventory,
      List<Subscription> others,
      MeterRegistry registry,
      Clock clock)
      throws SQLException {
    var config = system.settings().config();
    var settings = BridgeSettings.of(config);
    var subscriptions = new ArrayList<Subscription>();
    subscriptions.add(
        new Subscription(StockEvents.GROUP, StockEvents.TOPIC, new StockEvents(orders)));
    if (inventory != null) {
      subscriptions.add(
          new Subscription(OrderEvents.GROUP, OrderEvents.TOPIC, new OrderEvents(inventory)));
    }
    subscriptions.addAll(others);
    topics.ensure(
        subscriptions.stream().map(Subscription::topic).distinct().toList(),
        config.getInt("ordinal.projections.kafka.partitions"));
    opened.push(topics);
    Executor blocking =
        system.dispatchers().lookup(DispatcherSelector.fromConfig("ordinal.projections.blocking"));
    this.consumers = new SqlConsumers(new Sql(database, blocking), topics::ends);
    var start =
        new Start(
            database,
            bootstrap,
            journalId(database),
            registry,
            settings,
            member(system),
            system.executionContext(),
            clock);
    for (var one : subscriptions) consume(start, topics, one.group(), one.topic(), one.target());
    opened.push(new BridgeMonitor(database, inboxes, registry, settings.measureEvery()));
  }

  /**
   * Who hears of the messages of a topic.
   *
   * @param group the consumers' name on Kafka, in the consume log and among dead letters
   */
  public record Subscription(String group, String topic, MessageTarget target) {}

  /** What all consumers share. */
  private record Start(
      DataSource database,
      String bootstrap,
      String journalId,
      MeterRegistry registry,
      BridgeSettings settings,
      String member,
      Executor executor,
      Clock clock) {}

  /** What was on the topic before this journal's first start is of none of its orders. */
  private void consume(
      Start with, BridgeTopics topics, String group, String topic, MessageTarget target)
      throws SQLException {
    Inbox.beginAt(with.database(), group, topics.ends(topic));
    var deadTopic = new DeadTopic(with.bootstrap(), group, with.settings().sendLimit());
    opened.push(deadTopic);
    var consumer =
        new MessageConsumer(
            group,
            topic,
            with.journalId(),
            target,
            with.database(),
            deadTopic,
            new ConsumerMetrics(with.registry(), group),
            with.settings(),
            with.executor(),
            with.clock());
    var inbox =
        Inbox.start(
            with.settings()
                .inbox(with.bootstrap(), group, topic, with.journalId())
                .withMember(with.member()),
            with.database(),
            consumer);
    inboxes.put(group, inbox);
    opened.push(inbox);
  }

  /** A node that is started anew has its address again, and no two have the same at a time. */
  private static String member(ActorSystem<?> system) {
    return system.address().hostPort().replaceAll("[^a-zA-Z0-9.-]", "_");
  }

  public Consumers consumers() {
    return consumers;
  }

  private static String journalId(DataSource database) throws SQLException {
    try (var db = database.getConnection();
        var statement = db.createStatement();
        var rows =
            statement.executeQuery("SELECT value FROM fixed_setting WHERE name = 'journal-id'")) {
      if (!rows.next()) throw new SQLException("this journal has no id");
      return rows.getString(1);
    }
  }

  /**
   * Ends the batches under way, then what they need. The entities must still be there. A second
   * call waits for the first.
   */
  @Override
  public synchronized void close() {
    while (!opened.isEmpty()) {
      try {
        opened.pop().close();
      } catch (Exception e) {
        LOG.warn("while stopping: {}", e.toString());
      }
    }
  }
}
