package ordinal.bench.peer;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import ordinal.bench.compare.PeerProgram;
import ordinal.bench.compare.Program;
import ordinal.servers.TestServers;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * A peer, inside the test where its class path allows that, on a database and a topic of its own,
 * and a caller of it.
 */
final class RunningPeer implements AutoCloseable {

  private static final int PARTITIONS = 2;
  private static final Duration READY_LIMIT = Duration.ofMinutes(1);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String topic = "peer-" + UUID.randomUUID();
  private final HttpClient client = HttpClient.newHttpClient();
  final TestServers.Database database;
  private final PeerForm form;
  private final String bootstrap = TestServers.kafka().bootstrapServers();
  private Runnable stop = () -> {};
  private int port;

  /** An answer: its status, and what is in its envelope. */
  record Reply(int status, JsonNode data) {}

  RunningPeer(PeerForm form) throws Exception {
    database = TestServers.database("peer_" + form.name().toLowerCase(Locale.ROOT));
    this.form = form;
    try (var admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
      admin.createTopics(List.of(new NewTopic(topic, PARTITIONS, (short) 1))).all().get();
    }
    start();
  }

  private void start() throws Exception {
    var settings =
        new PeerSettings(
            form,
            form == PeerForm.MODULITH ? freePort() : 0,
            database.jdbcUrl(),
            database.user(),
            database.password(),
            bootstrap,
            topic,
            8);
    if (form == PeerForm.MODULITH) {
      port = settings.port();
      stop = program(settings)::close;
    } else {
      var inside = Peer.start(settings, Peer::plainOutbox);
      port = inside.port();
      stop = inside::close;
    }
  }

  void restart() throws Exception {
    stop.run();
    start();
  }

  /** Its class path is not the test's. */
  private Program program(PeerSettings settings) throws Exception {
    var log = Path.of(System.getProperty("ordinal.test.dir"), topic + ".log");
    Files.createDirectories(log.getParent());
    var program = PeerProgram.start(settings, List.of("-Xmx512m"), log);
    try {
      await().atMost(READY_LIMIT).until(() -> isReady(program));
      return program;
    } catch (RuntimeException e) {
      program.close();
      throw e;
    }
  }

  private boolean isReady(Program program) throws Exception {
    program.requireAlive();
    try {
      return get("/ready").status() == 200;
    } catch (ConnectException e) {
      return false;
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
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
    return URI.create("http://127.0.0.1:" + port + path);
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
    stop.run();
  }
}
