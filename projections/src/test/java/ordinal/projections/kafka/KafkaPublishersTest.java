package ordinal.projections.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import ordinal.assets.AccountKind;
import ordinal.assets.AssetEvent.CouponIssued;
import ordinal.assets.AssetEvent.Frozen;
import ordinal.assets.AssetEvent.TakenBack;
import ordinal.assets.Balance;
import ordinal.assets.Hold;
import ordinal.inventory.InventoryEvent.SkuReserved;
import ordinal.inventory.InventoryEvent.SkuStockSet;
import ordinal.inventory.InventoryEvent.StockReleased;
import ordinal.inventory.InventoryEvent.StockReserveFailed;
import ordinal.inventory.InventoryEvent.StockReserved;
import ordinal.inventory.Line;
import ordinal.kernel.Ids;
import ordinal.order.OrderEvent;
import ordinal.order.OrderEvent.CanceledBy;
import ordinal.order.OrderEvent.Item;
import ordinal.order.OrderEvent.OrderCanceled;
import ordinal.order.OrderEvent.OrderCreated;
import ordinal.order.OrderEvent.OrderStockReserved;
import ordinal.projections.TestCluster;
import ordinal.projections.TestJournal;
import ordinal.projections.TestTopic;
import ordinal.projections.message.EventMessage;
import ordinal.projections.tail.JournalRow;
import ordinal.projections.tail.JournalTail;
import ordinal.projections.tail.Page;
import ordinal.projections.tail.SliceRange;
import ordinal.projections.tail.TailSettings;
import ordinal.servers.TestServers;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.pekko.projection.ProjectionId;
import org.apache.pekko.projection.javadsl.ProjectionManagement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** From the journal to a consumer of committed records, on a real database and a real broker. */
class KafkaPublishersTest {

  static final Duration LIMIT = Duration.ofSeconds(30);

  final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  final OutboxMetrics outboxMetrics = new OutboxMetrics(metrics, Clock.systemUTC());
  final TestTopic topic =
      new TestTopic(TestServers.kafka().bootstrapServers(), EventMessage.ORDER_EVENTS);
  final List<AutoCloseable> opened = new ArrayList<>();
  TestJournal journal;
  String journalId;
  KafkaPublishers publishers;
  JournalTail tail; // Of the last node, as its settings.
  KafkaSettings settings;

  @BeforeEach
  void create() throws SQLException {
    journal = TestJournal.create("publish");
    journalId = journal.journalId();
    Topics.ensure(topic.bootstrap(), 16);
  }

  @AfterEach
  void close() throws Exception {
    for (int i = opened.size() - 1; i >= 0; i--) opened.get(i).close();
    journal.close();
  }

  /** A node that publishes; closing it is an orderly stop. */
  TestCluster node(String... hocon) throws SQLException {
    var more = new ArrayList<>(List.of(hocon));
    more.add("ordinal.projections.tail { poll = 20ms, patience = 20ms }");
    more.add("ordinal.projections.kafka.publishers = 16"); // Each test knows its slice's own.
    var config = journal.config(more.toArray(String[]::new));
    var cluster = new TestCluster(config);
    opened.add(cluster);
    tail =
        JournalTail.start(cluster.system(), journal.dataSource(), TailSettings.of(config), metrics);
    opened.add(opened.size() - 1, tail);
    settings = KafkaSettings.of(config, topic.bootstrap());
    publishers =
        KafkaPublishers.start(
            cluster.system(), tail, settings, journalId, journal.dataSource(), outboxMetrics);
    return cluster;
  }

  void stop(TestCluster node) throws Exception {
    node.close();
    opened.clear();
  }

