package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import ordinal.kernel.TraceContext;
import ordinal.order.Order;
import ordinal.order.OrderCommand;
import ordinal.order.OrderEvent;
import ordinal.order.OrderReply;
import ordinal.projections.message.EventMessage;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * What a node sends to Kafka and at /events, held against the description that it serves. One node
 * for all tests: each start takes seconds.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class EventDescriptionTest {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  static final Set<String> ORDERS = new LinkedHashSet<>();
  static TestNode node;
  static DescribedRecords description;
  static List<ConsumerRecord<String, String>> records;

  @BeforeAll
  static void liveThroughEverything() throws Exception {
    node =
        TestNode.start(
            "described",
            "ordinal.cash.refunds.provider = none",
            "ordinal.bridge { poll = 100ms, look-every = 100ms }");
    description = new DescribedRecords(node);
    refunded("described-1");
    assetsLocked("described-2");
    var sold = create("described-3");
    tell(sold, to -> new OrderCommand.StockReserveFailed("s-3", "sold out", trace(), to));
    post(create("described-4"), "/cancel", "{\"reason\":\"changed my mind\"}");
    long stored =
        node.number("SELECT COUNT(*) FROM event_journal WHERE persistence_id LIKE 'Order|%'");
    records =
        await()
            .atMost(LIMIT)
            .until(
                () -> DescribedRecords.read(EventMessage.ORDER_EVENTS, ORDERS::contains),
                all -> all.size() == stored);
  }

  @AfterAll
  static void stop() {
    if (node != null) node.close();
  }

  /** Everything that can happen to an order that is paid for with money only, and given back. */
  private static void refunded(String requestId) {
    var order = create(requestId);
    tell(order, to -> new OrderCommand.StockReserved("s-1", trace(), to));
    post(order, "/checkout", "{\"couponId\":\"c\",\"walletAmount\":1.5,\"points\":3}");
    awaitOrder(order, "status", "STOCK_RESERVED"); // Nobody has issued that coupon.
    post(order, "/checkout", "{}");
    post(order, "/payments", "{\"paymentId\":\"p-1\",\"result\":\"FAILED\"}");
    post(order, "/checkout", "{}");
    var paid = "{\"paymentId\":\"p-2\",\"result\":\"SUCCESS\",\"amount\":199.98}";
    post(order, "/payments", paid);
    post(order, "/payments", paid.replace("p-2", "p-3"));
    post(order, "/complete", "{\"technicianId\":\"t\",\"mentorId\":\"m\"}");
    var first = post(order, "/refunds", "{\"reason\":\"too small\"}").path("refundId").asText();
    refundEnds(first, "FAILED");
    refundEnds(post(order, "/refunds", "{}").path("refundId").asText(), "SUCCESS");
  }

  private static void assetsLocked(String requestId) {
    var order = create(requestId);
    var user = node.data("/orders/" + order).path("userId").asText();
    node.post("/users/" + user + "/points/credits", "{\"requestId\":\"p\",\"points\":3}");
    tell(order, to -> new OrderCommand.StockReserved("s-2", trace(), to));
    post(order, "/checkout", "{\"points\":3}");
    awaitOrder(order, "assets", "LOCKED");
  }

  private static String create(String requestId) {
    var orderNo = RunningOrdinal.data(node.create(requestId)).path("orderNo").asText();
    ORDERS.add(orderNo);
    return orderNo;
  }

  private static void awaitOrder(String orderNo, String field, String value) {
    await()
        .atMost(LIMIT)
        .until(() -> node.data("/orders/" + orderNo).path(field).asText(), value::equals);
  }

  private static JsonNode post(String orderNo, String what, String body) {
    return done(node.post("/orders/" + orderNo + what, body));
  }

  private static void refundEnds(String refundId, String result) {
    done(node.post("/refunds/" + refundId + "/result", "{\"result\":\"" + result + "\"}"));
  }

  private static JsonNode done(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return RunningOrdinal.data(answer);
  }

  private static void tell(String orderNo, Function<ActorRef<OrderReply>, OrderCommand> message) {
    var reply =
        ClusterSharding.get(node.node.system())
            .entityRefFor(Order.KEY, orderNo)
            .ask(message::apply, LIMIT)
            .toCompletableFuture()
            .join();
    assertThat(reply).isInstanceOf(OrderReply.Accepted.class);
  }

  private static TraceContext trace() {
    return TraceContext.fresh();
  }

  @Test
  void everyKindOfEventWasSent() {
    var known = new TreeSet<String>();
    for (var type : OrderEvent.class.getPermittedSubclasses()) known.add(type.getSimpleName());

    assertThat(DescribedRecords.types(records)).isEqualTo(known);
  }

  @Test
  void everyRecordIsAsItsMessageIsDescribed() throws IOException {
    description.assertAllFit(records);
  }

  @Test
  void theTopicHasAsManyPartitionsAsDescribed() {
    description.assertPartitions(EventMessage.ORDER_EVENTS);
  }

  @Test
  void aListenerHearsOfAnOrderWhatKafkaHas() throws Exception {
    for (var order : ORDERS) {
      var onKafka =
          records.stream().filter(r -> r.key().equals(order)).map(ConsumerRecord::value).toList();

      assertThat(heard("/events?after=0&orderNo=" + order, onKafka.size())).isEqualTo(onKafka);
    }
  }

  /** The last one: the node is gone afterwards. */
  @Test
  @org.junit.jupiter.api.Order(Integer.MAX_VALUE)
  void aListenerIsToldTheEndWhenTheNodeStops() throws Exception {
    var request = HttpRequest.newBuilder(URI.create(node.node.httpUrl() + "/events")).build();
    var answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofLines());
    // Fails with an UncheckedIOException when the stream is cut.
    var rest = CompletableFuture.supplyAsync(() -> answer.body().toList());

    node.close();

    assertThat(rest.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).startsWith("retry: 2000", "");
  }

  private static List<String> heard(String path, int count) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(node.node.httpUrl() + path)).build();
    var answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofLines());
    try (var lines = answer.body()) {
      return CompletableFuture.supplyAsync(
              () ->
                  lines
                      .filter(line -> line.startsWith("data: "))
                      .limit(count)
                      .map(line -> line.substring("data: ".length()))
                      .toList())
          .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }
  }
}
