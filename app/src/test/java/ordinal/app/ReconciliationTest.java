package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import ordinal.servers.TestServers;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Planted damage on a real node: a reconciliation finds each, repairs what it says, and the next
 * one finds nothing.
 */
class ReconciliationTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static TestNode node;
  private static String paid;

  private String out = "";

  @BeforeAll
  static void start() throws Exception {
    node =
        TestNode.start(
            "reconciliation",
            "ordinal.inventory = builtin",
            "ordinal.cash.reconciliation { settle = 0s, look-again-after = 1s, look-every = 1h }");
    RunningOrdinal.send(
        HttpRequest.newBuilder(URI.create(node.node.httpUrl() + "/inventory/cake"))
            .header("Content-Type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofString("{\"onHand\":100}")));
    node.post("/users/u/wallet/credits", "{\"requestId\":\"c-1\",\"amount\":50}");
    paid = reserved("paid");
    node.post("/orders/" + paid + "/checkout", "{\"walletAmount\":1}");
    await()
        .atMost(LIMIT)
        .until(() -> node.data("/orders/" + paid).path("assets").asText().equals("LOCKED"));
    node.post(
        "/orders/" + paid + "/payments",
        "{\"paymentId\":\"p-1\",\"result\":\"SUCCESS\",\"amount\":4}");
    await().atMost(LIMIT).until(() -> node.number("SELECT COUNT(*) FROM notification") == 2);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static String reserved(String requestId) {
    var created =
        node.post(
            "/orders",
            """
            {"clientRequestId":"%s","userId":"u",
             "items":[{"skuId":"cake","quantity":1,"unitPrice":5}]}"""
                .formatted(requestId));
    var orderNo = RunningOrdinal.data(created).path("orderNo").asText();
    await()
        .atMost(LIMIT)
        .until(
            () -> node.data("/orders/" + orderNo).path("status").asText().equals("STOCK_RESERVED"));
    return orderNo;
  }

  private int reconcile(String... arguments) {
    var printed = new StringWriter();
    var all = new ArrayList<>(List.of("reconcile", "--json", "--url", node.node.managementUrl()));
    all.addAll(List.of(arguments));
    int code =
        Main.commandLine().setOut(new PrintWriter(printed)).execute(all.toArray(String[]::new));
    out = printed.toString();
    return code;
  }

  /** What the last one has found: how many of each kind, by what was done. */
  private Map<String, Integer> found() {
    var found = new TreeMap<String, Integer>();
    for (var one : ApiClient.parse(out).path("items")) {
      found.merge(one.path("kind").asText() + " " + one.path("action").asText(), 1, Integer::sum);
    }
    return found;
  }

  /** Everything has gone where it goes. */
  private static void settle() {
    await()
        .atMost(LIMIT)
        .until(
            () ->
                node.number(
                        "SELECT COUNT(*) FROM event_journal j LEFT JOIN event_delivery d ON"
                            + " d.ordering = j.ordering WHERE d.ordering IS NULL AND"
                            + " j.persistence_id <> '~hole'")
                    == 0);
  }

  private static void damage(String sql) throws Exception {
    try (var db = node.database.connect();
        var statement = db.createStatement()) {
      assertThat(statement.executeUpdate(sql)).as(sql).isPositive();
    }
  }

  private static List<List<List<String>>> rows() throws Exception {
    var all = new ArrayList<List<List<String>>>();
    for (var table :
        List.of(
            "order_view ORDER BY order_id",
            "order_state_flow ORDER BY order_id, seq",
            "asset_account ORDER BY account_id",
            "asset_entry ORDER BY ordering",
            "asset_hold ORDER BY entity_id, order_no")) {
      all.add(node.query("SELECT * FROM " + table));
    }
    return all;
  }

  @Test
  void aCleanNodeHasNoDifferences() {
    settle();

    assertThat(reconcile()).as(out).isZero();

    assertThat(ApiClient.parse(out).path("state").asText()).isEqualTo("DONE");
    assertThat(ApiClient.parse(out).path("checked").asLong()).isPositive();
  }

  @Test
  void damagedRowsAreFoundAndPutRightAndTheNextOneFindsNothing() throws Exception {
    var other = reserved("other");
    settle();
    assertThat(reconcile()).as(out).isZero();
    var right = rows();
    damage("UPDATE order_view SET status = 'CREATED' WHERE order_no = '" + paid + "'");
    damage("DELETE FROM order_view WHERE order_no = '" + other + "'");
    damage("DELETE FROM notification WHERE order_no = '" + paid + "' AND channel = 'SMS'");
    damage("UPDATE asset_account SET available = 0, last_seq = 1 WHERE kind = 'WALLET'");

    assertThat(reconcile("--no-repair")).isEqualTo(3);
    assertThat(found())
        .isEqualTo(Map.of("VIEW FOUND", 2, "NOTIFICATION_MISSING FOUND", 1, "ACCOUNT FOUND", 1));
    assertThat(reconcile()).isEqualTo(3);
    assertThat(found())
        .isEqualTo(
            Map.of("VIEW REPAIRED", 2, "NOTIFICATION_MISSING REPAIRED", 1, "ACCOUNT REPAIRED", 1));

    assertThat(reconcile()).as(out).isZero();
    assertThat(rows()).isEqualTo(right);
    assertThat(node.number("SELECT COUNT(*) FROM notification")).isEqualTo(2);
  }

  @Test
  void anEventWhosePlaceGotLostIsFoundOnKafkaAndNotSentTwice() throws Exception {
    settle();
    var ordering =
        node.number(
            "SELECT MAX(ordering) FROM event_journal WHERE persistence_id = 'Order|" + paid + "'");
    var place = place(ordering);
    damage("DELETE FROM event_delivery WHERE ordering = " + ordering);

    assertThat(reconcile()).isEqualTo(3);

    assertThat(found()).isEqualTo(Map.of("NOT_ON_KAFKA REPAIRED", 1));
    assertThat(out).contains("its place is recorded again");
    assertThat(place(ordering)).isEqualTo(place);
    assertThat(reconcile()).as(out).isZero();
  }

  private static List<List<String>> place(long ordering) throws Exception {
    return node.query(
        "SELECT topic, partition_no, offset_no, published_at FROM event_delivery WHERE ordering = "
            + ordering);
  }

  @Test
  void anEventThatKafkaHasLostIsSentAgain() throws Exception {
    settle();
    var ordering =
        node.number(
            "SELECT MAX(ordering) FROM event_journal WHERE persistence_id LIKE 'Account|wallet%'");
    var place = place(ordering).get(0);
    try (var admin =
        Admin.create(Map.of("bootstrap.servers", TestServers.kafka().bootstrapServers()))) {
      var partition = new TopicPartition(place.get(0), Integer.parseInt(place.get(1)));
      var upTo = RecordsToDelete.beforeOffset(Long.parseLong(place.get(2)) + 1);
      admin.deleteRecords(Map.of(partition, upTo)).all().get();
    }
    damage("DELETE FROM event_delivery WHERE ordering = " + ordering);

    assertThat(reconcile()).isEqualTo(3);

    assertThat(found()).isEqualTo(Map.of("NOT_ON_KAFKA REPAIRED", 1));
    assertThat(out).contains("it is sent again");
    await().atMost(LIMIT).until(() -> place(ordering).size() == 1);
    assertThat(place(ordering).get(0)).isNotEqualTo(place);
    assertThat(reconcile()).as(out).isZero();
    assertThat(node.managed("/metrics").body()).contains("consistency_event_missing_total 1.0");
  }

  @Test
  void everyRunIsToldAndCounted() {
    settle();
    reconcile();
    var id = ApiClient.parse(out).path("id").asText();

    reconcile("--list");
    var ids = new TreeSet<String>();
    ApiClient.parse(out).path("items").forEach(run -> ids.add(run.path("id").asText()));
    assertThat(ids).contains(id);
    assertThat(node.managed("/metrics").body())
        .contains("reconciliation_run_total{state=\"DONE\"}")
        .contains("reconciliation_difference_total{action=\"ALERTED\"}");
  }
}
