package ordinal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import ordinal.order.OrderNumber;
import ordinal.projections.feed.EventFeed;
import ordinal.projections.feed.EventFeed.FeedEvent;
import org.apache.pekko.http.javadsl.ServerBinding;
import org.apache.pekko.stream.javadsl.Source;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Server-sent events, as a listener gets them. */
class EventsTest {

  private static final String ORDER = OrderNumber.of("default", "u1", "listened");
  private static final String OTHER = OrderNumber.of("default", "u1", "other");

  private final Api api = Api.shared();
  private final Views.Feed feed = new Views.Feed();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private ServerBinding server;

  private int serve(EventFeed served, String changes) {
    var all = api.served(api.orders, registry);
    server =
        api.start(
            new Served(
                all.orders(),
                all.users(),
                all.search(),
                all.deliveries(),
                all.stories(),
                served,
                all.payloads(),
                all.pressure(),
                registry),
            api.settings(changes));
    return server.localAddress().getPort();
  }

  @AfterEach
  void stop() {
    if (server != null) Api.wait(server.terminate(Duration.ofSeconds(1)));
  }

  private static FeedEvent event(long position) {
    return new FeedEvent(position, "OrderCreated", "{\"sequenceNr\":" + position + "}");
  }

  private void publish(long... positions) {
    for (var position : positions) feed.publish(position % 2 == 0 ? ORDER : OTHER, event(position));
  }

  private int open() {
    return (int) registry.get("http.event.streams").gauge().value();
  }

  @Test
  void anEventComesWithItsPositionItsTypeAndItsText() {
    int port = serve(feed, "");
    publish(1);
    try (var listener = new Listener(port, "/events", "X-Trace-Id", "listens-1")) {
      assertThat(listener.answer.statusCode()).isEqualTo(200);
      assertThat(listener.header("Content-Type")).isEqualTo("text/event-stream");
      assertThat(listener.header("Cache-Control")).isEqualTo("no-store");
      assertThat(listener.header("X-Trace-Id")).isEqualTo("listens-1");
      assertThat(listener.block()).containsExactly("retry: 2000");

      publish(2, 3);

      assertThat(listener.event())
          .containsExactly("id: 2", "event: OrderCreated", "data: {\"sequenceNr\":2}");
      assertThat(listener.event())
          .containsExactly("id: 3", "event: OrderCreated", "data: {\"sequenceNr\":3}");
    }
  }

  @Test
  void aListenerGoesOnBehindTheLastEventThatItSaw() {
    int port = serve(feed, "");
    publish(1, 2, 3, 4);

    assertThat(firstAfterRetry(port, "/events?after=0")).isEqualTo("id: 1");
    assertThat(firstAfterRetry(port, "/events?after=2")).isEqualTo("id: 3");
    assertThat(firstAfterRetry(port, "/events", "Last-Event-ID", "3")).isEqualTo("id: 4");
    assertThat(firstAfterRetry(port, "/events?after=1", "Last-Event-ID", "2")).isEqualTo("id: 3");
  }

  private static String firstAfterRetry(int port, String path, String... headers) {
    try (var listener = new Listener(port, path, headers)) {
      assertThat(listener.block()).containsExactly("retry: 2000");
      return listener.id();
    }
  }

  @Test
  void aListenerCanAskForOneOrder() {
    int port = serve(feed, "");
    publish(1, 2, 3, 4, 5, 6);

    try (var listener = new Listener(port, "/events?after=0&orderNo=" + ORDER)) {
      listener.block();
      assertThat(List.of(listener.id(), listener.id(), listener.id()))
          .containsExactly("id: 2", "id: 4", "id: 6");
    }
  }

  @Test
  void anEventNeverBreaksOutOfItsLines() {
    int port = serve(feed, "");
    feed.publish(ORDER, new FeedEvent(1, "OrderCreated", "{\n\"id: 9\":\r\n1}"));

    try (var listener = new Listener(port, "/events?after=0")) {
      listener.block();
      assertThat(listener.event())
          .containsExactly(
              "id: 1", "event: OrderCreated", "data: {", "data: \"id: 9\":", "data: 1}");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "-1", "1.5", "0x1", "99999999999999999999", "1,2", "%20"})
  void whatIsNotAPositionIsRefused(String garbage) {
    api.get("/events?after=" + garbage).faults("after");
    api.get("/events", "Last-Event-ID", garbage).faults("Last-Event-ID");
  }

  @Test
  void everythingThatIsWrongIsNamed() {
    api.get("/events?orderNo=nope&after=x&more=1", "Last-Event-ID", "y")
        .faults("orderNo", "after", "more", "Last-Event-ID");
    api.get("/events?orderNo=17").faults("orderNo");
    api.raw("GET /events HTTP/1.1\r\nHost: x\r\nLast-Event-ID: 1\r\nLast-Event-ID: 1\r\n\r\n")
        .faults("Last-Event-ID");
    api.raw("GET /events HTTP/1.1\r\nHost: x\r\nLast-Event-ID: \r\n\r\n").faults("Last-Event-ID");
  }

