package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import ordinal.kernel.Ids;
import ordinal.servers.StartFailure;
import ordinal.servers.TestServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The management port of a real node. */
class ManagementTest {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  static TestNode node;

  @BeforeAll
  static void start() throws Exception {
    node = TestNode.start("management");
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static JsonNode data(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return RunningOrdinal.data(answer);
  }

  private static String newOrder(String requestId) {
    return RunningOrdinal.data(node.create(requestId)).path("orderNo").asText();
  }

  @Test
  void pekkosRoutesAndOursAreOnOnePort() {
    assertThat(node.managed("/ready").statusCode()).isEqualTo(200);
    assertThat(node.managed("/alive").statusCode()).isEqualTo(200);
    assertThat(ApiClient.parse(node.managed("/cluster/members").body()).path("members")).hasSize(1);
    var outbox = node.managed("GET", "/admin/outbox", "", "X-Trace-Id", "ops-1");
    assertThat(data(outbox).path("lagBySlice")).hasSize(16);
    assertThat(outbox.headers().firstValue("X-Trace-Id")).contains("ops-1");
    assertThat(data(node.managed("/admin/projections")).isArray()).isTrue();
    assertThat(node.managed("/openapi.json").body()).contains("/admin/dead-letters/{id}/replay");
    assertThat(node.managed("/docs").body()).startsWith("<!doctype html>");
  }

  @Test
  void whatIsNowhereIsSaidInTheEnvelope() {
    for (var path : List.of("/", "/nothing", "/admin/nothing", "/ready/nothing")) {
      var answer = node.managed(path);
      assertThat(answer.statusCode()).isEqualTo(404);
      assertThat(answer.body()).contains("\"A0404\"");
      assertThat(answer.headers().firstValue("Server")).isEmpty();
    }
  }

  @Test
  void theClustersRoutesAreForReadingOnly() {
    var member =
        ApiClient.parse(node.managed("/cluster/members").body())
            .at("/members/0/node")
            .asText()
            .replace("pekko://", "");

    for (var method : List.of("DELETE", "PUT", "POST")) {
      assertThat(node.managed(method, "/cluster/members/" + member, "").statusCode())
          .isGreaterThanOrEqualTo(400);
      assertThat(node.managed(method, "/cluster/members", "").statusCode())
          .isGreaterThanOrEqualTo(400);
    }
    assertThat(ApiClient.parse(node.managed("/cluster/members").body()).at("/members/0/status"))
        .hasToString("\"Up\"");
  }

  @Test
  void whatWasStoredIsSoonOut() {
    for (int i = 0; i < 20; i++) newOrder("out-" + i);

    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              var outbox = data(node.managed("/admin/outbox"));
              assertThat(outbox.path("pending").asLong()).isZero();
              assertThat(outbox.path("oldestPendingAgeSeconds").asDouble()).isZero();
              assertThat(metric("outbox_event_sent_total")).isGreaterThanOrEqualTo(20);
              assertThat(metric("outbox_event_pending")).isZero();
            });
    assertThat(metric("outbox_event_created_total")).isGreaterThanOrEqualTo(20);
    assertThat(data(node.managed("POST", "/admin/outbox/retry-now", "")).path("slices").asInt())
        .isZero();
  }

  /** The first line of this name; labels do not matter here. */
  private static double metric(String name) {
    return node.managed("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
        .map(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .findFirst()
        .orElse(Double.NaN);
  }

  @Test
  void aDeadLetterIsListedCountedAndReplayed() throws Exception {
    var orderNo = newOrder("dead-1");
    var id = Ids.eventId("Order|" + orderNo, 1);
    await()
        .atMost(LIMIT)
        .until(() -> data(node.managed("/admin/outbox")).path("pending").asLong() == 0);
    try (var connection = node.database.connect();
        var statement = connection.createStatement()) {
      statement.execute(
          """
          INSERT INTO dead_letter (id, source, status, topic, biz_key, event_type,
          persistence_id, sequence_number, ordering, slice, reason, attempts, trace_id, created_at,
          updated_at)
          SELECT '%s', 'OUTBOX', 'DEAD', 'order-events', '%s', 'OrderCreated', persistence_id, 1,
                 ordering, slice, 'planted', 1, 't', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3)
            FROM event_journal WHERE persistence_id = 'Order|%s' AND sequence_number = 1
          """
              .formatted(id, orderNo, orderNo));
    }

    assertThat(data(node.managed("/admin/outbox")).path("dead").asLong()).isEqualTo(1);
    var listed = data(node.managed("/admin/dead-letters?status=DEAD&bizKey=" + orderNo));
    assertThat(listed.at("/items/0/id").asText()).isEqualTo(id);
    assertThat(listed.at("/items/0/reason").asText()).isEqualTo("planted");
    var replayed = node.managed("POST", "/admin/dead-letters/" + id + "/replay", "");
    assertThat(data(replayed).path("replaying").asInt()).isEqualTo(1);
    await()
        .atMost(LIMIT)
        .until(
            () ->
                data(node.managed("/admin/dead-letters/" + id))
                    .path("status")
                    .asText()
                    .equals("SENT"));
    await().atMost(LIMIT).until(() -> metric("outbox_event_dead") == 0);
  }

  @Test
  void entitiesInMemoryAreCounted() {
    // It is made and shown without its entity, but what changes it needs one.
    node.post("/orders/" + newOrder("counted") + "/cancel", "{}");

    await().atMost(LIMIT).until(() -> metric("entities_active") >= 1);
  }

  @Test
  void withATokenOnlyItsHoldersSeeMore() throws Exception {
    try (var guarded = TestNode.start("management_token", "ordinal.admin.token = s3cret-1")) {
      for (var path : List.of("/admin/outbox", "/admin/projections", "/metrics")) {
        var refused = guarded.managed(path);
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.body()).contains("\"A0301\"").doesNotContain("s3cret");
        var shown = guarded.managed("GET", path, "", "Authorization", "Bearer s3cret-1");
        assertThat(shown.statusCode()).isEqualTo(200);
      }
      assertThat(guarded.managed("/ready").statusCode()).isEqualTo(200);
      assertThat(guarded.managed("/cluster/members").statusCode()).isEqualTo(200);
      assertThat(guarded.managed("/openapi.json").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void aTakenManagementPortIsNamedBeforeAnythingStarts() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var settings =
          TestNode.settings(
              TestServers.database("management_taken"),
              "ordinal.management.port = " + taken.getLocalPort());

      assertThatThrownBy(() -> OrdinalNode.start(settings, new Progress(System.out)))
          .isInstanceOf(StartFailure.class)
          .hasMessageContainingAll("127.0.0.1:" + taken.getLocalPort(), "ORDINAL_MANAGEMENT_PORT");
    }
  }
}
