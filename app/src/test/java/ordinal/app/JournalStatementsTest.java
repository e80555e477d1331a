package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;

import ordinal.servers.TestServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What an order costs the database, statement by statement. */
class JournalStatementsTest {

  /** Slick names its threads after the setting that describes the pool. */
  static final String JOURNAL_THREADS = "db-";

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
  void aNewOrderIsOneReadAndOneInsertThatCommitsItself() {
    StatementLog.clear();

    assertThat(node.create("second").statusCode()).isEqualTo(201);

    var sent = StatementLog.of(JOURNAL_THREADS);
    assertThat(sent).as(String.join("\n", sent)).hasSize(2);
    assertThat(sent.get(0)).startsWith("SELECT persistence_id, 0 FROM event_journal");
    assertThat(sent.get(1)).startsWith("INSERT INTO event_journal");
  }

  @Test
  void theNextEventOfAnOrderIsOneInsert() throws Exception {
    var orderNo = RunningOrdinal.data(node.create("third")).path("orderNo").asText();
    StatementLog.clear();

    node.post("/orders/" + orderNo + "/cancel", "{\"reason\":\"changed my mind\"}");

    assertThat(StatementLog.of(JOURNAL_THREADS))
        .hasSize(1)
        .first()
        .asString()
        .startsWith("INSERT INTO event_journal");
  }

  @Test
  void anOrderThatIsThereIsReadWithItsEvents() throws Exception {
    var orderNo = RunningOrdinal.data(node.create("fourth")).path("orderNo").asText();
    node.putAway(orderNo);
    StatementLog.clear();

    assertThat(node.data("/orders/" + orderNo).path("status").asText()).isEqualTo("CREATED");

    assertThat(StatementLog.of(JOURNAL_THREADS))
        .as("snapshot, highest number, events")
        .hasSizeBetween(3, 4)
        .allMatch(sql -> sql.regionMatches(true, 0, "select", 0, 6));
  }
}
