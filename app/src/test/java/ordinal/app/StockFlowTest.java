package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Orders and the built-in stock service, over Kafka both ways, until all have settled. */
class StockFlowTest {

  @Test
  void exactlyWhatFitsIsReservedAlsoWhenEveryStockEventComesAgainAndShuffled() throws Exception {
    try (var node = TestNode.start("stock_flow", "ordinal.inventory = builtin");
        var echo = new MessageEcho(node)) {
      var buyers = new StockBuyers(node.node::httpUrl, "flow", true, 1);
      buyers.stock();

      buyers.create(0, StockBuyers.ORDERS);

      var reserved = buyers.awaitSettled();
      assertThat(reserved).hasSize(StockBuyers.SKUS * StockBuyers.PIECES);
      assertThat(reserved.stream().collect(Collectors.groupingBy(i -> i % StockBuyers.SKUS)))
          .allSatisfy((sku, orders) -> assertThat(orders).hasSize(StockBuyers.PIECES));
      buyers.assertExact(reserved);
      echo.awaitAllTwice(StockBuyers.ORDERS);
      assertThat(buyers.awaitSettled()).containsExactlyInAnyOrderElementsOf(reserved);
      assertThat(
              node.number("SELECT COUNT(*) FROM event_journal WHERE persistence_id LIKE 'Order|%'"))
          .as("one event for the order, one for its stock")
          .isEqualTo(2L * StockBuyers.ORDERS);
    }
  }

  @Test
  void whatIsCanceledGoesBackAndWhatIsPaidIsSold() throws Exception {
    try (var node = TestNode.start("stock_ends", "ordinal.inventory = builtin")) {
      var body = HttpRequest.BodyPublishers.ofString("{\"onHand\":10}");
      RunningOrdinal.send(
          HttpRequest.newBuilder(URI.create(node.node.httpUrl() + "/inventory/tea"))
              .header("Content-Type", "application/json")
              .PUT(body));
      var canceled = reserved(node, "canceled");
      var paid = reserved(node, "paid");
      awaitLevels(node, 8, 2, 0);

      node.post("/orders/" + canceled + "/cancel", "{}");
      awaitLevels(node, 9, 1, 0);
      node.post("/orders/" + paid + "/checkout", "{}");
      node.post(
          "/orders/" + paid + "/payments",
          "{\"paymentId\":\"p-1\",\"result\":\"SUCCESS\",\"amount\":5}");

      awaitLevels(node, 9, 0, 1);
      assertThat(node.data("/orders/" + paid).path("status").asText()).isEqualTo("PAID");
    }
  }

  /**
   * Whichever of the two comes first, the answer of the stock service or the cancel; enough for
   * all.
   */
  @Test
  void whatIsCanceledBeforeItsStockIsReservedGoesBackToo() throws Exception {
    try (var node = TestNode.start("stock_cancel", "ordinal.inventory = builtin")) {
      RunningOrdinal.send(
          HttpRequest.newBuilder(URI.create(node.node.httpUrl() + "/inventory/tea"))
              .header("Content-Type", "application/json")
              .PUT(HttpRequest.BodyPublishers.ofString("{\"onHand\":20}")));

      for (int i = 0; i < 20; i++) {
        var orderNo = RunningOrdinal.data(order(node, "soon-" + i)).path("orderNo").asText();
        assertThat(node.post("/orders/" + orderNo + "/cancel", "{}").statusCode()).isEqualTo(200);
      }

      var ended =
          "SELECT COUNT(*) FROM event_journal WHERE event_ser_manifest LIKE '%StockReleased'";
      await().atMost(StockBuyers.LIMIT).until(() -> node.number(ended) == 20);
      awaitLevels(node, 20, 0, 0);
    }
  }

  private static HttpResponse<String> order(TestNode node, String requestId) {
    return node.post(
        "/orders",
        """
        {"clientRequestId":"%s","userId":"u",
         "items":[{"skuId":"tea","quantity":1,"unitPrice":5}]}"""
            .formatted(requestId));
  }

  private static String reserved(TestNode node, String requestId) {
    var orderNo = RunningOrdinal.data(order(node, requestId)).path("orderNo").asText();
    await()
        .atMost(StockBuyers.LIMIT)
        .until(
            () -> node.data("/orders/" + orderNo).path("status").asText().equals("STOCK_RESERVED"));
    return orderNo;
  }

  private static void awaitLevels(TestNode node, long onHand, long reserved, long sold) {
    await()
        .atMost(StockBuyers.LIMIT)
        .untilAsserted(
            () -> {
              var levels = node.data("/inventory/tea");
              assertThat(
                      List.of(
                          levels.path("onHand").asLong(),
                          levels.path("reserved").asLong(),
                          levels.path("sold").asLong()))
                  .containsExactly(onHand, reserved, sold);
            });
  }

  @Test
  void sumsAreExactAfterAKillInTheMiddle() throws Exception {
    var data = Path.of(System.getProperty("ordinal.test.dir"), "stock-kill-" + System.nanoTime());
    try (var ordinal = new RunningOrdinal(data)) {
      ordinal.environment.put("ORDINAL_INVENTORY", "builtin");
      ordinal.environment.put("ORDINAL_RATE_LIMIT_CAPACITY", "0");
      ordinal.start();
      var buyers = new StockBuyers(ordinal::url, "kill", false, 2);
      buyers.stock();
      buyers.create(0, 400);

      ordinal.killHard();
      ordinal.start();
      buyers.create(400, StockBuyers.ORDERS);

      var reserved = buyers.awaitSettled();
      assertThat(reserved).isNotEmpty();
      assertThat(IntStream.range(0, StockBuyers.ORDERS).filter(i -> !reserved.contains(i)))
          .as("more was wanted than there is")
          .isNotEmpty();
      buyers.assertExact(reserved);
      assertThat(ordinal.terminate()).isEqualTo(143);
    }
  }
}
