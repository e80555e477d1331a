package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import ordinal.servers.TestServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What an order costs the database, statement by statement. */
class JournalStatementsTest {

  /** Slick names its threads after the setting that describes the pool. */
  static final String JOURNAL_THREADS = "db-";

  static final String FIRST_EVENTS_THREADS = "journal-first-";

  static TestNode node;

  @BeforeAll
  static void start() throws Exception {
    var database = TestServers.database("statements");
    var logged =
        new TestServers.Database(
            database.jdbcUrl() + "&queryInterceptors=" + StatementLog.class.getName(),
            database.user(),
            database.password());
    node = TestNode.start(logged);
    assertThat(node.create("first").statusCode()).isEqualTo(201);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @Test
  void aNewOrderIsOneInsertThatCommitsItselfAndNoRead() {
    StatementLog.clear();

    var orderNo = orderNo("second");

    assertThat(about(orderNo, FIRST_EVENTS_THREADS))
        .hasSize(1)
        .first()
        .asString()
        .startsWith("INSERT INTO event_journal");
    assertThat(about(orderNo, JOURNAL_THREADS)).isEmpty();
  }

  @Test
  void theFirstCommandToANewOrderIsOneReadAndOneInsert() throws Exception {
    var orderNo = orderNo("third");
    StatementLog.clear();

    cancel(orderNo);

    var sent = about(orderNo, JOURNAL_THREADS);
    assertThat(sent).as(String.join("\n", sent)).hasSize(2);
    assertThat(sent.get(0)).startsWith("SELECT persistence_id, MAX(sequence_number)");
    assertThat(sent.get(1)).startsWith("INSERT INTO event_journal");
  }

  @Test
  void theNextEventOfAnOrderInMemoryIsOneInsert() throws Exception {
    var orderNo = orderNo("fourth");
    assertThat(orderNo("fourth")).as("a repeated request starts the entity").isEqualTo(orderNo);
    StatementLog.clear();

    cancel(orderNo);

    assertThat(about(orderNo, JOURNAL_THREADS))
        .hasSize(1)
        .first()
        .asString()
        .startsWith("INSERT INTO event_journal");
  }

  @Test
  void anOrderIsShownWithOneRead() throws Exception {
    var orderNo = orderNo("fifth");
    cancel(orderNo);
    node.putAway(orderNo);
    StatementLog.clear();

    assertThat(node.data("/orders/" + orderNo).path("status").asText()).isEqualTo("CANCELED");

    assertThat(about(orderNo, JOURNAL_THREADS)).hasSize(1).allMatch(JournalStatementsTest::isRead);
  }

  @Test
  void anEntityThatStartsReadsWhatItNeeds() throws Exception {
    var orderNo = orderNo("sixth");
    cancel(orderNo);
    node.putAway(orderNo);
    StatementLog.clear();

    cancel(orderNo);

    assertThat(about(orderNo, JOURNAL_THREADS))
        .as("snapshot and highest number, events")
        .hasSizeBetween(2, 3)
        .allMatch(JournalStatementsTest::isRead);
  }

  /** The node looks after other orders meanwhile. */
  private static List<String> about(String orderNo, String threads) {
    return StatementLog.of(threads).stream().filter(sql -> sql.contains(orderNo)).toList();
  }

  private static boolean isRead(String sql) {
    return sql.regionMatches(true, 0, "select", 0, 6);
  }

  private static String orderNo(String requestId) {
    return RunningOrdinal.data(node.create(requestId)).path("orderNo").asText();
  }

  private static void cancel(String orderNo) {
    node.post("/orders/" + orderNo + "/cancel", "{\"reason\":\"changed my mind\"}");
  }
}
