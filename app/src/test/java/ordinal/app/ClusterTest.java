package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import ordinal.projections.TestTopic;
import ordinal.servers.TestServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two nodes of one cluster on one database. */
class ClusterTest {

  static final Duration LIMIT = Duration.ofSeconds(60);
  static TestNode first;
  static TestNode second;

  @BeforeAll
  static void start() throws Exception {
    var database = TestServers.database("cluster");
    var limits = "ordinal.rate-limit { capacity = 1000, per-second = 1000 }";
    // Nobody finds anything by looking: only wake-ups explain what is published in this test.
    var noPolling = "ordinal.projections.tail.poll = 1h";
    first = TestNode.start(database, limits, noPolling);
    second =
        TestNode.start(
            database,
            limits,
            noPolling,
            "ordinal.seed-nodes = \"" + first.settings.remote() + "\"");
  }

  @AfterAll
  static void stop() {
    second.close();
    first.close();
  }

  @Test
  void bothNodesAreMembersAndReady() {
    for (var node : List.of(first, second)) {
      var management = "http://" + node.settings.management();
      await()
          .atMost(LIMIT)
          .until(
              () ->
                  RunningOrdinal.send(
                              HttpRequest.newBuilder(URI.create(management + "/cluster/members")))
                          .body()
                          .split("\"status\":\"Up\"", -1)
                          .length
                      == 3);
      var ready = RunningOrdinal.send(HttpRequest.newBuilder(URI.create(management + "/ready")));
      assertThat(ready.statusCode()).isEqualTo(200);
    }
  }

  @Test
  void aRequestThatOneNodeAnsweredIsReplayedByTheOther() {
    for (int i = 0; i < 20; i++) { // Orders of both nodes' shards.
      var created = first.create("replay-" + i);
      var orderNo = RunningOrdinal.data(created).path("orderNo").asText();
      var cancel = "/orders/" + orderNo + "/cancel";
      var canceled = first.post(cancel, "{\"reason\":\"a\"}", "X-Idempotency-Key", "k");

      var createdAgain = second.create("replay-" + i);
      var canceledAgain = second.post(cancel, "{\"reason\":\"a\"}", "X-Idempotency-Key", "k");
      var reused = second.post(cancel, "{\"reason\":\"b\"}", "X-Idempotency-Key", "k");

      assertThat(createdAgain.statusCode()).isEqualTo(200);
      assertThat(createdAgain.headers().firstValue("Idempotent-Replayed")).contains("true");
      assertThat(RunningOrdinal.data(createdAgain)).isEqualTo(RunningOrdinal.data(created));
      assertThat(canceledAgain.headers().firstValue("Idempotent-Replayed")).contains("true");
      assertThat(RunningOrdinal.data(canceledAgain)).isEqualTo(RunningOrdinal.data(canceled));
      assertThat(reused.statusCode()).isEqualTo(422);
      assertThat(reused.body()).contains("A0402");
    }
  }

  @Test
  void everyNodeGivesOutItsShareOfTheLimit() {
    for (var node : List.of(first, second)) {
      await()
          .atMost(LIMIT)
          .until(
              () ->
                  node.get("/orders/ORD" + "0".repeat(26))
                      .headers()
                      .firstValue("RateLimit-Policy")
                      .orElse("")
                      .contains("q=500"));
    }
  }

  @Test
  void anOrderIsTheSameThroughEveryNode() {
    for (int i = 0; i < 20; i++) {
      var orderNo = RunningOrdinal.data(first.create("same-" + i)).path("orderNo").asText();

      assertThat(second.data("/orders/" + orderNo)).isEqualTo(first.data("/orders/" + orderNo));
    }
  }

  @Test
  void anEventGoesOutAtOnceWhicheverNodeStoredItAndWhicheverPublishesIt() throws Exception {
    var topic = new TestTopic(TestServers.kafka().bootstrapServers(), "order-events");
    var journalId =
        first.query("SELECT value FROM fixed_setting WHERE name = 'journal-id'").get(0).get(0);
    var expected = new HashSet<String>();
    for (int i = 0; i < 32; i++) {
      var node = i % 2 == 0 ? first : second;
      var created =
          node.post("/orders", ProgramTest.create("publish-" + i), "X-Trace-Id", "trace-" + i);
      expected.add(RunningOrdinal.data(created).path("orderNo").asText() + " trace-" + i);
    }

    await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(200))
        .until(
            () ->
                topic.records(journalId).stream()
                    .map(r -> r.key() + " " + TestTopic.header(r, "X-Trace-Id"))
                    .collect(Collectors.toSet())
                    .containsAll(expected));
  }
}
