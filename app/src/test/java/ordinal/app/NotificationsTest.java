package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** From a payment to a webhook and to the management port, on a whole node. */
class NotificationsTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final List<String> received = new CopyOnWriteArrayList<>();
  private volatile int answer = 400;

  private void handle(HttpExchange exchange) throws IOException {
    exchange.getRequestBody().readAllBytes();
    received.add(
        exchange.getRequestHeaders().getFirst("X-Ordinal-Notification-Id")
            + " "
            + exchange.getRequestHeaders().getFirst("X-Trace-Id"));
    exchange.sendResponseHeaders(answer, -1);
    exchange.close();
  }

  @Test
  void aPaymentIsToldOnEveryChannelAndWhatIsRefusedIsReplayed() throws Exception {
    var receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext("/", this::handle);
    receiver.start();
    try (var node =
        TestNode.start(
            "notifications_node",
            "ordinal.inventory = builtin",
            """
            ordinal.cash.notifications {
              webhook.secret = correct-horse-battery
              sms { adapter = webhook, url = "http://127.0.0.1:%d/sms" }
              look-every = 100ms, measure-every = 200ms
            }"""
                .formatted(receiver.getAddress().getPort()))) {
      var orderNo = paid(node);

      await().atMost(LIMIT).until(() -> told(node, orderNo, "SENT").size() == 1);
      await().atMost(LIMIT).until(() -> told(node, orderNo, "DEAD").size() == 1);
      var technician = told(node, orderNo, "SENT").get(0);
      var sms = told(node, orderNo, "DEAD").get(0);
      assertThat(technician.path("channel").asText()).isEqualTo("TECHNICIAN");
      assertThat(sms.path("channel").asText()).isEqualTo("SMS");
      assertThat(sms.path("lastError").asText()).isEqualTo("the receiver answered 400");
      assertThat(received).containsExactly(sms.path("id").asText() + " payment-1");
      await().atMost(LIMIT).until(() -> metrics(node, "notification_dead{channel=\"SMS\"} 1.0"));
      assertThat(metrics(node, "notification_sent_total{channel=\"TECHNICIAN\"} 1.0")).isTrue();
      assertThat(metrics(node, "notification_pending{channel=\"SMS\"} 0.0")).isTrue();

      answer = 204;
      var replayed =
          node.managed("POST", "/admin/notifications/" + sms.path("id").asText() + "/replay", "");

      assertThat(RunningOrdinal.data(replayed).path("replaying").asInt()).isEqualTo(1);
      await().atMost(LIMIT).until(() -> told(node, orderNo, "SENT").size() == 2);
      assertThat(received).hasSize(2).containsOnly(sms.path("id").asText() + " payment-1");
    } finally {
      receiver.stop(0);
    }
  }

  private static JsonNode told(TestNode node, String orderNo, String status) {
    var path = "/admin/notifications?status=" + status + "&orderNo=" + orderNo;
    return RunningOrdinal.data(node.managed(path)).path("items");
  }

  private static boolean metrics(TestNode node, String line) {
    return node.managed("/metrics").body().contains(line);
  }

  private static String paid(TestNode node) {
    RunningOrdinal.send(
        HttpRequest.newBuilder(URI.create(node.node.httpUrl() + "/inventory/cake"))
            .header("Content-Type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofString("{\"onHand\":10}")));
    var created =
        node.post(
            "/orders",
            """
            {"clientRequestId":"told","userId":"u",
             "items":[{"skuId":"cake","quantity":1,"unitPrice":5}]}""");
    var orderNo = RunningOrdinal.data(created).path("orderNo").asText();
    await()
        .atMost(LIMIT)
        .until(
            () -> node.data("/orders/" + orderNo).path("status").asText().equals("STOCK_RESERVED"));
    node.post("/orders/" + orderNo + "/checkout", "{}");
    node.post(
        "/orders/" + orderNo + "/payments",
        "{\"paymentId\":\"p-1\",\"result\":\"SUCCESS\",\"amount\":5}",
        "X-Trace-Id",
        "payment-1");
    return orderNo;
  }
}
