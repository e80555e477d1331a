package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import ordinal.journal.JournalWrites;
import ordinal.journal.StoredRow;
import ordinal.servers.StartFailure;
import ordinal.servers.TestServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The journal on a real MariaDB: its layout, its batches, its failures and its limits. */
class JournalTest {

  static final Duration LIMIT = Duration.ofSeconds(30);
  static TestServers.Database database;
  static TestNode node;

  @BeforeAll
  static void start() throws Exception {
    database = TestServers.database("journal");
    node =
        TestNode.start(
            database,
            "pekko.cluster.sharding.number-of-shards = 4", // The limit is divided among them.
            "pekko.cluster.sharding.passivation.default-strategy.active-entity-limit = 20",
            "ordinal.order.snapshot-every = 10",
            "ordinal.http.max-in-flight = 400");
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  static String orderNo(HttpResponse<String> response) {
    return RunningOrdinal.data(response).path("orderNo").asText();
  }

  static List<HttpResponse<String>> createAll(String prefix, int count) throws Exception {
    return all(IntStream.range(0, count).mapToObj(i -> prefix + i).toList(), node::create);
  }

  /** The answers to many calls, a hundred under way at a time. */
  static List<HttpResponse<String>> all(
      List<String> names, Function<String, HttpResponse<String>> call) throws Exception {
    var threads = Executors.newFixedThreadPool(100);
    try {
      var calls =
          names.stream().<Callable<HttpResponse<String>>>map(n -> () -> call.apply(n)).toList();
      var answers = new ArrayList<HttpResponse<String>>();
      for (var answer : threads.invokeAll(calls)) answers.add(answer.get());
      return answers;
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void anEventIsAReadableRowInTheSliceOfItsEntity() throws Exception {
    var orderNo = orderNo(node.create("row"));

    var row =
        node.query(
                "SELECT slice, JSON_VALUE(event_payload, '$.orderNo'), deleted, event_ser_manifest"
                    + " FROM event_journal WHERE persistence_id = 'Order|"
                    + orderNo
                    + "'")
            .get(0);

    var crc = new CRC32();
    crc.update(("Order|" + orderNo).getBytes(StandardCharsets.US_ASCII));
    assertThat(row.get(0)).isEqualTo(Long.toString(crc.getValue() % 16));
    assertThat(row.get(1)).isEqualTo(orderNo);
    assertThat(row.get(2)).isEqualTo("0");
    assertThat(row.get(3)).isEqualTo("ordinal.order.OrderEvent$OrderCreated");
  }

  @Test
  void theJournalIsALogThatIsFoundByEntityAndBySlice() throws Exception {
    var keys =
        node.query(
            "SELECT index_name, GROUP_CONCAT(column_name ORDER BY seq_in_index), MAX(non_unique)"
                + " FROM information_schema.statistics WHERE table_schema = DATABASE()"
                + " AND table_name = 'event_journal' GROUP BY index_name");

    assertThat(keys)
        .containsExactlyInAnyOrder(
            List.of("PRIMARY", "ordering", "0"),
            List.of("event_journal_by_entity", "persistence_id,sequence_number", "0"),
            List.of("event_journal_by_slice", "slice,ordering", "1"));
  }

  @Test
  void concurrentOrdersShareTheirReadsAndTheirInserts() throws Exception {
    createAll("warm-", 200);
    long inserts = statements("insert");
    long selects = statements("select");

    var answers = createAll("batch-", 1000);

    assertThat(answers).extracting(HttpResponse::statusCode).containsOnly(201);
    assertThat(statements("insert") - inserts).as("inserts for 1000 events").isLessThan(700);
    assertThat(statements("select") - selects)
        .as("selects for 1000 entities that each look for a snapshot and their last event")
        .isLessThan(1400);
  }

  /** What does not start an entity, and what an entity stores. */
  @Test
  void whatIsSaidOfEachWriteIsWhatTheDatabaseHas() throws Exception {
    var said = Collections.synchronizedSortedMap(new TreeMap<Long, List<String>>());
    long from = node.number("SELECT MAX(ordering) FROM event_journal");
    JournalWrites.of(node.node.system())
        .onCommit(
            commit -> {
              for (var row : commit.rows()) said.put(row.ordering(), columns(row));
            });

    var orders = createAll("said-", 300).stream().map(JournalTest::orderNo).toList();
    all(orders, orderNo -> node.post("/orders/" + orderNo + "/cancel", "{}"));

    var stored = new TreeMap<Long, List<String>>();
    for (var row :
        node.query(
            "SELECT ordering, persistence_id, sequence_number, event_ser_manifest, event_payload"
                + " FROM event_journal WHERE persistence_id LIKE 'Order|%' AND ordering > "
                + from)) {
      stored.put(Long.parseLong(row.get(0)), row.subList(1, row.size()));
    }
    assertThat(stored).hasSize(600);
    await().atMost(LIMIT).until(() -> said.keySet().containsAll(stored.keySet()));
    assertThat(said).containsAllEntriesOf(stored);
  }

  private static List<String> columns(StoredRow row) {
    return List.of(
        row.persistenceId(),
        Long.toString(row.sequenceNr()),
        row.manifest(),
        new String(row.payload(), StandardCharsets.UTF_8));
  }

  static long statements(String kind) throws SQLException {
    return Long.parseLong(node.query("SHOW GLOBAL STATUS LIKE 'Com_" + kind + "'").get(0).get(1));
  }

  @Test
  void onlySoManyOrdersAreInMemoryAndAllAreStillThere() throws Exception {
    var orders = createAll("bounded-", 200).stream().map(JournalTest::orderNo).toList();
    for (var orderNo : orders) node.post("/orders/" + orderNo + "/cancel", "{}");

    await().atMost(LIMIT).until(() -> activeOrders() <= 20);

    // A repeated request is answered by the entity, with all that it knows.
    for (var orderNo : orders) {
      var again = node.post("/orders/" + orderNo + "/cancel", "{}");
      assertThat(again.statusCode()).isEqualTo(200);
      assertThat(RunningOrdinal.data(again).path("version").asLong()).isEqualTo(2);
    }
  }

  /**
   * The limit is per shard region and divided among its shards, each of which keeps at least one.
   */
  static int activeOrders() {
    return node.ordersInMemory().size();
  }

  @Test
  void anOrderWithManyEventsStartsFromItsSnapshot() throws Exception {
    var orderNo = orderNo(node.create("snapshot"));
    for (int i = 0; i < 25; i++) {
      node.post(
          "/orders/" + orderNo + "/payments",
          "{\"paymentId\":\"p-%d\",\"result\":\"FAILED\"}".formatted(i));
    }
    await()
        .atMost(LIMIT)
        .until(
            () ->
                node.number(
                        "SELECT COUNT(*) FROM snapshot WHERE persistence_id = 'Order|"
                            + orderNo
                            + "'")
                    > 0);
    var before = node.data("/orders/" + orderNo);
    assertThat(before.path("version").asLong()).isEqualTo(26);

    // With the early events out of sight, only the snapshot can tell what the order contains.
    try (var connection = node.database.connect();
        var statement = connection.createStatement()) {
      statement.executeUpdate(
          "UPDATE event_journal SET deleted = TRUE WHERE sequence_number <= 10"
              + " AND persistence_id = 'Order|"
              + orderNo
              + "'");
      node.putAway(orderNo);
      var after = RunningOrdinal.data(node.post("/orders/" + orderNo + "/cancel", "{}"));
      assertThat(after.path("version").asLong()).isEqualTo(27);
      assertThat(after.path("items")).isEqualTo(before.path("items")).isNotEmpty();
      statement.executeUpdate("UPDATE event_journal SET deleted = FALSE WHERE deleted");
    }
  }

  @Test
  void aWriteThatTheDatabaseRefusesIsAnsweredAndTheOrderLivesOn() throws Exception {
    var orderNo = orderNo(node.create("refused"));
    var path = "/orders/" + orderNo + "/cancel";
    try (var connection = node.database.connect();
        var statement = connection.createStatement()) {
      statement.execute(
          "CREATE TRIGGER refuse BEFORE INSERT ON event_journal FOR EACH ROW"
              + " SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'the disk is full'");
      HttpResponse<String> failed;
      try {
        failed = node.post(path, "{}", "X-Idempotency-Key", "k");
      } finally {
        statement.execute("DROP TRIGGER refuse");
      }

      assertThat(failed.statusCode()).isEqualTo(503);
      assertThat(failed.body()).contains("B0100").doesNotContain("disk is full");
      assertThat(failed.headers().firstValue("Retry-After")).isPresent();
    }
    await()
        .atMost(LIMIT)
        .until(() -> node.post(path, "{}", "X-Idempotency-Key", "k").statusCode() == 200);
    assertThat(node.data("/orders/" + orderNo + "/timeline")).hasSize(2);
  }

  /** Passivation and failure at once: more orders than may be in memory while nothing is stored. */
  @Test
  void noOrderIsLostInMemoryWhenTheDatabaseRefusesManyAtOnce() throws Exception {
    var orders = createAll("many-", 100).stream().map(JournalTest::orderNo).toList();
    try (var connection = node.database.connect();
        var statement = connection.createStatement()) {
      statement.execute(
          "CREATE TRIGGER refuse BEFORE INSERT ON event_journal FOR EACH ROW"
              + " SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'the disk is full'");
      try {
        var failed = all(orders, orderNo -> node.post("/orders/" + orderNo + "/cancel", "{}"));
        assertThat(failed).extracting(HttpResponse::statusCode).containsOnly(503);
      } finally {
        statement.execute("DROP TRIGGER refuse");
      }
    }

    await()
        .atMost(LIMIT)
        .until(
            () ->
                all(orders, orderNo -> node.post("/orders/" + orderNo + "/cancel", "{}")).stream()
                    .allMatch(answer -> answer.statusCode() == 200));
  }

  /**
   * An event of a writer that was replaced, behind one of its successor: the mark of two writers.
   * Pekko's default would leave it out, and show an order that never was.
   */
  @Test
  void eventsOfTwoWritersAreNotMendedInSilence() throws Exception {
    var orderNo = orderNo(node.create("writers"));
    for (var payment : List.of("p-1", "p-2")) {
      node.post(
          "/orders/" + orderNo + "/payments",
          "{\"paymentId\":\"%s\",\"result\":\"FAILED\"}".formatted(payment));
    }
    node.putAway(orderNo);
    setWriters(orderNo, "old", "new", "old");
    assertThat(node.get("/orders/" + orderNo).statusCode()).isEqualTo(503);

    setWriters(orderNo, "old", "new", "newer");
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(node.data("/orders/" + orderNo).path("version").asLong()).isEqualTo(3));
  }

  /** Who is said to have written an order's events, the first one first. */
  private static void setWriters(String orderNo, String... writers) throws SQLException {
    try (var connection = node.database.connect();
        var statement =
            connection.prepareStatement(
                "UPDATE event_journal SET writer = ?"
                    + " WHERE persistence_id = ? AND sequence_number = ?")) {
      for (int i = 0; i < writers.length; i++) {
        statement.setString(1, writers[i]);
        statement.setString(2, "Order|" + orderNo);
        statement.setInt(3, i + 1);
        statement.executeUpdate();
      }
    }
  }

  @Test
  void anotherNumberOfSlicesIsRefused() throws Exception {
    var other = TestNode.settings(database, "ordinal.slices = 8");

    assertThatThrownBy(() -> OrdinalNode.start(other, new Progress(System.out)))
        .isInstanceOf(StartFailure.class)
        .hasMessageContainingAll("ORDINAL_SLICES is 8", "laid out with 16");
  }

  /** Publishers go by their slices: two that share one would publish its events twice. */
  @Test
  void anotherNumberOfPublishersIsRefused() throws Exception {
    var other = TestNode.settings(database, "ordinal.projections.kafka.publishers = 3");

    assertThatThrownBy(() -> OrdinalNode.start(other, new Progress(System.out)))
        .isInstanceOf(StartFailure.class)
        .hasMessageContainingAll("kafka.publishers is 3", "laid out with 1");
  }

  @Test
  void anUnreachableBrokerIsNamed() throws Exception {
    var nowhere = "127.0.0.1:" + RunningOrdinal.freePort();

    assertThatThrownBy(
            () -> TestNode.start(database, "ordinal.kafka.bootstrap = \"" + nowhere + "\""))
        .isInstanceOf(StartFailure.class)
        .hasMessageContainingAll(
            "no Kafka broker answers at " + nowhere, "ORDINAL_KAFKA_BOOTSTRAP");
  }

  @Test
  void anUnreachableDatabaseIsNamedWithoutItsPassword() throws Exception {
    var nowhere =
        new TestServers.Database(
            "jdbc:mysql://127.0.0.1:" + RunningOrdinal.freePort() + "/ordinal", "u", "s3cret");

    assertThatThrownBy(() -> TestNode.start(nowhere))
        .isInstanceOf(StartFailure.class)
        .hasMessageContainingAll("does not answer at jdbc:mysql://127.0.0.1", "ORDINAL_JDBC_URL")
        .hasMessageNotContaining("s3cret");
  }
}
