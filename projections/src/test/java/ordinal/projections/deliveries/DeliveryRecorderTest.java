package ordinal.projections.deliveries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import ordinal.projections.TestCluster;
import ordinal.projections.TestEvents;
import ordinal.projections.TestJournal;
import ordinal.projections.TestRecords;
import ordinal.projections.sql.Sql;
import ordinal.projections.views.Deliveries.Delivery;
import ordinal.servers.TestServers;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is on Kafka for everyone to read is what is recorded, and nothing else. */
class DeliveryRecorderTest {

  static final int PARTITIONS = 3;

  static final DeliverySettings SETTINGS =
      new DeliverySettings(
          Duration.ofMillis(100),
          1,
          100,
          Duration.ofMillis(300),
          Duration.ofMillis(100),
          Duration.ofMillis(20),
          Duration.ofMillis(100));

  final List<DeliveryRecorder> started = new ArrayList<>();
  final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  TestJournal journal;
  TestRecords topic;

  @BeforeEach
  void start() throws Exception {
    journal = TestJournal.create("delivery_recorder");
    topic = TestRecords.create("deliveries-" + UUID.randomUUID(), PARTITIONS, journal.journalId());
  }

  @AfterEach
  void stop() throws Exception {
    for (var one : started) stop(one);
    topic.close();
    journal.close();
  }

