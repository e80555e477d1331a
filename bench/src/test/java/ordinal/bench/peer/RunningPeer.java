package ordinal.bench.peer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import ordinal.servers.TestServers;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** A peer inside the test, on a database and a topic of its own, and a caller of it. */
final class RunningPeer implements AutoCloseable {

  private static final int PARTITIONS = 2;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String topic = "peer-" + UUID.randomUUID();
  private final HttpClient client = HttpClient.newHttpClient();
  final TestServers.Database database;
  private final Peer peer;

  /** An answer: its status, and what is in its envelope. */
  record Reply(int status, JsonNode data) {}

  RunningPeer(PeerForm form) throws Exception {
    database = TestServers.database("peer_" + form.name().toLowerCase(Locale.ROOT));
    var bootstrap = TestServers.kafka().bootstrapServers();
    try (var admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
      admin.createTopics(List.of(new NewTopic(topic, PARTITIONS, (short) 1))).all().get();
    }
    peer =
        Peer.start(
            new PeerSettings(
                form,
                0,
                database.jdbcUrl(),
                database.user(),
                database.password(),
                bootstrap,
                topic,
                8),
            Peer::plainOutbox);
  }

  Reply create(String clientRequestId) throws Exception {
    return post(
        "/orders",
        "{\"clientRequestId\":\""
            + clientRequestId
            + "\",\"userId\":10001,\"items\":[{\"skuId\":\"sku-1\",\"quantity\":2,\"unitPrice\":99.99}]}");
  }

  Reply post(String path, String body) throws Exception {
    return ask(
        HttpRequest.newBuilder(uri(path)).POST(HttpRequest.BodyPublishers.ofString(body)).build());
  }

  Reply get(String path) throws Exception {
    return ask(HttpRequest.newBuilder(uri(path)).build());
  }

  private Reply ask(HttpRequest request) throws Exception {
    var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    return new Reply(answer.statusCode(), JSON.readTree(answer.body()).path("data"));
  }

  private URI uri(String path) {
    return URI.create("http://127.0.0.1:" + peer.port() + path);
  }

  /** All that is on the topic now, an order's events in their order, as "key eventType". */
  List<String> published() {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            TestServers.kafka().bootstrapServers(),
            "isolation.level",
            "read_committed",
            "fetch.max.wait.ms",
            20);
    try (var consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      var partitions =
          IntStream.range(0, PARTITIONS).mapToObj(i -> new TopicPartition(topic, i)).toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      var ends = consumer.endOffsets(partitions);
      var events = new ArrayList<String>();
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
        for (var record : consumer.poll(Duration.ofSeconds(1))) {
          var type = record.value().replaceAll(".*\"eventType\":\"([A-Za-z]+)\".*", "$1");
          events.add(record.key() + " " + type);
        }
      }
      return events;
    }
  }

  @Override
  public void close() {
    peer.close();
  }
}