  @Test
  void aQuietStreamIsKeptOpen() {
    int port = serve(feed, "ordinal.http { server.idle-timeout = 1s, events.keep-alive = 100ms }");
    try (var listener = new Listener(port, "/events")) {
      listener.block();
      // 25 times 100 ms of silence: the server has long had reason to think it dead.
      for (int i = 0; i < 25; i++) assertThat(listener.block()).containsExactly(": quiet");

      publish(1);

      assertThat(listener.id()).isEqualTo("id: 1");
    }
  }

  @Test
  void settingsThatWouldCutQuietStreamsAreRefused() {
    assertThatThrownBy(() -> api.settings("ordinal.http.events.keep-alive = 60s"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ordinal.http.events.keep-alive")
        .hasMessageContaining("idle-timeout");
    for (var bad : List.of("keep-alive = 0s", "most-open = -1", "retry = -1s")) {
      assertThatThrownBy(() -> api.settings("ordinal.http.events." + bad))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("ordinal.http.events." + bad.split(" ")[0]);
    }
  }

  @Test
  void thereAreNoMoreStreamsThanTheLimitAndAPlaceComesBack() {
    int port = serve(feed, "ordinal.http.events { most-open = 2, keep-alive = 100ms }");
    var first = new Listener(port, "/events");
    try (var second = new Listener(port, "/events")) {
      assertThat(second.answer.statusCode()).isEqualTo(200);

      var refused = Api.wait(api.send(port, "GET", "/events", null)).is(503, "B0100");

      assertThat(refused.header("Retry-After")).isEqualTo("10");
      assertThat(open()).isEqualTo(2);
      first.close();
      await().until(() -> open() == 1);
      try (var third = new Listener(port, "/events")) {
        assertThat(third.answer.statusCode()).isEqualTo(200);
      }
    }
  }

  @Test
  void aListenerThatGoesAwayIsForgottenWithTheNextCommentsToIt() {
    int port = serve(feed, "ordinal.http.events.keep-alive = 100ms");
    var listener = new Listener(port, "/events");
    await().until(() -> feed.listeners() == 1);

    listener.close();

    await().until(() -> feed.listeners() == 0 && open() == 0);
  }

  @Test
  void headSaysWhatGetWouldAndHoldsNothing() {
    int port = serve(feed, "ordinal.http.events.most-open = 1");
    for (int i = 0; i < 3; i++) {
      var head = Api.wait(api.send(port, "HEAD", "/events", null));

      assertThat(head.status()).isEqualTo(200);
      assertThat(head.header("Content-Type")).isEqualTo("text/event-stream");
      await().until(() -> open() == 0);
    }
  }

  @Test
  void anOpenStreamHoldsNoPlaceOfACall() {
    int port = serve(feed, "ordinal.http.max-in-flight = 1");
    try (var listener = new Listener(port, "/events")) {
      assertThat(listener.answer.statusCode()).isEqualTo(200);

      Api.wait(api.send(port, "POST", "/orders", Api.createBody(Api.fresh()))).is(201, "00000");
    }
  }

  @Test
  void aFeedThatFailsEndsItsStreamWholeAndTheListenerCanComeAgain() {
    int port = serve(feed, "");
    publish(1);
    try (var listener = new Listener(port, "/events?after=0")) {
      listener.block();
      assertThat(listener.id()).isEqualTo("id: 1");

      feed.fail(new IOException("the database is away"));

      assertThat(Api.wait(listener.ended)).isTrue();
      await().until(() -> open() == 0);
    }
    publish(2);
    assertThat(firstAfterRetry(port, "/events", "Last-Event-ID", "1")).isEqualTo("id: 2");
  }

  @Test
  void aListenerThatDoesNotReadHoldsUpItsOwnStreamOnly() throws IOException {
    var drawn = new AtomicLong();
    var text = "\"" + "x".repeat(10_000) + "\"";
    EventFeed endless =
        (tenantId, after, orderNo) ->
            Source.repeat(text)
                .map(json -> new FeedEvent(drawn.incrementAndGet(), "OrderCreated", json));
    int port = serve(endless, "");
    try (var socket = new Socket("127.0.0.1", port)) {
      socket
          .getOutputStream()
          .write("GET /events HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

      var standing = new AtomicLong(-1);
      await()
          .during(Duration.ofMillis(500))
          .atMost(Duration.ofSeconds(20))
          .until(() -> standing.getAndSet(drawn.get()) == drawn.get() && drawn.get() > 0);

      // What the kernel buffers on both ends of a connection, and a chunk of ours.
      assertThat(drawn.get() * text.length()).isLessThan(32_000_000);
      Api.wait(api.send(port, "GET", "/orders/nope", null)).is(404, "A0404");
    }
    await().until(() -> open() == 0);
  }
}
