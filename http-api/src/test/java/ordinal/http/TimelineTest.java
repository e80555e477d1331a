package ordinal.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import ordinal.projections.views.Deliveries;
import ordinal.projections.views.Deliveries.Delivery;
import org.junit.jupiter.api.Test;

/** Where an order's events went, beside what happened. */
class TimelineTest {

  private static final List<String> COLUMNS =
      List.of("publishedAt", "topic", "partition", "offset");

  private final Api api = Api.shared();

  @Test
  void anEntryTellsWhereItsEventIsOnceItIsOut() {
    var orderNo = api.create();
    api.post("/orders/" + orderNo + "/cancel", "{}").is(200, "00000");
    var at = Instant.parse("2026-03-01T08:30:00.123Z");
    api.views.deliveries.known.put(
        orderNo, Map.of(1L, new Delivery("order-events", 11, 5_000_000_000L, at)));

    var timeline = api.get("/orders/" + orderNo + "/timeline").is(200, "00000").data();

    var out = timeline.get(0);
    assertThat(out.get("publishedAt").asText()).isEqualTo("2026-03-01T08:30:00.123Z");
    assertThat(out.get("topic").asText()).isEqualTo("order-events");
    assertThat(out.get("partition").asInt()).isEqualTo(11);
    assertThat(out.get("offset").asLong()).isEqualTo(5_000_000_000L);
    assertThat(timeline.get(1).get("event").asText()).isEqualTo("OrderCanceled");
    for (var column : COLUMNS) assertThat(timeline.get(1).has(column)).as(column).isFalse();
  }

  @Test
  void aTimelineIsAnsweredThoughNobodyKnowsWhereItsEventsAre() {
    var orderNo = api.create();

    for (var broken : List.<Deliveries>of(this::failed, this::never, this::thrown)) {
      var timeline = timeline(broken, orderNo).is(200, "00000").data();

      assertThat(timeline).hasSize(1);
      assertThat(timeline.get(0).get("event").asText()).isEqualTo("OrderCreated");
      for (var column : COLUMNS) assertThat(timeline.get(0).has(column)).as(column).isFalse();
    }
  }

  private CompletableFuture<Map<Long, Delivery>> failed(String orderNo) {
    return CompletableFuture.failedFuture(new SQLException("no connection"));
  }

  private CompletableFuture<Map<Long, Delivery>> never(String orderNo) {
    return new CompletableFuture<>();
  }

  private CompletableFuture<Map<Long, Delivery>> thrown(String orderNo) {
    throw new IllegalStateException("closed");
  }

  private Reply timeline(Deliveries deliveries, String orderNo) {
    var served =
        new Served(
            api.orders,
            api.users,
            api.views.list,
            deliveries,
            api.views::story,
            api.views.feed,
            api.views,
            () -> 0,
            new SimpleMeterRegistry());
    var server = api.start(served, api.settings("ordinal.http.view-timeout = 100ms"));
    int port = server.localAddress().getPort();
    var reply = Api.wait(api.send(port, "GET", "/orders/" + orderNo + "/timeline", null));
    Api.wait(server.unbind());
    return reply;
  }
}
