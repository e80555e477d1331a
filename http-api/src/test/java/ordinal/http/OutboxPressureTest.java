package ordinal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.pekko.http.javadsl.ServerBinding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The API follows the outbox: the more waits there, the less it lets in. */
class OutboxPressureTest {

  private final Api api = Api.shared();
  private final AtomicLong pending = new AtomicLong();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private ServerBinding server = serve("slow-above = 1000, stop-above = 2000");

  private ServerBinding serve(String limits) {
    return api.start(
        new Served(
            api.orders,
            api.users,
            api.views.list,
            api.views.deliveries,
            api.views::story,
            api.views.feed,
            api.views,
            pending::get,
            registry),
        api.settings("ordinal.http.outbox { " + limits + " }"));
  }

  @AfterEach
  void stop() {
    Api.wait(server.unbind());
  }

  private Reply create() {
    int port = server.localAddress().getPort();
    return Api.wait(api.send(port, "POST", "/orders", Api.createBody(Api.fresh())));
  }

  private Reply get(String path) {
    return Api.wait(api.send(server.localAddress().getPort(), "GET", path, null));
  }

  private List<Boolean> heldOf(int count) {
    var held = new ArrayList<Boolean>();
    for (int i = 0; i < count; i++) held.add(create().status() == 429);
    return held;
  }

  private double throttled(String code) {
    return registry.get("outbox.throttled").tag("code", code).counter().count();
  }

  @Test
  void upToTheFirstLimitNobodyIsHeldBack() {
    pending.set(1000);

    assertThat(heldOf(20)).doesNotContain(true);
    assertThat(throttled("A0500")).isZero();
  }

  @Test
  void betweenTheLimitsAGrowingShareIsHeldBackAndEvenlySpread() {
    pending.set(1250);
    assertThat(Collections.frequency(heldOf(40), true)).isEqualTo(10);
    pending.set(1500);
    var half = heldOf(40);
    assertThat(Collections.frequency(half, true)).isEqualTo(20);
    for (int i = 1; i < half.size(); i++) assertThat(half.get(i)).isNotEqualTo(half.get(i - 1));
    pending.set(1875);
    assertThat(Collections.frequency(heldOf(40), true)).isEqualTo(35);
    pending.set(2000);
    assertThat(heldOf(10)).doesNotContain(false);
    assertThat(throttled("A0500")).isEqualTo(75);
    assertThat(throttled("B0100")).isZero();
  }

  @Test
  void whoIsHeldBackIsToldWhyAndWhenToComeAgain() {
    pending.set(2000);

    var reply = create().is(429, "A0500");

    assertThat(reply.header("Retry-After")).isEqualTo("2");
    assertThat(reply.text()).contains("outbox", "2000 events wait");
  }

  @Test
  void aboveTheSecondLimitNothingIsTaken() {
    pending.set(2001);

    var reply = create().is(503, "B0100");

    assertThat(reply.headers().get("Retry-After")).containsExactly("10");
    assertThat(reply.text()).contains("outbox", "2001 events wait");
    for (int i = 0; i < 10; i++) create().is(503, "B0100");
    assertThat(throttled("B0100")).isEqualTo(11);
    assertThat(throttled("A0500")).isZero();
  }

  @Test
  void readingIsNotHeldBack() {
    pending.set(0);
    var orderNo = create().is(201, "00000").data().get("orderNo").asText();

    for (var waiting : List.of(2000L, 1_000_000_000L)) {
      pending.set(waiting);

      for (int i = 0; i < 5; i++) {
        get("/orders/" + orderNo).is(200, "00000");
        get("/orders/" + orderNo + "/timeline").is(200, "00000");
        get("/orders").is(200, "00000");
      }
    }
  }

  @Test
  void whenTheOutboxHasCaughtUpAllGoOn() {
    pending.set(5000);
    create().is(503, "B0100");

    pending.set(1000);

    for (int i = 0; i < 10; i++) create().is(201, "00000");
  }

  @Test
  void theLimitsCanBeTurnedOff() {
    Api.wait(server.unbind());
    pending.set(Long.MAX_VALUE);
    server = serve("slow-above = 0, stop-above = 0");
    create().is(201, "00000");
    Api.wait(server.unbind());
    server = serve("slow-above = 0, stop-above = 100");
    create().is(503, "B0100");
    pending.set(100);
    create().is(201, "00000");
  }

  @Test
  void limitsThatMakeNoSenseAreRefusedByName() {
    for (var bad :
        List.of(
            "slow-above = -1",
            "slow-above = 10, stop-above = 10",
            "slow-above = 10, stop-above = 0")) {
      assertThatThrownBy(() -> api.settings("ordinal.http.outbox { " + bad + " }"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("ordinal.http.outbox");
    }
  }
}
