package ordinal.http;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import ordinal.assets.ShardedAssets;
import ordinal.inventory.Inventory;
import ordinal.kernel.TraceContext;
import ordinal.order.OrderCommand;
import ordinal.order.OrderReply;
import ordinal.order.OrderStep;
import ordinal.order.Orders;
import ordinal.order.ShardedOrders;
import ordinal.projections.operation.OutboxPressure;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Join;
import org.apache.pekko.http.javadsl.ServerBinding;
import org.apache.pekko.persistence.testkit.PersistenceTestKitPlugin;
import org.apache.pekko.persistence.testkit.PersistenceTestKitSnapshotPlugin;
import org.apache.pekko.persistence.testkit.javadsl.PersistenceTestKit;

/** A bound server over real orders in a one-node cluster whose journal is in memory. */
final class Api {

  private static Api shared;

  /** One cluster for all tests: starting it takes longer than they do. */
  static synchronized Api shared() {
    if (shared == null) shared = new Api();
    return shared;
  }

  /** Passes on and counts, so that a test can tell that no order was even asked. */
  static final class Counted implements Orders {
    private final Orders orders;
    final AtomicInteger asked = new AtomicInteger();

    Counted(Orders orders) {
      this.orders = orders;
    }

    @Override
    public CompletionStage<OrderReply> ask(
        String orderNo, Function<ActorRef<OrderReply>, OrderCommand> command) {
      asked.incrementAndGet();
      return orders.ask(orderNo, command);
    }

    @Override
    public CompletionStage<List<OrderStep>> history(String orderNo) {
      return orders.history(orderNo);
    }
  }

  final ActorSystem<Void> system;
  final PersistenceTestKit journal;
  final Counted orders;
  final UserViews userViews = new UserViews();
  final Served.Users users;
  final Views views = new Views();
  final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  final int port;
  private final HttpClient client = HttpClient.newHttpClient();

  private Api() {
    var config =
        PersistenceTestKitPlugin.config()
            .withFallback(PersistenceTestKitSnapshotPlugin.config())
            .withFallback(ConfigFactory.load());
    system = ActorSystem.create(Behaviors.empty(), "ordinal", config.resolve());
    var cluster = Cluster.get(system);
    cluster.manager().tell(Join.create(cluster.selfMember().address()));
    journal = PersistenceTestKit.create(system);
    orders = new Counted(ShardedOrders.start(system, Clock.systemUTC()));
    users = new Served.Users(ShardedAssets.start(system, Clock.systemUTC()), userViews, userViews);
    port = start(served(orders, registry), settings("")).localAddress().getPort();
  }

  /** The test settings with some of them changed. */
  HttpSettings settings(String changes) {
    Config config =
        ConfigFactory.parseString(changes).withFallback(system.settings().config()).resolve();
    return HttpSettings.of(config);
  }

  /** A server of its own over these orders, and views that it shares with the others. */
  ServerBinding start(Orders served, HttpSettings settings) {
    return start(served(served, new SimpleMeterRegistry()), settings);
  }

  ServerBinding start(Served served, HttpSettings settings) {
    return wait(HttpApi.start(system, served, settings, () -> 1));
  }

  Served served(Orders served, MeterRegistry meters) {
    return new Served(
        served,
        users,
        views.list,
        views.deliveries,
        views::story,
        views.feed,
        views,
        () -> 0,
        meters);
  }

  /** With a stock service. */
  Served served(Orders served, Inventory inventory) {
    return served(served, inventory, () -> 0);
  }

  Served served(Orders served, Inventory inventory, OutboxPressure pressure) {
    return new Served(
        served,
        users,
        inventory,
        views.list,
        views.deliveries,
        views::story,
        views.feed,
        views,
        pressure,
        new SimpleMeterRegistry());
  }

  static <T> T wait(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(20, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  // Requests.

  Reply get(String path, String... headers) {
    return wait(send(port, "GET", path, null, headers));
  }

  Reply post(String path, String body, String... headers) {
    return wait(send(port, "POST", path, body, headers));
  }

  CompletableFuture<Reply> send(
      int toPort, String method, String path, String body, String... headers) {
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + toPort + path));
    request.timeout(Duration.ofSeconds(20));
    var publisher =
        body == null
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofString(body);
    request.method(method, publisher);
    if (body != null) request.header("Content-Type", "application/json");
    for (int i = 0; i < headers.length; i += 2) {
      request.setHeader(headers[i], headers[i + 1]);
    }
    return client
        .sendAsync(request.build(), HttpResponse.BodyHandlers.ofString())
        .thenApply(r -> Reply.of(r.statusCode(), r.headers().map(), r.body()));
  }

  /** Sends exactly these bytes and reads one answer. */
  Reply raw(byte[] bytes) {
    try (var socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
      return answer(socket);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  Reply raw(String text) {
    return raw(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static Reply answer(Socket socket) throws IOException {
    var in = socket.getInputStream();
    int status = Integer.parseInt(line(in).split(" ")[1]);
    var headers = new TreeMap<String, List<String>>(String.CASE_INSENSITIVE_ORDER);
    for (var line = line(in); !line.isEmpty(); line = line(in)) {
      var parts = line.split(": ", 2);
      headers.computeIfAbsent(parts[0], name -> new ArrayList<>()).add(parts[1]);
    }
    int length = Integer.parseInt(headers.get("Content-Length").get(0));
    return Reply.of(status, headers, new String(in.readNBytes(length), StandardCharsets.UTF_8));
  }

  private static String line(java.io.InputStream in) throws IOException {
    var line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) throw new IOException("closed after: " + line);
      if (c != '\r') line.append((char) c);
    }
    return line.toString();
  }

  // Orders.

  private static final AtomicInteger NEXT = new AtomicInteger();

  /** A clientRequestId that no other test uses. */
  static String fresh() {
    return "req-" + NEXT.incrementAndGet();
  }

  static String createBody(String clientRequestId) {
    return """
           {"clientRequestId": "%s", "userId": "u1",
            "items": [{"skuId": "tea", "quantity": 2, "unitPrice": 19.90}]}"""
        .formatted(clientRequestId);
  }

  String create() {
    return post("/orders", createBody(fresh())).is(201, "00000").data().get("orderNo").asText();
  }

  /** Tells the order what the stock service would. */
  void stockReserved(String orderNo) {
    wait(
        orders.ask(
            orderNo,
            to -> new OrderCommand.StockReserved("stock-" + orderNo, TraceContext.fresh(), to)));
  }

  String inWaitPay() {
    var orderNo = create();
    stockReserved(orderNo);
    post("/orders/" + orderNo + "/checkout", "{}").is(200, "00000");
    return orderNo;
  }

  String paid() {
    var orderNo = inWaitPay();
    post("/orders/" + orderNo + "/payments", payment("p-" + orderNo, "SUCCESS", "39.80"))
        .is(200, "00000");
    return orderNo;
  }

  static String payment(String paymentId, String result, String amount) {
    return """
           {"paymentId": "%s", "result": "%s", "amount": %s}"""
        .formatted(paymentId, result, amount);
  }

  int events(String orderNo) {
    return journal.persistedInStorage("Order|" + orderNo).size();
  }
}