  private static void stop(DeliveryRecorder recorder) throws Exception {
    recorder.close().toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  private static Supplier<Consumer<byte[], byte[]>> consumers() {
    return DeliveryConsumers.of(TestServers.kafka().bootstrapServers(), SETTINGS);
  }

  private DeliveryRecorder record() throws SQLException {
    return record(consumers(), journal.dataSource());
  }

  private DeliveryRecorder record(Supplier<Consumer<byte[], byte[]>> consumers, DataSource database)
      throws SQLException {
    var recorder =
        DeliveryRecorder.start(
            consumers, database, List.of(topic.name()), journal.journalId(), SETTINGS, metrics);
    started.add(recorder);
    return recorder;
  }

  private List<List<String>> rows() throws SQLException {
    return journal.query(
        "SELECT ordering, topic, partition_no, offset_no FROM event_delivery ORDER BY ordering");
  }

  private void awaitRows(long count) {
    await().until(() -> journal.number("SELECT COUNT(*) FROM event_delivery") == count);
  }

  private List<String> row(long ordering, RecordMetadata place) {
    return List.of(
        Long.toString(ordering),
        topic.name(),
        Integer.toString(place.partition()),
        Long.toString(place.offset()));
  }

  private double doubled() {
    return metrics.counter("consistency.event.doubled").count();
  }

  @Test
  void exactlyTheCommittedRecordsOfOurJournalAreRecorded() throws Exception {
    var expected = new ArrayList<List<String>>();
    var first = topic.commit(PARTITIONS, 1, 2, 3, 4);
    topic.abort(PARTITIONS, 5, 6, 7);
    topic.commit(0, "8", "another-one");
    topic.commit(1, null, journal.journalId());
    topic.commit(2, "9", null);
    topic.commit(2, "ten", journal.journalId());
    topic.commit(2, "-11", journal.journalId());
    record();
    awaitRows(4);
    var second = topic.commit(PARTITIONS, 5, 6);

    awaitRows(6);

    for (int i = 0; i < 4; i++) expected.add(row(i + 1, first.get(i)));
    for (int i = 0; i < 2; i++) expected.add(row(i + 5, second.get(i)));
    assertThat(rows()).isEqualTo(expected);
    assertThat(doubled()).isZero();
    assertThat(
            journal.number(
                "SELECT COUNT(*) FROM event_delivery WHERE published_at > UTC_TIMESTAMP() -"
                    + " INTERVAL 5 MINUTE AND published_at < UTC_TIMESTAMP() + INTERVAL 1 MINUTE"))
        .isEqualTo(6);
  }

  @Test
  void itGoesOnFromWhereItWas() throws Exception {
    topic.commit(PARTITIONS, 1, 2, 3);
    var first = record();
    awaitRows(3);
    stop(first);
    journal.execute("DELETE FROM event_delivery");
    topic.commit(PARTITIONS, 4, 5);

    record();

    awaitRows(2);
    assertThat(rows()).extracting(row -> row.get(0)).containsExactly("4", "5");
  }

  @Test
  void rowsAndPositionsAreThereTogetherOrNotAtAll() throws Exception {
    record();
    await().until(() -> journal.number("SELECT COUNT(*) FROM delivery_position") == PARTITIONS);
    // Positions are written last: rows are in by then.
    journal.execute(
        """
        CREATE TRIGGER full_stop BEFORE UPDATE ON delivery_position FOR EACH ROW
          INSERT INTO no_such_table VALUES (1)""");
    var places = topic.commit(PARTITIONS, 1, 2, 3);
    await()
        .until(() -> metrics.counter("projection.failed", "projection", "deliveries").count() >= 2);
    assertThat(rows()).isEmpty();
    assertThat(journal.number("SELECT SUM(next_offset) FROM delivery_position")).isZero();

    journal.execute("DROP TRIGGER full_stop");

    awaitRows(3);
    assertThat(rows())
        .containsExactly(row(1, places.get(0)), row(2, places.get(1)), row(3, places.get(2)));
  }

  @Test
  void anEventThatIsThereTwiceIsFound() throws Exception {
    var first = topic.commit(PARTITIONS, 1, 2);
    record();
    awaitRows(2);

    topic.commit(PARTITIONS, 3, 2, 3);

    await().until(() -> doubled() == 2);
    assertThat(rows()).hasSize(3).startsWith(row(1, first.get(0)), row(2, first.get(1)));
  }

  @Test
  void readTwiceIsNotThereTwice() throws Exception {
    topic.commit(PARTITIONS, 1, 2, 3);
    var first = record();
    awaitRows(3);
    stop(first);
    var before = rows();
    journal.execute(
        "UPDATE delivery_position SET next_offset = 0, last_offset = NULL, last_ordering = NULL");

    record();

    topic.commit(PARTITIONS, 4);
    awaitRows(4);
    assertThat(rows().subList(0, 3)).isEqualTo(before);
    assertThat(doubled()).isZero();
  }

  @Test
  void aTailThatKafkaLostIsForgottenAndReadAnew() throws Exception {
    var kept = topic.commit(PARTITIONS, 3, 6); // Partition 0, offsets 0 and 1, and a mark at 2.
    var first = record();
    awaitRows(2);
    stop(first);
    // As if Kafka had had more.
    journal.execute(
        "UPDATE delivery_position SET next_offset = 7 WHERE partition_no = 0",
        lost(9, 0, 3),
        lost(12, 0, 6),
        lost(1, 1, 0),
        "INSERT INTO audit_position VALUES (0, 5), (1, 20)");

    record();

    await().until(() -> rows().stream().noneMatch(row -> row.get(0).equals("9")));
    assertThat(journal.query("SELECT slice, ordering FROM audit_position ORDER BY slice"))
        .as("where the audit goes on: what was forgotten is to be looked at again")
        .containsExactly(List.of("0", "5"), List.of("1", "8"));
    var again = topic.commit(PARTITIONS, 9, 15);
    awaitRows(5);
    assertThat(rows())
        .containsExactly(
            List.of("1", topic.name(), "1", "0"), // Of a partition that lost nothing.
            row(3, kept.get(0)),
            row(6, kept.get(1)),
            row(9, again.get(0)),
            row(15, again.get(1)));
    assertThat(doubled()).isZero();
  }

  @Test
  void anotherKafkaIsReadFromItsBeginning() throws Exception {
    var there = topic.commit(PARTITIONS, 3, 6, 9, 1);
    var first = record();
    awaitRows(4);
    stop(first);
    // As if another one had been read up to here: partition 0 held other events at 1 and 2.
    journal.execute(
        "UPDATE delivery_position SET last_ordering = 12 WHERE partition_no = 0",
        "UPDATE event_delivery SET ordering = 12 WHERE ordering = 9",
        "UPDATE event_delivery SET ordering = 15 WHERE ordering = 6");

    record();

    await()
        .untilAsserted(
            () ->
                assertThat(rows())
                    .containsExactly(
                        row(1, there.get(3)),
                        row(3, there.get(0)),
                        row(6, there.get(1)),
                        row(9, there.get(2))));
    assertThat(doubled()).isZero();
  }

  private String lost(long ordering, int partition, long offset) {
    return "INSERT INTO event_delivery VALUES (%d, '%s', %d, %d, NOW())"
        .formatted(ordering, topic.name(), partition, offset);
  }

  @Test
  void twoRecordersAtOnceAreHarmless() throws Exception {
    record();
    record();
    for (long i = 0; i < 40; i++) {
      topic.commit(PARTITIONS, LongStream.rangeClosed(i * 10 + 1, i * 10 + 10).toArray());
    }

    awaitRows(400);

    assertThat(doubled()).isZero();
    assertThat(journal.number("SELECT COUNT(DISTINCT partition_no, offset_no) FROM event_delivery"))
        .isEqualTo(400);
  }

  @Test
  void aTopicThatComesLaterAndPartitionsThatAreAddedAreFound() throws Exception {
    var later = "deliveries-later-" + UUID.randomUUID();
    var recorder =
        DeliveryRecorder.start(
            consumers(),
            journal.dataSource(),
            List.of(later),
            journal.journalId(),
            SETTINGS,
            metrics);
    started.add(recorder);
    try (var created = TestRecords.create(later, 1, journal.journalId())) {
      created.commit(1, 1, 2);
      awaitRows(2);

      created.grow(2);

      // The producer may take a while to see it.
      await().ignoreExceptions().until(() -> created.commit(2, 3).get(0).partition() == 1);
      await()
          .until(
              () ->
                  journal.number("SELECT COUNT(*) FROM event_delivery WHERE partition_no = 1") > 0);
    }
  }

  @Test
  void itHoldsWhilePaused() throws Exception {
    record();
    topic.commit(PARTITIONS, 1);
    awaitRows(1);
    journal.execute("INSERT INTO projection_management VALUES ('deliveries', '0', TRUE, 0)");
    // The pause is noticed when two records in a row are left unread.
    var next = new AtomicInteger(2);
    await()
        .pollInterval(Duration.ofMillis(400))
        .until(
            () -> {
              long before = journal.number("SELECT COUNT(*) FROM event_delivery");
              topic.commit(PARTITIONS, next.getAndIncrement());
              return before < next.get() - 2;
            });

    journal.execute("UPDATE projection_management SET paused = FALSE");

    awaitRows(next.get() - 1);
  }

  @Test
  void databaseAndBrokerMayBeAway() throws Exception {
    var away = new AtomicBoolean(true);
    var attempts = new AtomicInteger();
    Supplier<Consumer<byte[], byte[]>> broker =
        () -> {
          if (attempts.incrementAndGet() < 3) throw new KafkaException("no broker");
          return consumers().get();
        };
    record(broker, failingWhile(away, attempts));
    topic.commit(PARTITIONS, 1, 2);
    await().until(() -> attempts.get() > 6);
    assertThat(rows()).isEmpty();

    away.set(false);
    awaitRows(2);
    away.set(true);
    topic.commit(PARTITIONS, 3);
    int before = attempts.get();
    await().until(() -> attempts.get() > before + 2);
    assertThat(rows()).hasSize(2);
    away.set(false);
    awaitRows(3);
  }

  private DataSource failingWhile(AtomicBoolean away, AtomicInteger attempts) {
    return (DataSource)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> {
              if (away.get()) {
                attempts.incrementAndGet();
                throw new SQLException("no database");
              }
              try {
                return method.invoke(journal.dataSource(), arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void theClusterRunsOneAndStopsIt() throws Exception {
    topic.commit(PARTITIONS, 1, 2, 3);
    try (var cluster = new TestCluster(journal.config())) {
      DeliveryProcess.start(
          cluster.system(),
          () -> {
            try {
              return record();
            } catch (SQLException e) {
              throw new IllegalStateException(e);
            }
          });
      awaitRows(3);
      assertThat(started).hasSize(1);
    }

    await().until(() -> started.get(0).close().toCompletableFuture().isDone());
  }

  @Test
  void anOrdersDeliveriesAreFound() throws Exception {
    var orderings =
        journal.append(
            "ORD-1",
            1,
            TestJournal.created("ORD-1", "10001"),
            TestEvents.RESERVED,
            TestEvents.CANCELED);
    journal.append("ORD-2", 1, TestJournal.created("ORD-2", "10001"));
    var places = topic.commit(PARTITIONS, orderings.get(0), orderings.get(1), 4);
    record();
    awaitRows(3);

    var deliveries = new SqlDeliveries(new Sql(journal.dataSource(), Runnable::run));
    var found = deliveries.of("ORD-1").toCompletableFuture().get();

    assertThat(found).containsOnlyKeys(1L, 2L);
    assertThat(found.get(1L)).isEqualTo(delivery(places.get(0)));
    assertThat(found.get(2L)).isEqualTo(delivery(places.get(1)));
    assertThat(deliveries.of("ORD-3").toCompletableFuture().get()).isEmpty();
  }

  private static Delivery delivery(RecordMetadata place) {
    return new Delivery(
        place.topic(), place.partition(), place.offset(), Instant.ofEpochMilli(place.timestamp()));
  }
}
