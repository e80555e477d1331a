package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The views of a whole node: where events went, and the projections held, let go and made anew. */
class ViewsTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  static TestNode node;

  @BeforeAll
  static void start() throws Exception {
    node = TestNode.start("views");
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static String newOrder(String requestId) {
    return RunningOrdinal.data(node.create(requestId)).path("orderNo").asText();
  }

  private static JsonNode projection(String name) {
    var all = RunningOrdinal.data(node.managed("/admin/projections"));
    return StreamSupport.stream(all.spliterator(), false)
        .filter(one -> one.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static JsonNode tell(String name, String what) {
    var answer = node.managed("POST", "/admin/projections/" + name + "/" + what, "");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return RunningOrdinal.data(answer);
  }

  @Test
  void aTimelineShowsWhereItsEventsAreOnKafka() {
    var orderNo = newOrder("timeline");

    await()
        .atMost(LIMIT)
        .until(() -> node.data("/orders/" + orderNo + "/timeline").get(0).has("offset"));

    var first = node.data("/orders/" + orderNo + "/timeline").get(0);
    assertThat(first.path("topic").asText()).isEqualTo("order-events");
    assertThat(first.path("partition").isInt()).isTrue();
    assertThat(first.path("publishedAt").asText()).endsWith("Z");
  }

  @Test
  void everyProjectionIsHeldAndLetGo() throws Exception {
    for (var name : new String[] {"kafka", "orders", "assets", "deliveries"}) {
      assertThat(tell(name, "pause").path("state").asText()).isEqualTo("PAUSED");
      assertThat(tell(name, "resume").path("state").asText()).isEqualTo("RUNNING");
    }
    newOrder("after-the-pause");

    for (var name : new String[] {"kafka", "orders", "assets", "deliveries"}) {
      await().atMost(LIMIT).until(() -> projection(name).path("lag").asLong() == 0);
    }
  }

  @Test
  void theViewIsMadeAnewWhileOrdersCome() throws Exception {
    for (int i = 0; i < 20; i++) newOrder("before-" + i);
    await().atMost(LIMIT).until(() -> projection("orders").path("lag").asLong() == 0);

    tell("orders", "rebuild");
    int orders = 0;
    while (!projection("orders").at("/rebuild/state").asText().matches("SWITCHED|FAILED")) {
      newOrder("during-" + orders++);
    }

    var rebuild = projection("orders").path("rebuild");
    assertThat(rebuild.path("state").asText()).as(rebuild.toString()).isEqualTo("SWITCHED");
    assertThat(rebuild.path("differences").asLong()).isZero();
    await()
        .atMost(LIMIT)
        .until(
            () ->
                node.number("SELECT SUM(last_seq) FROM order_view")
                    == node.number("SELECT COUNT(*) FROM event_journal WHERE slice IS NOT NULL"));
  }
}
