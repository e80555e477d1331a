package ordinal.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoadTest {

  private static final Pattern BODY =
      Pattern.compile(
          "\\{\"clientRequestId\":\"([a-z0-9-]{1,64})\",\"userId\":\"u0\\d{4}\",\"items\":\\[\\{.*}]}");

  private final Set<String> seen = ConcurrentHashMap.newKeySet();
  private final AtomicInteger requests = new AtomicInteger();
  private final ExecutorService workers = Executors.newFixedThreadPool(4);
  private final HttpServer server = create();

  @BeforeEach
  void start() {
    server.createContext("/orders", this::answer);
    server.setExecutor(workers);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    workers.shutdownNow();
  }

  @Test
  void theCountsAddUp() throws Exception {
    var result = Load.run(plan(2, 10, 500, 0));

    assertThat(requests).hasValue(500);
    assertThat(seen).as("distinct requests").hasSize(500);
    assertThat(result.measuredByStatus()).isEqualTo(Map.of(201, 450L, 429, 50L));
    assertThat(result.createdInAll()).isEqualTo(450);
    assertThat(result.lost()).isZero();
    assertThat(result.ordersPerSecond()).isPositive();
    assertThat(result.report()).contains("not created  429: 50\n", "0 lost, 0 unanswered");
  }

  @Test
  void aFixedRateIsKept() throws Exception {
    var result = Load.run(plan(1, 1, 10_000, 200));

    assertThat(result.answeredInAll()).isBetween(150L, 200L);
  }

  @Test
  void whatIsHeldBackIsNotSent() throws Exception {
    var result = Load.run(plan(1, 1, 10_000, 0), created -> created < 20);

    // What was under way on the four connections when the last one came back.
    assertThat(result.createdInAll()).isBetween(20L, 23L);
  }

  @Test
  void aServerThatIsNotThereIsSaidInOneLine() {
    server.stop(0);

    assertThatThrownBy(() -> Load.run(plan(1, 1, 10, 0)))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("cannot reach the server: ");
  }

  @Test
  void otherMachinesAreNotLoaded() {
    assertThatThrownBy(() -> new LoadPlan(URI.create("http://192.0.2.1"), 1, 1, 1, 0, 1, 0))
        .hasMessage("load goes to this machine only, and http://192.0.2.1 is not on loopback");
  }

  @Test
  void aWrongValueIsAUsageErrorInOneLine() {
    var errors = new StringWriter();

    int code = Main.run(new PrintWriter(errors, true), "load", "--connections", "0");

    assertThat(code).isEqualTo(2);
    assertThat(errors).hasToString("bench: --connections is 1 to 2000" + System.lineSeparator());
  }

  private LoadPlan plan(int threads, int seconds, long most, int rate) {
    var url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    return new LoadPlan(url, 4, threads, seconds, 0, most, rate);
  }

  /** Every tenth is refused, in a body of another length. */
  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      var matcher = BODY.matcher(body);
      if (matcher.matches()) {
        seen.add(matcher.group(1));
      }
      boolean refused = requests.incrementAndGet() % 10 == 0;
      var answer = (refused ? "{}" : "{\"code\":\"00000\"}").getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(refused ? 429 : 201, answer.length);
      exchange.getResponseBody().write(answer);
    }
  }

  private static HttpServer create() {
    // Else this server writes head and body apart, and the second waits for the first's receipt.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    try {
      return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
