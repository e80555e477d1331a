package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What order to cash must bear on a whole node: payments told many times, and lost events. */
class OrderToCashTest {

  /** What one paid order does to its assets. */
  private static final Map<String, Integer> PAID_ONCE =
      Map.of(
          "CouponLocked", 1,
          "WalletFrozen", 1,
          "PointsFrozen", 1,
          "CouponUsed", 1,
          "WalletCommitted", 1,
          "PointsCommitted", 1,
          "PointsEarned", 1);

  static TestNode node;

  @BeforeAll
  static void start() throws Exception {
    node =
        TestNode.start(
            "order_to_cash",
            "ordinal.inventory = builtin",
            "ordinal.bridge { poll = 100ms, look-every = 100ms }",
            "ordinal.projections.kafka.audit-every = 1s");
    Shopper.stock(node.node::httpUrl);
  }

  @AfterAll
  static void stop() {
    if (node != null) node.close();
  }

  private static Shopper locked(String name) {
    var shopper = new Shopper(node.node::httpUrl, name).withReservedOrder();
    assertThat(shopper.checkout().statusCode()).isEqualTo(200);
    shopper.awaitLocked();
    return shopper;
  }

  private static double metric(String name) {
    return node.managed("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .sum();
  }

  /** All its messages are handled, by everyone. */
  private static void awaitHandled() {
    await()
        .atMost(Shopper.LIMIT)
        .until(
            () -> {
              for (var group : RunningOrdinal.data(node.managed("/admin/consumers"))) {
                if (group.path("lag").asLong() > 0 || group.path("parked").asLong() > 0) {
                  return false;
                }
              }
              return true;
            });
  }

  @Test
  void aPaymentThatIsToldManyTimesAtOnceDeductsAndEarnsOnce() throws Exception {
    var shopper = locked("many-times");
    var threads = Executors.newFixedThreadPool(20);
    var codes = new ArrayList<Integer>();
    try {
      Callable<HttpResponse<String>> call = shopper::pay;
      for (var answer : threads.invokeAll(Collections.nCopies(20, call))) {
        codes.add(answer.get().statusCode());
      }
    } finally {
      threads.shutdown();
    }
    assertThat(codes).contains(200).isSubsetOf(200, 409);
    shopper.awaitUsed();

    var again = shopper.pay();

    assertThat(again.statusCode()).isEqualTo(200);
    assertThat(RunningOrdinal.data(again).path("status").asText()).isEqualTo("PAID");
    assertThat(shopper.events("OrderPaid")).isEqualTo(1);
    awaitHandled();
    shopper.awaitUsed();
    await().atMost(Shopper.LIMIT).until(shopper::assetEvents, PAID_ONCE::equals);
  }

  @Test
  void anEventThatNeverReachedKafkaIsFoundAndSentAndHasItsEffectOnce() throws Exception {
    var shopper = locked("lost-event");
    double missing = metric("consistency_event_missing_total");
    long lost = new PassedOver(node).next();

    shopper.pay();

    assertThat(shopper.order().path("status").asText()).isEqualTo("PAID");
    assertThat(
            node.query("SELECT persistence_id FROM event_journal WHERE ordering = " + lost)
                .get(0)
                .get(0))
        .isEqualTo("Order|" + shopper.orderNo());
    shopper.awaitUsed();
    assertThat(metric("consistency_event_missing_total")).isEqualTo(missing + 1);
    await()
        .atMost(Shopper.LIMIT)
        .until(() -> metric("consistency_event_repaired_total") == missing + 1);
    awaitHandled();
    shopper.awaitUsed();
    await().atMost(Shopper.LIMIT).until(shopper::assetEvents, PAID_ONCE::equals);
    assertThat(shopper.pay().statusCode()).isEqualTo(200);
    assertThat(shopper.events("OrderPaid")).isEqualTo(1);
  }
}
