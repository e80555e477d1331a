package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import ordinal.order.OrderNumber;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Orders are made without starting their entities: no order may be lost or doubled by that. */
class NewOrdersTest {

  static TestNode node;

  @BeforeAll
  static void start() throws Exception {
    node = TestNode.start("new_orders");
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static List<Integer> statuses(List<Callable<HttpResponse<String>>> calls)
      throws Exception {
    var threads = Executors.newFixedThreadPool(50);
    try {
      var statuses = new ArrayList<Integer>();
      for (var answer : threads.invokeAll(calls)) statuses.add(answer.get().statusCode());
      return statuses;
    } finally {
      threads.shutdown();
    }
  }

  private static Callable<HttpResponse<String>> create(String requestId) {
    return () -> node.create(requestId);
  }

  @Test
  void aRepeatAmongOthersIsARepeatAndTheOthersAreStored() throws Exception {
    for (int i = 0; i < 20; i++) node.create("known-" + i);

    var calls = new ArrayList<Callable<HttpResponse<String>>>();
    for (int i = 0; i < 200; i++) {
      calls.add(create(i % 10 == 0 ? "known-" + i / 10 : "mixed-" + i));
    }
    var statuses = statuses(calls);

    for (int i = 0; i < 200; i++) {
      assertThat(statuses.get(i)).as("call " + i).isEqualTo(i % 10 == 0 ? 200 : 201);
    }
    assertThat(
            node.number(
                "SELECT COUNT(*) FROM event_journal WHERE event_payload LIKE '%\"known-%'"
                    + " OR event_payload LIKE '%\"mixed-%'"))
        .isEqualTo(200);
  }

  @Test
  void theSameRequestManyTimesAtOnceMakesOneOrder() throws Exception {
    for (int round = 0; round < 5; round++) {
      var name = "same-" + round;
      var statuses = statuses(IntStream.range(0, 40).mapToObj(i -> create(name)).toList());

      assertThat(statuses.stream().filter(status -> status == 201)).as(name).hasSize(1);
      assertThat(statuses).as(name).containsAnyOf(200, 409).doesNotContain(500, 503);
      assertThat(
              node.number(
                  "SELECT COUNT(*) FROM event_journal WHERE event_payload LIKE '%\""
                      + name
                      + "\"%'"))
          .isEqualTo(1);
    }
  }

  /**
   * Somebody asks for the number while the order is being made, and so its entity knows of none.
   */
  @Test
  void anOrderIsThereAsSoonAsItIsAnsweredWhoeverAskedForItBefore() throws Exception {
    for (int i = 0; i < 60; i++) {
      var requestId = "asked-" + i;
      var orderNo = OrderNumber.of("default", "10001", requestId);
      var calls = new ArrayList<Callable<HttpResponse<String>>>();
      for (int n = 0; n < 6; n++) calls.add(() -> node.get("/orders/" + orderNo));
      calls.add(
          3,
          () -> {
            assertThat(RunningOrdinal.data(node.create(requestId)).path("orderNo").asText())
                .isEqualTo(orderNo);
            return node.get("/orders/" + orderNo);
          });

      var statuses = statuses(calls);

      assertThat(statuses.get(3)).as("behind its creation, order " + i).isEqualTo(200);
      assertThat(statuses).containsAnyOf(200, 404).doesNotContain(500, 503);
      assertThat(node.post("/orders/" + orderNo + "/cancel", "{}").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void whatSqlCouldTakeForItsOwnIsStoredAsItIs() throws Exception {
    var orderNo = RunningOrdinal.data(node.create("quoted")).path("orderNo").asText();
    var reason = "it's \\\" 'quoted', `ü` {fn now()} ? -- ; /* 蛋糕 */";
    var body = "{\"reason\":\"" + reason.replace("\\", "\\\\").replace("\"", "\\\"") + "\"}";

    assertThat(node.post("/orders/" + orderNo + "/cancel", body).statusCode()).isEqualTo(200);

    node.putAway(orderNo);
    assertThat(node.data("/orders/" + orderNo).path("statusReason").asText()).isEqualTo(reason);
    var again = RunningOrdinal.data(node.post("/orders/" + orderNo + "/cancel", "{}"));
    assertThat(again.path("statusReason").asText()).as("by its entity").isEqualTo(reason);
  }

  @Test
  void anOrderThatWasMadeAndPutAwayGoesOn() throws Exception {
    var orderNo = RunningOrdinal.data(node.create("goes-on")).path("orderNo").asText();

    node.post("/orders/" + orderNo + "/cancel", "{}");
    node.putAway(orderNo);

    assertThat(node.data("/orders/" + orderNo).path("version").asLong()).isEqualTo(2);
    assertThat(node.create("goes-on").statusCode()).isEqualTo(200);
    assertThat(node.data("/orders/" + orderNo + "?atVersion=1").path("status").asText())
        .isEqualTo("CREATED");
  }
}
