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

  private static final String OF_ITS_OWN_PROCESS = "MODULITH";
  private static final int ORDERS = 20;
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = OF_ITS_OWN_PROCESS)
  void everyOrdersEventsAreOnKafka(PeerForm form) throws Exception {
    try (var peer = new RunningPeer(form)) {
      everyEventIsPublished(peer);
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"LIBRARY", OF_ITS_OWN_PROCESS}) // No order promised.
  void anOrdersEventsGoOutInTheirOrderAlsoFromABacklog(PeerForm form) throws Exception {
    try (var peer = new RunningPeer(form)) {
      peer.post("/relay/pause", "");
      var orderNos = created(peer, "request");
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
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = OF_ITS_OWN_PROCESS)
  void whatIsMadeWhileSendingIsHeldGoesOutAfterwards(PeerForm form) throws Exception {
    try (var peer = new RunningPeer(form)) {
      whatIsHeldGoesOutAfterwards(peer);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = OF_ITS_OWN_PROCESS)
  void whatWasNotSentGoesOutAfterARestart(PeerForm form) throws Exception {
    try (var peer = new RunningPeer(form)) {
      whatWaitsGoesOutAfterARestart(peer);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = OF_ITS_OWN_PROCESS)
  void aRepeatedRequestGetsTheFirstOrder(PeerForm form) throws Exception {
    try (var peer = new RunningPeer(form)) {
      repeatedRequestsAreOneOrder(peer);
    }
  }

  /** All of one process, for each takes its time to start. */
  @Test
  void thePeerWithAProcessOfItsOwnDoesTheSame() throws Exception {
    try (var peer = new RunningPeer(PeerForm.MODULITH)) {
      whatIsHeldGoesOutAfterwards(peer);
      repeatedRequestsAreOneOrder(peer);
      everyEventIsPublished(peer);
      whatWaitsGoesOutAfterARestart(peer);
    }
  }

  private static void everyEventIsPublished(RunningPeer peer) throws Exception {
    var expected = new ArrayList<String>();
    for (int i = 0; i < ORDERS; i++) {
      var orderNo = createdOne(peer, "plain-" + i);
      expected.add(orderNo + " OrderCreated");
      if (i % 4 == 0) {
        assertThat(peer.post("/orders/" + orderNo + "/cancel", "").status()).isEqualTo(200);
        expected.add(orderNo + " OrderCanceled");
      }
    }

    await().atMost(LIMIT).until(() -> peer.published().containsAll(expected));
  }

  private static void whatIsHeldGoesOutAfterwards(RunningPeer peer) throws Exception {
    peer.post("/relay/pause", "");
    int before = peer.published().size();
    var expected = creations(created(peer, "held"));
    assertThat(peer.published()).hasSize(before);

    peer.post("/relay/resume", "");

    await().atMost(LIMIT).until(() -> peer.published().containsAll(expected));
    assertThat(peer.published()).hasSize(before + ORDERS);
  }

  private static void whatWaitsGoesOutAfterARestart(RunningPeer peer) throws Exception {
    peer.post("/relay/pause", "");
    var expected = creations(created(peer, "waiting"));

    peer.restart();

    await().atMost(LIMIT).until(() -> peer.published().containsAll(expected));
  }

  private static void repeatedRequestsAreOneOrder(RunningPeer peer) throws Exception {
    int before = peer.published().size();
    var first = peer.create("again");

    var second = peer.create("again");

    assertThat(first.status()).isEqualTo(201);
    assertThat(second.status()).isEqualTo(200);
    assertThat(second.data().path("orderNo")).isEqualTo(first.data().path("orderNo"));
    await().atMost(LIMIT).until(() -> peer.published().size() > before);
    assertThat(peer.published()).hasSize(before + 1);
  }

  @Test
  void anOrderIsStoredWithItsItemsItsEventAndItsStateFlow() throws Exception {
    try (var peer = new RunningPeer(PeerForm.CLASSIC_10MS)) {
      var orderNo = createdOne(peer, "one");
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

  /** The numbers of so many new orders. */
  private static List<String> created(RunningPeer peer, String prefix) throws Exception {
    var orderNos = new ArrayList<String>();
    for (int i = 0; i < ORDERS; i++) orderNos.add(createdOne(peer, prefix + "-" + i));
    return orderNos;
  }

  private static List<String> creations(List<String> orderNos) {
    return orderNos.stream().map(orderNo -> orderNo + " OrderCreated").toList();
  }

  private static String createdOne(RunningPeer peer, String clientRequestId) throws Exception {
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
