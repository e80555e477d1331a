package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Many more buyers than pieces, all at once, on one sku: every piece is sold once. */
class FlashSaleTest {

  private static final int PIECES = 500;
  private static final int BUYERS = 5000;

  /** So many ask at the same moment, as long as there are buyers left. */
  private static final int AT_ONCE = 100;

  private static final String SKU = "hot";
  private static final List<Integer> BOUGHT = List.of(201, 200);

  /** Every so many buyers do not wait for the answer, but send the same again at once. */
  private static final int IMPATIENT = 7;

  private final Map<Integer, String> orderNos = new ConcurrentHashMap<>();

  @Test
  void everyPieceIsSoldOnceAndWhoeverRetriesDoesNotBuyTwice() throws Exception {
    try (var node = TestNode.start("flash_sale", "ordinal.inventory = builtin")) {
      put(node, PIECES);

      var answers = buyAll(node);

      assertThat(IntStream.range(0, BUYERS).filter(i -> BOUGHT.contains(answers.get(i))))
          .hasSize(PIECES);
      assertThat(answers.values()).isSubsetOf(200, 201, 409);
      assertThat(orderNos.values()).hasSize(PIECES).doesNotHaveDuplicates();
      assertLevels(node, 0, PIECES);

      for (int i = 0; i < BUYERS; i += 97) assertAnsweredAsBefore(node, i, answers.get(i));
      assertLevels(node, 0, PIECES);
      assertThat(
              node.number(
                  "SELECT COUNT(DISTINCT persistence_id) FROM event_journal"
                      + " WHERE persistence_id LIKE 'Order|%'"))
          .as("who is refused leaves nothing behind")
          .isEqualTo(PIECES);
      await()
          .atMost(RunningOrdinal.LIMIT)
          .until(
              () ->
                  node.number("SELECT COUNT(*) FROM order_view WHERE status = 'STOCK_RESERVED'")
                      == PIECES);
    }
  }

  /** What is canceled can be had again; the canceled order's own number cannot. */
  @Test
  void whatOneGivesBackAnotherCanBuy() throws Exception {
    try (var node = TestNode.start("flash_sale", "ordinal.inventory = builtin")) {
      put(node, 1);
      var first = node.post(path(), body(1));
      assertThat(first.statusCode()).isEqualTo(201);
      var orderNo = RunningOrdinal.data(first).path("orderNo").asText();
      assertThat(node.post(path(), body(2)).statusCode()).isEqualTo(409);

      node.post("/orders/" + orderNo + "/cancel", "{}");

      await().atMost(RunningOrdinal.LIMIT).until(() -> levels(node).equals(List.of(1L, 0L, 0L)));
      assertThat(node.post(path(), body(3)).statusCode()).isEqualTo(201);
      var again = node.post(path(), body(1));
      assertThat(again.statusCode()).isEqualTo(200);
      assertThat(RunningOrdinal.data(again)).isEqualTo(RunningOrdinal.data(first));
    }
  }

  // Buyers.

  private Map<Integer, Integer> buyAll(TestNode node) throws Exception {
    var answers = new ConcurrentHashMap<Integer, Integer>();
    var threads = Executors.newFixedThreadPool(AT_ONCE);
    try {
      var calls = new ArrayList<Callable<Integer>>();
      for (int i = 0; i < BUYERS; i++) {
        int buyer = i;
        if (buyer % IMPATIENT == 0) calls.add(() -> buy(node, buyer));
        calls.add(() -> answers.merge(buyer, buy(node, buyer), Math::min));
      }
      for (var done : threads.invokeAll(calls)) done.get();
    } finally {
      threads.shutdown();
    }
    return answers;
  }

  /** Until there is an answer that stays; the same again while it is unknown or under way. */
  private int buy(TestNode node, int buyer) {
    var answer =
        await()
            .atMost(RunningOrdinal.LIMIT)
            .pollInterval(Duration.ofMillis(20))
            .pollDelay(Duration.ZERO)
            .ignoreExceptions() // A time-out: it may have been bought.
            .until(() -> node.post(path(), body(buyer)), FlashSaleTest::isFinal);
    if (BOUGHT.contains(answer.statusCode())) {
      orderNos.put(buyer, RunningOrdinal.data(answer).path("orderNo").asText());
    }
    return answer.statusCode();
  }

  private static boolean isFinal(HttpResponse<String> answer) {
    return answer.statusCode() != 503 && !answer.body().contains("A0401");
  }

  private static void assertAnsweredAsBefore(TestNode node, int buyer, int status) {
    var again = node.post(path(), body(buyer));

    if (BOUGHT.contains(status)) {
      assertThat(again.statusCode()).isEqualTo(200);
      assertThat(again.headers().firstValue("Idempotent-Replayed")).contains("true");
    } else {
      assertThat(again.statusCode()).isEqualTo(409);
      assertThat(RunningOrdinal.data(again).path("status").asText()).isEqualTo("SOLD_OUT");
    }
  }

  private static String path() {
    return "/flash-sales/" + SKU + "/orders";
  }

  private static String body(int buyer) {
    return """
           {"clientRequestId":"sale","userId":"buyer-%d","quantity":1,"unitPrice":9.90}"""
        .formatted(buyer);
  }

  // Stock.

  private static void put(TestNode node, int onHand) {
    var request =
        HttpRequest.newBuilder(URI.create(node.node.httpUrl() + "/inventory/" + SKU))
            .header("Content-Type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofString("{\"onHand\":" + onHand + "}"));
    assertThat(RunningOrdinal.send(request).statusCode()).isEqualTo(200);
  }

  private static List<Long> levels(TestNode node) {
    var stock = node.data("/inventory/" + SKU);
    return List.of(
        stock.path("onHand").asLong(),
        stock.path("reserved").asLong(),
        stock.path("sold").asLong());
  }

  private static void assertLevels(TestNode node, long onHand, long reserved) {
    assertThat(levels(node)).containsExactly(onHand, reserved, 0L);
  }
}