  void awaitPublished(String... events) {
    await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(100))
        .untilAsserted(() -> assertThat(topic.events(journalId)).containsExactlyInAnyOrder(events));
  }

  static OrderCreated created(String orderNo) {
    return TestJournal.created(orderNo, "u1");
  }

  static OrderEvent reserved() {
    return new OrderStockReserved(TestJournal.meta("2025-01-01T12:00:01Z"));
  }

  static OrderEvent canceled() {
    return new OrderCanceled(TestJournal.meta("2025-01-01T12:00:02Z"), CanceledBy.USER, "late");
  }

  /** Too large for a broker that takes two thousand bytes. */
  static OrderCreated large(String orderNo) {
    var items = IntStream.range(0, 100).mapToObj(i -> new Item("sku-" + i, 1, 100)).toList();
    var small = created(orderNo);
    return new OrderCreated(
        small.meta(), orderNo, "default", "u1", "req", null, items, "CNY", 10_000);
  }

  @Test
  void stockEventsGoToTheirOwnTopicsAndOrdersDoNotSeeThem() throws Exception {
    node();
    var meta = TestJournal.meta("2025-01-01T12:00:00Z");
    var lines = List.of(new Line("socks", 2));
    journal.append("Sku|socks", 1, new SkuStockSet(meta, 7));
    journal.append("Sku|socks", 2, new SkuReserved(meta, "ORD1", 2, Instant.EPOCH));
    journal.append("Reservation|ORD1", 1, new StockReserved(meta, lines));
    journal.append("Reservation|ORD1", 2, new StockReleased(meta, lines));
    journal.append("Reservation|ORD2", 1, new StockReserveFailed(meta, "0 on hand"));
    journal.append("ORD1", 1, created("ORD1"));
    awaitPublished("ORD1#1");

    assertThat(told(EventMessage.INVENTORY_EVENTS))
        .containsExactlyInAnyOrder(
            "socks SkuStockSet {\"skuId\":\"socks\",\"onHand\":7}",
            "socks SkuReserved {\"skuId\":\"socks\",\"orderNo\":\"ORD1\",\"quantity\":2,"
                + "\"heldUntil\":\"1970-01-01T00:00:00Z\"}",
            "ORD1 StockReleased {\"orderNo\":\"ORD1\","
                + "\"lines\":[{\"skuId\":\"socks\",\"quantity\":2}]}");
    assertThat(told(EventMessage.STOCK_EVENTS))
        .containsExactlyInAnyOrder(
            "ORD1 StockReserved {\"orderNo\":\"ORD1\","
                + "\"lines\":[{\"skuId\":\"socks\",\"quantity\":2}]}",
            "ORD2 StockReserveFailed {\"orderNo\":\"ORD2\",\"reason\":\"0 on hand\"}");
  }

  @Test
  void assetEventsGoToATopicOfTheirOwn() throws Exception {
    node();
    var meta = TestJournal.meta("2025-01-01T12:00:00Z");
    var hold = new Hold("ORD1", 2);
    var books = new Balance(1250, 750, 0, 0, -2000);
    var points = new Balance(0, 0, 0, -3, 3);
    journal.append(
        "Account|wallet/default/u1",
        1,
        new Frozen(meta, AccountKind.WALLET, "wallet:ORD1:freeze:2", hold, 750, books));
    journal.append(
        "Account|points/default/u1",
        1,
        new TakenBack(meta, AccountKind.POINTS, "points:R1:take-back", "ORD1", 3, 3, points));
    journal.append(
        "Coupon|default/c-1", 1, new CouponIssued(meta, "coupon:c-1:issue", "u1", 500, null));
    journal.append("ORD1", 1, created("ORD1"));
    awaitPublished("ORD1#1");

    assertThat(told(EventMessage.ASSET_EVENTS, "/ordinal/assets"))
        .containsExactlyInAnyOrder(
            "wallet/default/u1 WalletFrozen {\"accountId\":\"wallet/default/u1\","
                + "\"ownerId\":\"u1\",\"key\":\"wallet:ORD1:freeze:2\",\"orderNo\":\"ORD1\","
                + "\"checkoutNo\":2,\"amount\":7.5,\"balance\":{\"available\":12.5,"
                + "\"frozen\":7.5,\"spent\":0.0,\"owed\":0.0,\"funded\":-20.0}}",
            "points/default/u1 PointsTakenBack {\"accountId\":\"points/default/u1\","
                + "\"ownerId\":\"u1\",\"key\":\"points:R1:take-back\",\"orderNo\":\"ORD1\","
                + "\"amount\":3,\"missing\":3,\"balance\":{\"available\":0,\"frozen\":0,"
                + "\"spent\":0,\"owed\":-3,\"funded\":3}}",
            "default/c-1 CouponIssued {\"couponId\":\"c-1\",\"key\":\"coupon:c-1:issue\","
                + "\"userId\":\"u1\",\"discount\":5.0}");
  }

  List<String> told(String name) {
    return told(name, "/ordinal/inventory");
  }

  List<String> told(String name, String source) {
    return new TestTopic(topic.bootstrap(), name)
        .records(journalId).stream()
            .map(
                record -> {
                  assertThat(TestTopic.header(record, "ce_source")).isEqualTo(source);
                  var body = TestTopic.json(record);
                  return record.key()
                      + " "
                      + body.path("eventType").asText()
                      + " "
                      + body.path("payload");
                })
            .toList();
  }

  @Test
  void anEventIsARecordWithItsKeyItsBodyAndItsHeaders() throws Exception {
    node();
    journal.append("ORD1", 1, created("ORD1"));
    awaitPublished("ORD1#1");

    var record = topic.records(journalId).get(0);

    var body = TestTopic.json(record);
    var eventId = Ids.eventId("Order|ORD1", 1);
    assertThat(record.key()).isEqualTo("ORD1");
    assertThat(body.path("eventId").asText()).isEqualTo(eventId);
    assertThat(body.path("eventType").asText()).isEqualTo("OrderCreated");
    assertThat(body.path("bizKey").asText()).isEqualTo("ORD1");
    assertThat(body.path("schemaVersion").asInt()).isEqualTo(1);
    assertThat(body.path("sequenceNr").asInt()).isEqualTo(1);
    assertThat(body.path("occurredAt").asText()).isEqualTo("2025-01-01T12:00:00.123Z");
    assertThat(body.path("traceId").asText()).isEqualTo("trace-1");
    assertThat(body.path("tenantId").asText()).isEqualTo("default");
    assertThat(new String(record.value(), java.nio.charset.StandardCharsets.UTF_8))
        .endsWith(
            """
            {"orderNo":"ORD1","userId":"u1","clientRequestId":"req-ORD1","items":[\
            {"skuId":"socks","quantity":2,"unitPrice":4.99},\
            {"skuId":"tape","quantity":1,"unitPrice":0.02}],\
            "currency":"CNY","totalAmount":10.00}}""");
    assertThat(TestTopic.header(record, "ce_specversion")).isEqualTo("1.0");
    assertThat(TestTopic.header(record, "ce_id")).isEqualTo(eventId);
    assertThat(TestTopic.header(record, "ce_type")).isEqualTo("OrderCreated");
    assertThat(TestTopic.header(record, "ce_source")).isEqualTo("/ordinal/orders");
    assertThat(TestTopic.header(record, "ce_subject")).isEqualTo("ORD1");
    assertThat(TestTopic.header(record, "ce_time")).isEqualTo("2025-01-01T12:00:00.123Z");
    assertThat(TestTopic.header(record, "ce_tenantid")).isEqualTo("default");
    assertThat(TestTopic.header(record, "content-type")).isEqualTo("application/json");
    assertThat(TestTopic.header(record, "X-Trace-Id")).isEqualTo("trace-1");
    assertThat(TestTopic.header(record, "traceparent")).startsWith("00-4bf92f3577b34da6a3ce");
    assertThat(TestTopic.header(record, "ordinal-ordering")).isEqualTo("1");
  }

  @Test
  void everyEventIsOutOnceInOrderAndTheOffsetFollows() throws Exception {
    journal.fill(1000, i -> created("o-" + i));
    for (int i = 0; i < 1000; i += 10) journal.append("o-" + i, 2, reserved(), canceled());
    node();

    await().atMost(LIMIT).until(() -> topic.events(journalId).size() >= 1200);

    var events = topic.events(journalId);
    assertThat(events).hasSize(1200).doesNotHaveDuplicates();
    assertThat(events.stream().filter(e -> e.startsWith("o-10#")).toList())
        .containsExactly("o-10#1", "o-10#2", "o-10#3");
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(
                        journal.number(
                            "SELECT MAX(CAST(current_offset AS SIGNED)) FROM projection_offset"
                                + " WHERE projection_name = 'kafka'"))
                    .isEqualTo(1200));
    assertThat(metrics.get("outbox.event.sent").counter().count()).isEqualTo(1200);
  }

  @Test
  void whatIsOutIsNotSentAgainByTheNextNode() throws Exception {
    journal.append("a", 1, created("a"));
    var first = node();
    awaitPublished("a#1");
    stop(first);
    // Kafka decides: what the database says of it is only for show.
    journal.execute("DELETE FROM projection_offset");

    journal.append("a", 2, reserved());
    node();

    awaitPublished("a#1", "a#2");
    assertThat(topic.events(journalId)).containsExactly("a#1", "a#2");
  }

  /** What a publisher that was killed in the middle of a transaction leaves behind. */
  @Test
  void aTransactionLeftOpenIsNeverSeenAndItsEventsAreSentOnce() throws Exception {
    journal.append("a", 1, created("a"));
    int slice = Math.toIntExact(journal.number("SELECT slice FROM event_journal"));
    var killed = producer(slice);
    killed.initTransactions();
    killed.beginTransaction();
    var half = new ProducerRecord<>(EventMessage.ORDER_EVENTS, "a", "{}".getBytes());
    half.headers().add("ordinal-journal", journalId.getBytes());
    killed.send(half).get();

    node();

    awaitPublished("a#1");
    assertThat(topic.records(journalId)).hasSize(1);
    org.assertj.core.api.Assertions.assertThatThrownBy(killed::commitTransaction)
        .isInstanceOfAny(
            ProducerFencedException.class, org.apache.kafka.common.KafkaException.class);
    killed.close(Duration.ZERO);
    assertThat(topic.records(journalId)).hasSize(1);
  }

  /** Somebody else takes the slice, as when two halves of a cluster both believe they have it. */
  @Test
  void aPublisherThatWasFencedGoesOnFromWhatIsOnKafka() throws Exception {
    node();
    journal.append("a", 1, created("a"));
    awaitPublished("a#1");
    int slice = Math.toIntExact(journal.number("SELECT slice FROM event_journal"));
    try (var other = producer(slice)) {
      other.initTransactions();
    }

    journal.append("a", 2, reserved());

    awaitPublished("a#1", "a#2");
    assertThat(metrics.get("outbox.event.failed").counter().count()).isPositive();
    await()
        .atMost(LIMIT)
        .until(
            () ->
                journal
                    .query("SELECT state FROM outbox_slice WHERE slice = " + slice)
                    .equals(List.of(List.of("RUNNING"))));
  }

  /** A new one would have to read its position first, while a backlog waits. */
  @Test
  void aPausedPublisherGoesOnWithTheProducerItHad() throws Exception {
    var management = ProjectionManagement.get(node().system());
    journal.append("a", 1, created("a"));
    awaitPublished("a#1");
    int slice = Math.toIntExact(journal.number("SELECT slice FROM event_journal"));
    var before = producerThread(slice);
    pause(management, slice);
    journal.append("a", 2, reserved());

    management.resume(projection(slice)).toCompletableFuture().get(20, TimeUnit.SECONDS);

    awaitPublished("a#1", "a#2");
    assertThat(producerThread(slice)).isSameAs(before);
  }

  @Test
  void aPublisherThatWasFencedWhileItWasPausedGoesOnFromWhatIsOnKafka() throws Exception {
    var management = ProjectionManagement.get(node().system());
    journal.append("a", 1, created("a"));
    awaitPublished("a#1");
    int slice = Math.toIntExact(journal.number("SELECT slice FROM event_journal"));
    pause(management, slice);
    try (var other = producer(slice)) {
      other.initTransactions();
    }
    journal.append("a", 2, reserved());

    management.resume(projection(slice)).toCompletableFuture().get(20, TimeUnit.SECONDS);

    awaitPublished("a#1", "a#2");
    assertThat(topic.records(journalId)).hasSize(2);
  }

  /**
   * Whoever stands still while its successor replays and goes on still believes that the order is
   * parked, and Kafka tells it otherwise only when it sends.
   */
  @Test
  void aPublisherThatWasReplacedWhileItWasPausedParksNothingThatIsOut() throws Exception {
    var management = ProjectionManagement.get(node().system());
    topic.set("max.message.bytes", "2000");
    try {
      journal.append("big", 1, large("big"), reserved());
      await().atMost(LIMIT).until(() -> deadLetters().size() == 2);
    } finally {
      topic.set("max.message.bytes", "");
    }
    int slice = Math.toIntExact(journal.number("SELECT MIN(slice) FROM dead_letter"));
    pause(management, slice);
    journal.append("big", 3, canceled());
    succeed(slice);
    assertThat(statuses()).containsExactly("SENT", "SENT");
    awaitPublished("big#1", "big#2", "big#3");

    management.resume(projection(slice)).toCompletableFuture().get(20, TimeUnit.SECONDS);
    journal.append("big", 4, reserved());

    awaitPublished("big#1", "big#2", "big#3", "big#4");
    assertThat(statuses()).as("the third was not parked").containsExactly("SENT", "SENT");
    assertThat(topic.records(journalId)).hasSize(4);
  }

  /** Another node's publisher: replays what is parked, and sends what is next. */
  private void succeed(int slice) throws Exception {
    var outlets =
        new SlicePublisher.Outlets(settings, journalId, journal.dataSource(), outboxMetrics);
    var successor =
        new SlicePublisher(SliceRange.divide(tail.slices(), 16).get(slice), tail, outlets);
    journal.execute("UPDATE dead_letter SET status = 'REPLAYING'");
    successor.replay();
    send(successor, List.of());
    send(successor, tail.eventsOf("Order|big", 2, 10));
    successor.shutdown();
  }

  private static void send(SlicePublisher publisher, List<JournalRow> rows) throws Exception {
    long upTo = rows.isEmpty() ? 0 : rows.get(rows.size() - 1).ordering();
    publisher.process(new Page(rows, upTo)).toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  private static void pause(ProjectionManagement management, int slice) throws Exception {
    management.pause(projection(slice)).toCompletableFuture().get(20, TimeUnit.SECONDS);
    await()
        .atMost(LIMIT)
        .until(
            () ->
                management
                    .isPaused(projection(slice))
                    .toCompletableFuture()
                    .get(20, TimeUnit.SECONDS));
  }

  private static ProjectionId projection(int slice) {
    return ProjectionId.of(KafkaPublishers.NAME, Integer.toString(slice));
  }

  private Thread producerThread(int slice) {
    var name = "ordinal-" + journalId + "-" + slice;
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("kafka-producer-network-thread"))
        .filter(thread -> thread.getName().endsWith(" " + name))
        .findFirst()
        .orElseThrow();
  }

  private KafkaProducer<String, byte[]> producer(int slice) {
    return new KafkaProducer<>(
        java.util.Map.<String, Object>of(
            "bootstrap.servers",
            topic.bootstrap(),
            "transactional.id",
            "ordinal-" + journalId + "-" + slice,
            "transaction.timeout.ms",
            60_000),
        new StringSerializer(),
        new ByteArraySerializer());
  }

  @Test
  void anEventThatCanNeverBeSentParksItsOrderAndAllOthersFlow() throws Exception {
    node();
    topic.set("max.message.bytes", "2000");
    try {
      journal.append("big", 1, large("big"), reserved());
      journal.append("small", 1, created("small"));
      awaitPublished("small#1");
      await().atMost(LIMIT).until(() -> deadLetters().size() == 2);
      journal.append("big", 3, canceled());
      await().atMost(LIMIT).until(() -> deadLetters().size() == 3);
    } finally {
      topic.set("max.message.bytes", "");
    }

    assertThat(deadLetters())
        .containsExactly(
            List.of("big", "1", "OrderCreated", "DEAD", "1"),
            List.of("big", "2", "OrderStockReserved", "WAITING", "0"),
            List.of("big", "3", "OrderCanceled", "WAITING", "0"));
    assertThat(topic.events(journalId)).containsExactly("small#1");

    replay("big");

    awaitPublished("small#1", "big#1", "big#2", "big#3");
    assertThat(topic.events(journalId).stream().filter(e -> e.startsWith("big")))
        .containsExactly("big#1", "big#2", "big#3");
    await().atMost(LIMIT).until(() -> statuses().equals(List.of("SENT", "SENT", "SENT")));

    journal.append("big", 4, canceled());
    awaitPublished("small#1", "big#1", "big#2", "big#3", "big#4");
  }

  @Test
  void aReplayThatFailsAgainComesBackOnceAndNothingIsSent() throws Exception {
    node();
    topic.set("max.message.bytes", "2000");
    try {
      journal.append("big", 1, large("big"), reserved());
      await().atMost(LIMIT).until(() -> deadLetters().size() == 2);

      replay("big");

      await().atMost(LIMIT).until(() -> deadLetters().get(0).get(4).equals("2"));
      assertThat(statuses()).containsExactly("DEAD", "WAITING");
      assertThat(topic.events(journalId)).isEmpty();
    } finally {
      topic.set("max.message.bytes", "");
    }
  }

  /** The replay is committed on Kafka, and the node dies before the database hears of it. */
  @Test
  void aReplayThatIsOutIsNotSentAgainByTheNextNode() throws Exception {
    var first = node();
    topic.set("max.message.bytes", "2000");
    try {
      journal.append("big", 1, large("big"));
      await().atMost(LIMIT).until(() -> deadLetters().size() == 1);
    } finally {
      topic.set("max.message.bytes", "");
    }
    journal.execute(
        "CREATE TRIGGER unheard BEFORE UPDATE ON dead_letter FOR EACH ROW"
            + " IF NEW.status = 'SENT' THEN SIGNAL SQLSTATE '45000'; END IF");
    replay("big");
    awaitPublished("big#1");
    stop(first);
    journal.execute("DROP TRIGGER unheard");
    assertThat(statuses()).containsExactly("REPLAYING");

    node();

    await().atMost(LIMIT).until(() -> statuses().equals(List.of("SENT")));
    journal.append("big", 2, reserved());
    awaitPublished("big#1", "big#2");
  }

  @Test
  void anEventThatCannotBeReadIsADeadLetterToo() throws Exception {
    node();
    journal.append("broken", 1, created("broken"));
    awaitPublished("broken#1");
    journal.execute(
        "INSERT INTO event_journal (persistence_id, sequence_number, writer, write_timestamp,"
            + " adapter_manifest, event_ser_id, event_ser_manifest, event_payload)"
            + " VALUES ('Order|broken', 2, 'w', 0, '', 33, 'no.such.Event', '{}')");

    await().atMost(LIMIT).until(() -> deadLetters().size() == 1);

    assertThat(deadLetters()).containsExactly(List.of("broken", "2", "unreadable", "DEAD", "1"));
  }

  @Test
  void aPayloadThatIsTooLargeGoesOutAsAReference() throws Exception {
    node("ordinal.projections.kafka.reference-above = 1000");
    journal.append("big", 1, large("big"));
    awaitPublished("big#1");

    var body = TestTopic.json(topic.records(journalId).get(0));

    var reference = body.path("payload").path("payloadRef");
    assertThat(reference.path("href").asText()).isEqualTo("/orders/big/events/1");
    assertThat(reference.path("size").asInt()).isGreaterThan(1000);
    assertThat(reference.path("sha256").asText()).hasSize(64);
    assertThat(body.path("eventType").asText()).isEqualTo("OrderCreated");
  }

  @Test
  void aJournalThatWasSetBackIsNotPublishedInSilence() throws Exception {
    journal.append("a", 1, created("a"));
    var first = node();
    awaitPublished("a#1");
    int slice = Math.toIntExact(journal.number("SELECT slice FROM event_journal"));
    stop(first);
    journal.execute(
        "DELETE FROM event_journal",
        "ALTER TABLE event_journal AUTO_INCREMENT = 1",
        "DELETE FROM journal_head");

    node();

    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(
                        journal.query(
                            "SELECT state, last_error FROM outbox_slice WHERE slice = " + slice))
                    .singleElement()
                    .satisfies(
                        row -> {
                          assertThat(row.get(0)).isEqualTo("RETRYING");
                          assertThat(row.get(1)).contains("it was set back, restore it");
                        }));
  }

  @Test
  void whatTheAuditFindsMissingIsSentAgainAndCounted() throws Exception {
    node();
    journal.fill(10, i -> created("o-" + i));
    await().atMost(LIMIT).until(() -> topic.events(journalId).size() == 10);
    await()
        .atMost(LIMIT)
        .until(
            () ->
                journal.number(
                        "SELECT COUNT(*) FROM event_journal j JOIN projection_offset o ON"
                            + " o.projection_key = j.slice AND o.projection_name = 'kafka' AND"
                            + " j.ordering <= o.current_offset")
                    == 10);
    // What the recorder would write, but for one event.
    journal.execute(
        "INSERT INTO event_delivery SELECT ordering, 'order-events', 0, 0, UTC_TIMESTAMP(3)"
            + " FROM event_journal WHERE persistence_id <> 'Order|o-7'");
    for (var read : EventMessage.TOPICS) {
      for (int partition = 0; partition < 16; partition++) {
        journal.execute(
            "INSERT INTO delivery_position (topic, partition_no, next_offset)"
                + " VALUES ('%s', %d, 1000000)".formatted(read, partition));
      }
    }
    var audit =
        new Audit(journal.dataSource(), topic.bootstrap(), 16, publishers::replay, outboxMetrics);

    assertThat(audit.run()).isEqualTo(new Audit.Result(10, 1));

    await().atMost(LIMIT).until(() -> topic.events(journalId).size() == 11);
    assertThat(topic.events(journalId).stream().filter("o-7#1"::equals)).hasSize(2);
    assertThat(audit.run()).isEqualTo(new Audit.Result(0, 0));
    assertThat(metrics.get("consistency.event.missing").counter().count()).isEqualTo(1);
    await()
        .atMost(LIMIT)
        .until(() -> metrics.get("consistency.event.repaired").counter().count() == 1);
  }

  @Test
  void theAuditWaitsForTheRecorder() throws Exception {
    node();
    journal.append("a", 1, created("a"));
    awaitPublished("a#1");
    await().atMost(LIMIT).until(() -> journal.number("SELECT COUNT(*) FROM projection_offset") > 0);

    var audit =
        new Audit(journal.dataSource(), topic.bootstrap(), 16, publishers::replay, outboxMetrics);

    assertThat(audit.run()).isEqualTo(new Audit.Result(0, 0));
    assertThat(journal.number("SELECT COUNT(*) FROM dead_letter")).isZero();
  }

  private void replay(String orderNo) throws SQLException {
    journal.execute(
        "UPDATE dead_letter SET status = 'REPLAYING' WHERE biz_key = '" + orderNo + "'");
    publishers.replay(Math.toIntExact(journal.number("SELECT MIN(slice) FROM dead_letter")));
  }

  private List<List<String>> deadLetters() throws SQLException {
    return journal.query(
        "SELECT biz_key, sequence_number, event_type, status, attempts FROM dead_letter"
            + " ORDER BY ordering");
  }

  private List<String> statuses() throws SQLException {
    return deadLetters().stream().map(row -> row.get(3)).toList();
  }
}
