package ordinal.projections.tail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.typesafe.config.ConfigFactory;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import ordinal.journal.FirstEvents;
import ordinal.journal.StoredEvents;
import ordinal.order.OrderEvent;
import ordinal.projections.TestJournal;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a node has stored itself passes its head without being read; what others store does not. */
class OwnWritesTest {

  static final Duration LIMIT = TailUnderTest.LIMIT;

  /** So long that no test meets it. */
  static final Duration NEVER = Duration.ofHours(1);

  static TestJournal journal;

  final List<AutoCloseable> opened = new ArrayList<>();
  private ActorTestKit actors; // A node has one tail.

  @BeforeAll
  static void start() {
    journal = TestJournal.create("own_writes");
  }

  @AfterAll
  static void stop() {
    journal.close();
  }

  @BeforeEach
  void empty() throws SQLException {
    journal.execute("TRUNCATE TABLE event_journal", "DELETE FROM journal_head");
    actors =
        ActorTestKit.create(
            ConfigFactory.parseString("pekko.actor.provider = local")
                .withFallback(journal.config()));
  }

  @AfterEach
  void close() throws Exception {
    for (var one : opened) one.close();
    actors.shutdownTestKit();
  }

  /** A tail that hears of this node's writes, and looks by itself once in so long. */
  private TailUnderTest tail(Duration poll) throws SQLException {
    var settings = TailUnderTest.polling(poll);
    var tail =
        JournalTail.start(
            actors.system(), journal.dataSource(), settings, new SimpleMeterRegistry());
    var read = TailUnderTest.of(tail, actors);
    opened.add(read);
    return read;
  }

