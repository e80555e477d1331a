package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * A thousand orders against six hundred pieces of twenty skus, over HTTP, and what must be true
 * when they have settled. Requests are repeated until they are answered, as a client with a key
 * may.
 */
final class StockBuyers {

  static final int SKUS = 20;
  static final int PIECES = 30;
  static final int ORDERS = 1000;
  static final Duration LIMIT = Duration.ofSeconds(120);

  private final Supplier<String> url;
  private final String prefix;
  private final Random random;
  private final Map<Integer, Map<String, Integer>> wanted = new HashMap<>();
  private final Map<Integer, String> orderNos = new HashMap<>();

  /** Every order is of one piece of one sku when single, else of up to three skus. */
  StockBuyers(Supplier<String> url, String prefix, boolean single, long seed) {
    this.url = url;
    this.prefix = prefix;
    this.random = new Random(seed);
    for (int i = 0; i < ORDERS; i++) wanted.put(i, single ? Map.of(sku(i % SKUS), 1) : lines());
  }

  private Map<String, Integer> lines() {
    var lines = new HashMap<String, Integer>();
    int count = 1 + random.nextInt(3);
    while (lines.size() < count) lines.put(sku(random.nextInt(SKUS)), 1 + random.nextInt(2));
    return lines;
  }

  private String sku(int i) {
    return prefix + "-sku-" + i;
  }

  void stock() {
    for (int i = 0; i < SKUS; i++) {
      var path = "/inventory/" + sku(i);
      untilAnswered(() -> send("PUT", path, "{\"onHand\":" + PIECES + "}"), 200);
    }
  }

  /** Creates those with numbers from (included) to (not included), twenty at a time. */
  void create(int from, int to) throws Exception {
    var threads = Executors.newFixedThreadPool(20);
    try {
      var calls = new ArrayList<Callable<String>>();
      for (int i = from; i < to; i++) calls.add(create(i));
      var answers = threads.invokeAll(calls);
      for (int i = from; i < to; i++) orderNos.put(i, answers.get(i - from).get());
    } finally {
      threads.shutdown();
    }
  }

  private Callable<String> create(int i) {
    var items = new ArrayList<String>();
    wanted
        .get(i)
        .forEach(
            (sku, quantity) ->
                items.add(
                    "{\"skuId\":\"%s\",\"quantity\":%d,\"unitPrice\":1}".formatted(sku, quantity)));
    var body =
        "{\"clientRequestId\":\"%s-%d\",\"userId\":\"u-%d\",\"items\":[%s]}"
            .formatted(prefix, i, i, String.join(",", items));
    return () ->
        RunningOrdinal.data(untilAnswered(() -> send("POST", "/orders", body), 200, 201))
            .path("orderNo")
            .asText();
  }

  /** Until it is answered so; a service that is away is asked again. */
  private static HttpResponse<String> untilAnswered(
      Supplier<HttpResponse<String>> call, Integer... codes) {
    return await()
        .atMost(LIMIT)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(50))
        .ignoreExceptions()
        .until(call::get, answer -> List.of(codes).contains(answer.statusCode()));
  }

  private HttpResponse<String> send(String method, String path, String body) {
    return RunningOrdinal.send(
        HttpRequest.newBuilder(URI.create(url.get() + path))
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body)));
  }

  private JsonNode data(String path) {
    return RunningOrdinal.data(
        RunningOrdinal.send(HttpRequest.newBuilder(URI.create(url.get() + path))));
  }

  String status(int i) {
    return data("/orders/" + orderNos.get(i)).path("status").asText();
  }

  String orderNo(int i) {
    return orderNos.get(i);
  }

  /** All have heard from the stock service; the numbers of those that got what they wanted. */
  List<Integer> awaitSettled() {
    var open = new ArrayList<>(orderNos.keySet());
    var reserved = new ArrayList<Integer>();
    await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(200))
        .ignoreExceptions()
        .until(
            () -> {
              for (var i : List.copyOf(open)) {
                var status = status(i);
                if (status.equals("CREATED")) return false;
                assertThat(status).isIn("STOCK_RESERVED", "STOCK_FAILED");
                if (status.equals("STOCK_RESERVED")) reserved.add(i);
                open.remove(i);
              }
              return true;
            });
    return reserved;
  }

  /** Every sku has exactly what its orders have reserved, and no piece came or went. */
  void assertExact(List<Integer> reserved) {
    for (int s = 0; s < SKUS; s++) {
      var sku = sku(s);
      long taken = reserved.stream().mapToLong(i -> wanted.get(i).getOrDefault(sku, 0)).sum();
      var levels = data("/inventory/" + sku);
      assertThat(List.of(levels.path("onHand").asLong(), levels.path("reserved").asLong()))
          .as(sku)
          .containsExactly(PIECES - taken, taken);
      assertThat(levels.path("sold").asLong()).isZero();
    }
  }
}
