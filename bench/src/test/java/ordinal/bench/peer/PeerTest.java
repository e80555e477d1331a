package ordinal.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PeerTest {

  private static final int ORDERS = 20;
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @ParameterizedTest
  @EnumSource
  void everyOrdersEventsAreOnKafka(PeerForm form) throws Exception {
    try (var peer = new RunningPeer(form)) {
      var expected = new ArrayList<String>();
      for (int i = 0; i < ORDERS; i++) {
        var orderNo = created(peer, "request-" + i);
        expected.add(orderNo + " OrderCreated");
        if (i % 4 == 0) {
          assertThat(peer.post("/orders/" + orderNo + "/cancel", "").status()).isEqualTo(200);
          expected.add(orderNo + " OrderCanceled");
        }
      }

      await().atMost(LIMIT).until(() -> peer.published().containsAll(expected));
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"LIBRARY", "MODULITH"}) // No order promised.
  void anOrdersEventsGoOutInTheirOrderAlsoFromABacklog(PeerForm form) throws Exception {
    try (var peer = new RunningPeer(form)) {
      peer.post("/relay/pause", "");
      var orderNos = new ArrayList<String>();
      for (int i = 0; i < ORDERS; i++) orderNos.add(created(peer, "request-" + i));
      for (var orderNo : orderNos) peer.post("/orders/" + orderNo + "/cancel", "");

      peer.post("/relay/resume", "");

      await().atMost(LIMIT).until(() -> peer.published().size() >= 2 * ORDERS);
      var published = peer.published();
      for (var orderNo : orderNos) {
        assertThat(published.stream().filter(event -> event.startsWith(orderNo)))
            .containsExactly(orderNo + " OrderCreated", orderNo + " OrderCanceled");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsMadeWhileSendingIsHeldGoesOutAfterwards(PeerForm form) throws Exception {
    try (var peer = new RunningPeer(form)) {
      peer.post("/relay/pause", "");
      var expected = new ArrayList<String>();
      for (int i = 0; i < ORDERS; i++)
        expected.add(created(peer, "request-" + i) + " OrderCreated");
      assertThat(peer.published()).isEmpty();

      peer.post("/relay/resume", "");

      await().atMost(LIMIT).until(() -> peer.published().containsAll(expected));
      assertThat(peer.published()).hasSize(ORDERS);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatWasNotSentGoesOutAfterARestart(PeerForm form) throws Exception {
    try (var peer = new RunningPeer(form)) {
      peer.post("/relay/pause", "");
      var expected = new ArrayList<String>();
      for (int i = 0; i < ORDERS; i++)
        expected.add(created(peer, "request-" + i) + " OrderCreated");

      peer.restart();

      await().atMost(LIMIT).until(() -> peer.published().containsAll(expected));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRepeatedRequestGetsTheFirstOrder(PeerForm form) throws Exception {
    try (var peer = new RunningPeer(form)) {
      var first = peer.create("again");

      var second = peer.create("again");

      assertThat(first.status()).isEqualTo(201);
      assertThat(second.status()).isEqualTo(200);
      assertThat(second.data().path("orderNo")).isEqualTo(first.data().path("orderNo"));
      await().atMost(LIMIT).until(() -> !peer.published().isEmpty());
      assertThat(peer.published()).hasSize(1);
    }
  }

  @Test
  void anOrderIsStoredWithItsItemsItsEventAndItsStateFlow() throws Exception {
    try (var peer = new RunningPeer(PeerForm.CLASSIC_10MS)) {
      var orderNo = created(peer, "one");
      peer.post("/orders/" + orderNo + "/cancel", "");

      var shown = peer.get("/orders/" + orderNo).data();

      assertThat(shown.path("status").asText()).isEqualTo("CANCELED");
      assertThat(shown.path("totalAmount").decimalValue()).isEqualByComparingTo("199.98");
      assertThat(counts(peer)).containsExactly(1L, 1L, 2L, 2L);
    }
  }

  @Test
  void whatIsWrongIsRefused() throws Exception {
    try (var peer = new RunningPeer(PeerForm.CLASSIC_50MS)) {
      assertThat(peer.post("/orders", "{").status()).isEqualTo(400);
      assertThat(peer.post("/orders", "{\"clientRequestId\":\"a\",\"userId\":1}").status())
          .isEqualTo(400);
      assertThat(peer.get("/orders/nothing").status()).isEqualTo(404);
    }
  }

  private static String created(RunningPeer peer, String clientRequestId) throws Exception {
    var reply = peer.create(clientRequestId);
    assertThat(reply.status()).isEqualTo(201);
    return reply.data().path("orderNo").asText();
  }

  private static List<Long> counts(RunningPeer peer) throws Exception {
    var counts = new ArrayList<Long>();
    try (var connection =
            DriverManager.getConnection(
                peer.database.jdbcUrl(), peer.database.user(), peer.database.password());
        var statement = connection.createStatement()) {
      for (var table : List.of("t_order", "t_order_item", "t_outbox_event", "t_order_state_flow")) {
        try (var row = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
          row.next();
          counts.add(row.getLong(1));
        }
      }
    }
    return counts;
  }
}
