package ordinal.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import ordinal.inventory.Inventory;
import ordinal.kernel.TraceContext;
import ordinal.order.OrderCommand;
import ordinal.order.OrderEvent.CanceledBy;
import ordinal.order.OrderEvent.Item;
import ordinal.order.OrderNumber;
import ordinal.order.OrderReply;
import ordinal.order.OrderStatus;
import ordinal.order.OrderStep;
import ordinal.order.ShardedOrders;
import ordinal.projections.TestCluster;
import ordinal.projections.TestJournal;
import ordinal.servers.TestServers;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.pekko.actor.typed.ActorRef;

/** Real orders on a real database, and a bridge to them from a real broker. */
final class TestBridge implements AutoCloseable {

  static final String HOCON =
      """
      ordinal.bridge {
        poll = 20ms, look-every = 20ms, retry-after = [200ms, 300ms, 400ms]
        backoff { least = 20ms, longest = 100ms }, measure-every = 50ms
      }
      """;

  final TestJournal journal;
  final TestCluster cluster;
  final FlakyOrders orders;
  final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  final KafkaProducer<byte[], byte[]> producer =
      new KafkaProducer<>(
          Map.of("bootstrap.servers", bootstrap(), "linger.ms", 0, "max.request.size", 4 << 20),
          new ByteArraySerializer(),
          new ByteArraySerializer());
  private final Inventory inventory;
  Bridge bridge;

  TestBridge(String name, Inventory inventory) throws Exception {
    this.inventory = inventory;
    journal = TestJournal.create(name);
    cluster = new TestCluster(journal.config(HOCON));
    orders = new FlakyOrders(ShardedOrders.start(cluster.system(), Clock.systemUTC()));
    startBridge();
    awaitLeaders(StockEvents.TOPIC, StockEvents.TOPIC + ".dlq");
    if (inventory != null) awaitLeaders(OrderEvents.TOPIC, OrderEvents.TOPIC + ".dlq");
  }

  static String bootstrap() {
    return TestServers.kafka().bootstrapServers();
  }

  void startBridge() throws Exception {
    bridge =
        Bridge.start(
            cluster.system(),
            journal.dataSource(),
            bootstrap(),
            orders,
            inventory,
            List.of(),
            metrics,
            Clock.systemUTC());
  }

  /**
   * A topic is there when its leaders answer: a producer that asks earlier may wait for minutes.
   */
  private static void awaitLeaders(String... topics) {
    try (var admin = Admin.create(Map.of("bootstrap.servers", bootstrap()))) {
      await().ignoreExceptions().until(() -> leadersAnswer(admin, List.of(topics)));
    }
  }

  private static boolean leadersAnswer(Admin admin, List<String> topics) throws Exception {
    for (var topic : admin.describeTopics(topics).allTopicNames().get().values()) {
      var ends = new HashMap<TopicPartition, OffsetSpec>();
      for (var partition : topic.partitions()) {
        ends.put(new TopicPartition(topic.name(), partition.partition()), OffsetSpec.latest());
      }
      admin.listOffsets(ends).all().get();
    }
    return true;
  }

  // Orders.

  static String orderNo(String request) {
    return OrderNumber.of("default", "u1", request);
  }

  String order(String request) {
    var orderNo = orderNo(request);
    ask(
        orderNo,
        to ->
            new OrderCommand.Create(
                "default",
                "u1",
                request,
                null,
                List.of(new Item("sku", 1, 100)),
                "CNY",
                TraceContext.fresh(),
                to));
    return orderNo;
  }

  void cancel(String orderNo) {
    ask(
        orderNo,
        to -> new OrderCommand.Cancel(CanceledBy.USER, null, null, TraceContext.fresh(), to));
  }

  private OrderReply ask(String orderNo, Function<ActorRef<OrderReply>, OrderCommand> command) {
    return orders.real().ask(orderNo, command).toCompletableFuture().join();
  }

  OrderStatus status(String orderNo) {
    var reply = ask(orderNo, to -> new OrderCommand.Get(TraceContext.fresh(), to));
    return reply instanceof OrderReply.Accepted accepted ? accepted.order().status() : null;
  }

  List<OrderStep> history(String orderNo) {
    return orders.real().history(orderNo).toCompletableFuture().join();
  }

  // Messages.

  static String reserved(String eventId, String orderNo) {
    return event(eventId, "StockReserved", orderNo);
  }

  static String failed(String eventId, String orderNo) {
    return event(eventId, "StockReserveFailed", orderNo);
  }

  static String event(String eventId, String type, String orderNo) {
    return """
           {"eventId":"%s","eventType":"%s","bizKey":"%s","traceId":"trace-%s",
            "occurredAt":"2026-01-01T00:00:00Z","payload":{"reason":"none left"}}"""
        .formatted(eventId, type, orderNo, eventId);
  }

  Future<RecordMetadata> send(String topic, String key, byte[] value) {
    return producer.send(
        new ProducerRecord<>(topic, key == null ? null : key.getBytes(UTF_8), value));
  }

  /** To stock-events, under the order's key. */
  void stock(String orderNo, String... messages) throws Exception {
    for (var message : messages) {
      send(StockEvents.TOPIC, orderNo, message.getBytes(UTF_8)).get(60, TimeUnit.SECONDS);
    }
  }

  /** Status, attempts and reason of an order's messages, by offset. */
  List<List<String>> log(String orderNo) throws Exception {
    return journal.query(
        "SELECT status, attempts, reason FROM consume_log WHERE biz_key = '%s' ORDER BY offset_no"
            .formatted(orderNo));
  }

  List<String> statuses(String orderNo) throws Exception {
    return log(orderNo).stream().map(row -> row.get(0)).toList();
  }

  /** Asked for many orders in turn, most of which are through: it looks at once. */
  void awaitLog(String orderNo, String... statuses) {
    await().pollDelay(Duration.ZERO).until(() -> statuses(orderNo).equals(List.of(statuses)));
  }

  /** All records of a topic for what died. */
  static List<ConsumerRecord<byte[], byte[]>> dead(String topic) {
    try (var consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrap(), "fetch.max.wait.ms", 20),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      var partition = new TopicPartition(topic + ".dlq", 0);
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      var found = new ArrayList<ConsumerRecord<byte[], byte[]>>();
      while (consumer.position(partition) < end) {
        consumer.poll(Duration.ofMillis(100)).forEach(found::add);
      }
      return found;
    }
  }

  static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    var header = record.headers().lastHeader(name);
    return header == null ? null : new String(header.value(), UTF_8);
  }

  @Override
  public void close() {
    bridge.close();
    producer.close();
    cluster.close();
    journal.close();
  }
}
