package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import ordinal.assets.AccountId;
import org.junit.jupiter.api.Test;

/** An order that nobody pays ends by itself, and gives back what it holds. */
class PaymentTimeoutTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  @Test
  void anOrderThatIsNotPaidInTimeIsCanceledAndItsStockGoesBackWhileAPaidOneStays()
      throws Exception {
    try (var node =
        TestNode.start(
            "payment_timeout", "ordinal.inventory = builtin", "ordinal.payment-timeout = 8s")) {
      RunningOrdinal.send(
          HttpRequest.newBuilder(URI.create(node.node.httpUrl() + "/inventory/cake"))
              .header("Content-Type", "application/json")
              .PUT(HttpRequest.BodyPublishers.ofString("{\"onHand\":10}")));
      var paid = reserved(node, "paid");
      node.post("/orders/" + paid + "/checkout", "{}");
      node.post(
          "/orders/" + paid + "/payments",
          "{\"paymentId\":\"p-1\",\"result\":\"SUCCESS\",\"amount\":5}");
      assertThat(status(node, paid)).isEqualTo("PAID");
      var reserved = reserved(node, "reserved");
      var checkedOut = reserved(node, "checked-out");
      var books = new Books(node);
      books.credit(AccountId.wallet("default", "u"), 700);
      node.post("/orders/" + checkedOut + "/checkout", "{\"walletAmount\":3}");
      await()
          .atMost(LIMIT)
          .until(() -> books.balance(AccountId.wallet("default", "u")).frozen() == 300);

      await().atMost(LIMIT).until(() -> status(node, reserved).equals("CANCELED"));
      await().atMost(LIMIT).until(() -> status(node, checkedOut).equals("CANCELED"));

      assertThat(node.data("/orders/" + reserved).path("statusReason").asText())
          .isEqualTo("not paid in time");
      await().atMost(LIMIT).until(() -> node.data("/inventory/cake").path("onHand").asLong() == 9);
      await()
          .atMost(LIMIT)
          .until(() -> books.balance(AccountId.wallet("default", "u")).available() == 700);
      assertThat(status(node, paid)).isEqualTo("PAID");
      await().atMost(LIMIT).until(() -> node.number("SELECT COUNT(*) FROM order_deadline") == 0);
    }
  }

  private static String reserved(TestNode node, String requestId) {
    var created =
        node.post(
            "/orders",
            """
            {"clientRequestId":"%s","userId":"u",
             "items":[{"skuId":"cake","quantity":1,"unitPrice":5}]}"""
                .formatted(requestId));
    var orderNo = RunningOrdinal.data(created).path("orderNo").asText();
    await().atMost(LIMIT).until(() -> status(node, orderNo).equals("STOCK_RESERVED"));
    return orderNo;
  }

  private static String status(TestNode node, String orderNo) {
    return node.data("/orders/" + orderNo).path("status").asText();
  }
}