  /** As the program stores a new order. */
  private void create(String orderNo) throws Exception {
    var stored =
        FirstEvents.of(actors.system())
            .store("Order|" + orderNo, List.of(TestJournal.created(orderNo, "u")));
    assertThat(stored.toCompletableFuture().get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  private Connection begin(String orderNo) throws SQLException {
    var transaction = journal.dataSource().getConnection();
    transaction.setAutoCommit(false);
    TestJournal.append(transaction, orderNo, 1, TestJournal.created(orderNo, "u"));
    return transaction;
  }

  private static void end(Connection transaction) throws SQLException {
    transaction.rollback();
    transaction.setAutoCommit(true);
    transaction.close();
  }

  /** Every look that finds something leaves its trace there. */
  private static long looks() throws SQLException {
    return journal.number("SELECT COALESCE(SUM(looks), 0) FROM journal_head");
  }

  @Test
  void whatThisNodeStoresArrivesWithoutALookAtTheJournal() throws Exception {
    var tail = tail(NEVER);

    for (int i = 0; i < 5; i++) create("o-" + i);

    tail.awaitSeen("o-0", "o-1", "o-2", "o-3", "o-4");
    assertThat(looks()).isZero();
  }

  @Test
  void whatOthersStoredBeforeItIsReadFirst() throws Exception {
    var tail = tail(NEVER);
    journal.append("other", 1, TestJournal.created("other", "u"));

    create("own");

    tail.awaitSeen("other", "own");
    assertThat(looks()).isPositive();
  }

  /** For who reads it without waiting for the head. */
  @Test
  void whatTheHeadHasNotPassedIsToldOfBehindACommitOnARowOfItsOwn() throws Exception {
    var tail = tail(NEVER);
    create("own-1");
    tail.awaitSeen("own-1");
    create("own-2");
    tail.awaitSeen("own-1", "own-2"); // So its first look is behind it.
    journal.append("other", 1, TestJournal.created("other", "u"));
    var stored = new StoredEvents(actors.system());

    for (int i = 1; i <= 2; i++) {
      var read = stored.of(OrderEvent.class, "Order|other").toCompletableFuture();
      assertThat(read.get(LIMIT.toSeconds(), TimeUnit.SECONDS).orElseThrow()).hasSize(1);
      assertThat(journal.query("SELECT ordering, looks FROM journal_head WHERE id >= 1 << 31"))
          .as("it changes each time, or it would not wait for the disk")
          .containsExactly(List.of("0", Integer.toString(i)));
    }
  }

  @Test
  void whatOthersStoreAfterItIsFoundByThePollHoweverMuchThisNodeStores() throws Exception {
    var tail = tail(Duration.ofMillis(200));
    journal.append("other", 1, TestJournal.created("other", "u"));
    await()
        .atMost(LIMIT)
        .until(
            () -> {
              create("own-" + System.nanoTime());
              return tail.seen().contains("other");
            });
  }

  @Test
  void itDoesNotPassATransactionThatIsStillOpen() throws Exception {
    var tail = tail(NEVER);
    var held = begin("held");
    create("own");

    await().atMost(LIMIT).until(() -> tail.tail.stalledFor().toMillis() > 100);
    assertThat(tail.seen()).isEmpty();
    held.commit();
    end(held);

    tail.awaitSeen("held", "own");
  }

  @Test
  void itPassesOneThatIsRolledBackOverAMarker() throws Exception {
    var tail = tail(NEVER);
    var gone = begin("gone");
    create("own");

    end(gone);

    tail.awaitSeen("own");
    assertThat(journal.number("SELECT COUNT(*) FROM event_journal WHERE persistence_id = '~hole'"))
        .isOne();
  }

  /** As in a Galera cluster, or beside a second writable server. */
  @Test
  void whereAServerThatCountsInStepsPutRowsIsNotGuessed() throws Exception {
    actors.shutdownTestKit();
    actors =
        ActorTestKit.create(
            ConfigFactory.parseString(
                    """
                    pekko.actor.provider = local
                    pekko-persistence-jdbc.shared-databases.ordinal.db.url = "%s"
                    """
                        .formatted(
                            journal.jdbcUrl() + "&sessionVariables=auto_increment_increment=2"))
                .withFallback(journal.config()));
    var tail = tail(NEVER);
    var all = new ArrayList<CompletableFuture<Boolean>>();
    for (int i = 0; i < 20; i++) {
      var events = List.of(TestJournal.created("s-" + i, "u"));
      all.add(FirstEvents.of(actors.system()).store("Order|s-" + i, events).toCompletableFuture());
    }
    for (var one : all) one.get(LIMIT.toSeconds(), TimeUnit.SECONDS);

    tail.awaitCount(all.size());
    assertThat(tail.rows().stream().map(OwnWritesTest::columns).toList()).isEqualTo(stored());
    assertThat(looks()).isPositive();
  }

  @Test
  void aServerSaysWhetherAVariableIsOn() throws Exception {
    var reader = new JournalReader(journal.dataSource(), TestJournal.serialization());

    assertThat(reader.isOn("autocommit")).isTrue();
    assertThat(reader.isOn("wsrep_on")).isFalse();
    assertThat(reader.isOn("no_such_variable")).isFalse();
  }

  /** A node that starts reads from here, so it must never be more than 5000 behind. */
  @Test
  void whereTheHeadIsIsSavedNowAndThen() throws Exception {
    var tail = tail(NEVER);
    var expected = 12_000;
    for (int made = 0; made < expected; made += 3_000) {
      var all = new ArrayList<CompletableFuture<Boolean>>();
      for (int i = made; i < made + 3_000; i++) {
        all.add(
            FirstEvents.of(actors.system())
                .store("Order|s-" + i, List.of(TestJournal.created("s-" + i, "u")))
                .toCompletableFuture());
      }
      for (var one : all) one.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    tail.awaitCount(expected);
    await()
        .atMost(LIMIT)
        .until(() -> journal.number("SELECT MAX(ordering) FROM journal_head") >= 7_000);
  }

  @Test
  void rowsOfThisNodeAndOfOthersArriveInOneOrderAsTheDatabaseHasThem() throws Exception {
    long seed = System.nanoTime();
    var tail = tail(Duration.ofMillis(50));
    var writers = Executors.newFixedThreadPool(8);
    try {
      var work = new ArrayList<Callable<Void>>();
      for (int writer = 0; writer < 8; writer++) {
        int number = writer;
        work.add(() -> writeAtRandom(number, new Random(seed + number)));
      }
      for (var done : writers.invokeAll(work)) done.get();
    } finally {
      writers.shutdown();
    }

    var stored = stored();
    tail.awaitCount(stored.size());
    assertThat(tail.rows().stream().map(OwnWritesTest::columns).toList())
        .as("seed %d", seed)
        .isEqualTo(stored);
  }

  /** As the database has them. */
  private static List<List<String>> stored() throws SQLException {
    return journal.query(
        "SELECT ordering, persistence_id, sequence_number, slice, write_timestamp,"
            + " JSON_VALUE(event_payload, '$.orderNo')"
            + " FROM event_journal WHERE slice IS NOT NULL ORDER BY ordering");
  }

  private static List<String> columns(JournalRow row) {
    var event = (ordinal.order.OrderEvent.OrderCreated) row.event();
    return List.of(
        Long.toString(row.ordering()),
        row.persistenceId(),
        Long.toString(row.sequenceNr()),
        Integer.toString(row.slice()),
        Long.toString(row.writtenAt().toEpochMilli()),
        event.orderNo());
  }

  /** Half of the writers are this node's; the others commit late, or not at all. */
  private Void writeAtRandom(int writer, Random random) throws Exception {
    for (int i = 0; i < 40; i++) {
      var orderNo = writer + "-" + i;
      if (writer % 2 == 0) {
        create(orderNo);
        continue;
      }
      var transaction = begin(orderNo);
      try (var statement = transaction.createStatement()) {
        statement.execute("DO SLEEP(" + random.nextInt(15) / 1000.0 + ")");
      }
      if (random.nextInt(3) > 0) transaction.commit();
      end(transaction);
    }
    return null;
  }
}
