package ordinal.cash.notifications;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A webhook's receiver on loopback that answers what a test tells it to, and keeps what it got. */
final class Receiver implements AutoCloseable {

  /** One call, as it came over the wire. */
  record Got(String method, String path, Headers headers, String body) {
    String header(String name) {
      return headers.getFirst(name);
    }
  }

  final List<Got> got = new CopyOnWriteArrayList<>();
  final AtomicInteger most = new AtomicInteger();
  private final AtomicInteger open = new AtomicInteger();
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private volatile List<Integer> answers = List.of(204);
  private volatile CountDownLatch gate = new CountDownLatch(0);

  private Receiver(int port) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  static Receiver start() throws IOException {
    return new Receiver(0);
  }

  /** Where an earlier one was. */
  static Receiver startAt(int port) throws IOException {
    return new Receiver(port);
  }

  int port() {
    return server.getAddress().getPort();
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + port() + "/hook?key=k3y");
  }

  /** One after the other; the last one stays. */
  void answers(Integer... statuses) {
    answers = List.of(statuses);
  }

  /** Nobody is answered from now on, until the gate is opened. */
  CountDownLatch hold() {
    gate = new CountDownLatch(1);
    return gate;
  }

  List<String> ids() {
    return got.stream().map(one -> one.header(WebhookNotifier.ID)).toList();
  }

  private void handle(HttpExchange exchange) throws IOException {
    most.accumulateAndGet(open.incrementAndGet(), Math::max);
    var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    int status;
    synchronized (this) {
      got.add(
          new Got(
              exchange.getRequestMethod(),
              exchange.getRequestURI().toString(),
              exchange.getRequestHeaders(),
              body));
      var all = new ArrayList<>(answers);
      status = all.get(0);
      if (all.size() > 1) answers = List.copyOf(all.subList(1, all.size()));
    }
    try {
      if (!gate.await(20, TimeUnit.SECONDS)) throw new IOException("held for too long");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    open.decrementAndGet();
    if (status / 100 == 3) exchange.getResponseHeaders().add("Location", "/elsewhere");
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }

  @Override
  public void close() {
    gate.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
