package ordinal.app;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A management port that says what a test tells it to, and remembers what it was asked. */
final class ManagementStub implements AutoCloseable {

  private record Canned(int status, String body) {}

  private final HttpServer server;
  private final Map<String, Deque<Canned>> answers = new ConcurrentHashMap<>();

  /** Each as method, path with query, and body. */
  final List<String> asked = new CopyOnWriteArrayList<>();

  final List<String> authorizations = new CopyOnWriteArrayList<>();

  ManagementStub() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** The data of answers to this, one after the other; the last one stays. */
  ManagementStub says(String methodAndPath, String... data) {
    for (var one : data) {
      add(methodAndPath, 200, "{\"code\":\"00000\",\"message\":\"ok\",\"data\":" + one + "}");
    }
    return this;
  }

  ManagementStub refuses(String methodAndPath, int status, String code, String message) {
    return add(
        methodAndPath,
        status,
        "{\"code\":\"%s\",\"message\":\"%s\",\"data\":null,\"traceId\":\"t-1\"}"
            .formatted(code, message));
  }

  ManagementStub add(String methodAndPath, int status, String body) {
    answers
        .computeIfAbsent(methodAndPath, unused -> new ArrayDeque<>())
        .add(new Canned(status, body));
    return this;
  }

  void forget() {
    answers.clear();
  }

  private synchronized void handle(HttpExchange exchange) throws IOException {
    var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    var what = exchange.getRequestMethod() + " " + exchange.getRequestURI();
    asked.add((what + " " + body).strip());
    authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
    var canned = answers.getOrDefault(what, new ArrayDeque<>());
    var answer = canned.size() > 1 ? canned.poll() : canned.peek();
    if (answer == null) answer = new Canned(404, "{\"code\":\"A0404\",\"message\":\"no such\"}");
    var bytes = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer.status(), bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
