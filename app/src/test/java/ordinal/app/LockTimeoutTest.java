package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What nobody pays is given back by itself, also when the message that should do it is lost. */
class LockTimeoutTest {

  static TestNode node;

  @BeforeAll
  static void start() throws Exception {
    node =
        TestNode.start(
            "lock_timeout",
            "ordinal.inventory = builtin",
            "ordinal.payment-timeout = 10s",
            "ordinal.lock-timeout = 12s",
            "ordinal.reaper-interval = 500ms",
            "ordinal.bridge { poll = 100ms, look-every = 100ms, retry-after = [500ms, 1h] }");
    Shopper.stock(node.node::httpUrl);
  }

  @AfterAll
  static void stop() {
    if (node != null) node.close();
  }

  private static double released() {
    var name = "reaper_lock_released_total ";
    return node.managed("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
        .sum();
  }

  @Test
  void anOrderThatNobodyPaysIsCanceledAndItsAssetsAreFree() {
    var shopper = new Shopper(node.node::httpUrl, "unpaid").withReservedOrder();
    shopper.checkout();
    shopper.awaitLocked();

    shopper.awaitOrder("status", "CANCELED");

    assertThat(shopper.order().path("statusReason").asText()).isEqualTo("not paid in time");
    shopper.awaitFree();
    var late = shopper.pay();
    assertThat(late.statusCode()).as("its money goes back").isEqualTo(200);
    assertThat(RunningOrdinal.data(late).path("status").asText()).isEqualTo("REFUNDING");
    shopper.awaitFree();
  }

  @Test
  void locksOfACanceledOrderWhoseMessageIsLostAreEndedByTheReaper() throws Exception {
    var shopper = new Shopper(node.node::httpUrl, "forgotten").withReservedOrder();
    shopper.checkout();
    shopper.awaitLocked();
    double before = released();
    var messages = StuckMessages.of(node, shopper.orderNo());

    shopper.awaitOrder("status", "CANCELED");
    var lost = messages.lose(1);

    shopper.awaitFree();
    await().atMost(Shopper.LIMIT).until(() -> released() == before + 3);
    assertThat(shopper.assetEvents())
        .containsEntry("CouponReleased", 1)
        .containsEntry("WalletReleased", 1)
        .containsEntry("PointsReleased", 1);

    messages.send(lost);
    await()
        .atMost(Shopper.LIMIT)
        .until(
            () ->
                node.number(
                        "SELECT COUNT(*) FROM consume_log WHERE consumer_group = 'ordinal-assets'"
                            + " AND event_type = 'OrderCanceled' AND status = 'IGNORED'"
                            + " AND biz_key = '"
                            + shopper.orderNo()
                            + "'")
                    == 1);
    shopper.awaitFree();
  }
}
