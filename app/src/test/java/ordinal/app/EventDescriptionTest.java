package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
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
import ordinal.servers.TestServers;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
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
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();
  private static final JsonSchemaFactory SCHEMAS =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7);

  static final Set<String> ORDERS = new LinkedHashSet<>();
  static TestNode node;
  static JsonNode description;
  static List<ConsumerRecord<String, String>> records;

  @BeforeAll
  static void liveThroughEverything() throws Exception {
    node = TestNode.start("described");
    description = JSON.readTree(node.get("/asyncapi.json").body());
    refunded("described-1");
    assetsLocked("described-2");
    var sold = create("described-3");
    tell(sold, to -> new OrderCommand.StockReserveFailed("s-3", "sold out", trace(), to));
    post(create("described-4"), "/cancel", "{\"reason\":\"changed my mind\"}");
    long stored = node.number("SELECT COUNT(*) FROM event_journal WHERE slice IS NOT NULL");
    records = await().atMost(LIMIT).until(EventDescriptionTest::read, r -> r.size() == stored);
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
    tell(order, to -> new OrderCommand.AssetsRejected("a-1", 1, "used before", trace(), to));
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
    tell(order, to -> new OrderCommand.StockReserved("s-2", trace(), to));
    post(order, "/checkout", "{\"couponId\":\"c\"}");
    tell(order, to -> new OrderCommand.AssetsLocked("a-2", 1, 9998, trace(), to));
  }

  private static String create(String requestId) {
    var orderNo = RunningOrdinal.data(node.create(requestId)).path("orderNo").asText();
    ORDERS.add(orderNo);
    return orderNo;
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

  /** All committed records of our orders; other tests of this run write to the same topic. */
  private static List<ConsumerRecord<String, String>> read() {
    Map<String, Object> settings =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            TestServers.kafka().bootstrapServers(),
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            "read_committed");
    var ours = new ArrayList<ConsumerRecord<String, String>>();
    try (var consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      var partitions =
          consumer.partitionsFor("order-events").stream()
              .map(p -> new TopicPartition(p.topic(), p.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      var ends = consumer.endOffsets(partitions);
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
        for (var one : consumer.poll(Duration.ofMillis(200))) {
          if (ORDERS.contains(one.key())) ours.add(one);
        }
      }
    }
    return ours;
  }

  private static void assertFits(String part, ConsumerRecord<String, String> sent, JsonNode value) {
    var root = (ObjectNode) description.deepCopy();
    root.put("$ref", "#/components/messages/" + header(sent, "ce_type") + "/" + part);

    assertThat(SCHEMAS.getSchema(root).validate(value)).as(part + " " + value).isEmpty();
  }

  private static String header(ConsumerRecord<?, ?> sent, String name) {
    return new String(sent.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }

  @Test
  void everyKindOfEventWasSent() {
    var sent = new TreeSet<String>();
    records.forEach(one -> sent.add(header(one, "ce_type")));

    var known = new TreeSet<String>();
    for (var type : OrderEvent.class.getPermittedSubclasses()) known.add(type.getSimpleName());
    assertThat(sent).isEqualTo(known);
  }

  @Test
  void everyRecordIsAsItsMessageIsDescribed() throws IOException {
    for (var one : records) {
      assertFits("payload", one, JSON.readTree(one.value()));
      assertFits("bindings/kafka/key", one, TextNode.valueOf(one.key()));
      var headers = JSON.createObjectNode();
      one.headers().forEach(header -> headers.put(header.key(), header(one, header.key())));
      assertFits("headers", one, headers);
    }
  }

  @Test
  void theTopicHasAsManyPartitionsAsDescribed() {
    int described = description.at("/channels/order-events/bindings/kafka/partitions").asInt();
    Map<String, Object> settings =
        Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, TestServers.kafka().bootstrapServers());
    try (var consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      assertThat(consumer.partitionsFor("order-events")).hasSize(described);
    }
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
