package ordinal.cash.timeouts;

import static ordinal.projections.TestEvents.CANCELED;
import static ordinal.projections.TestEvents.CHECKOUT;
import static ordinal.projections.TestEvents.COMPLETED;
import static ordinal.projections.TestEvents.PAID;
import static ordinal.projections.TestEvents.PAYMENT_FAILED;
import static ordinal.projections.TestEvents.REFUND;
import static ordinal.projections.TestEvents.RESERVED;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
import ordinal.order.OrderEvent.CanceledBy;
import ordinal.order.OrderStatus;
import ordinal.projections.TestJournal;
import ordinal.projections.sql.Sql;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of locks that stay, on the real table. Locks older than half an hour are. */
class LockReaperTest {

  private static final Instant NOW = Instant.parse("2025-01-01T12:30:00Z");
  private static final String OLD = "2025-01-01 11:59:59.999";
  private static final String YOUNG = "2025-01-01 12:00:00.000";

  final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  final TestOrders orders = new TestOrders();
  final TestAssets assets = new TestAssets();
  TestJournal journal;

  @BeforeEach
  void start() {
    journal = TestJournal.create("lock_reaper");
  }

  @AfterEach
  void stop() {
    journal.close();
  }

  private void held(String entityId, String kind, String orderNo, int checkoutNo, String at)
      throws Exception {
    journal.execute(
        "INSERT INTO asset_hold VALUES ('%s', '%s', %d, '%s', 700, '%s')"
            .formatted(entityId, orderNo, checkoutNo, kind, at));
  }

  private void wallet(String orderNo, int checkoutNo) throws Exception {
    held("wallet/default/1001", "WALLET", orderNo, checkoutNo, OLD);
  }

  private void run() throws Exception {
    var settings = TimeoutSettings.of(journal.config("ordinal.cash.jobs.reap-at-once = 2"));
    var sql = new Sql(journal.dataSource(), Runnable::run);
    new LockReaper(sql, orders, assets, settings, Clock.fixed(NOW, ZoneOffset.UTC), metrics)
        .run()
        .toCompletableFuture()
        .get(20, TimeUnit.SECONDS);
  }

  private double released() {
    return metrics.get("reaper.lock.released").counter().count();
  }

  @Test
  void anOrderThatStillWaitsForItsPaymentIsCanceled() throws Exception {
    orders.put("ORD-1", RESERVED, CHECKOUT);
    wallet("ORD-1", 1);

    run();

    assertThat(orders.canceled("ORD-1").by()).isEqualTo(CanceledBy.TIMEOUT);
    assertThat(assets.done).isEmpty();
    assertThat(released()).isEqualTo(1);
  }

  @Test
  void whatAPaidOrderHasLockedIsCommitted() throws Exception {
    orders.put("ORD-1", RESERVED, CHECKOUT, PAID);
    orders.put("ORD-2", RESERVED, CHECKOUT, PAID, COMPLETED);
    orders.put("ORD-3", RESERVED, CHECKOUT, PAID, REFUND);
    wallet("ORD-1", 1);
    wallet("ORD-2", 1);
    wallet("ORD-3", 1);
    held("default/c-1", "COUPON", "ORD-1", 1, OLD);

    run();

    assertThat(assets.done)
        .containsExactlyInAnyOrder(
            "coupon:ORD-1:use",
            "wallet:ORD-1:commit 700",
            "wallet:ORD-2:commit 700",
            "wallet:ORD-3:commit 700");
    assertThat(released()).isZero();
    assertThat(metrics.get("reaper.lock.committed").counter().count()).isEqualTo(4);
  }

  @Test
  void whatNobodyNeedsIsReleased() throws Exception {
    orders.put("ORD-1", RESERVED, CHECKOUT, CANCELED);
    orders.put("ORD-2", RESERVED, CHECKOUT, PAYMENT_FAILED);
    orders.put("ORD-3", RESERVED, CHECKOUT, CANCELED, REFUND);
    wallet("ORD-1", 1);
    wallet("ORD-2", 1);
    wallet("ORD-3", 1);
    wallet("ORD-4", 1);
    held("default/c-1", "COUPON", "ORD-1", 1, OLD);

    run();

    assertThat(assets.done)
        .containsExactlyInAnyOrder(
            "coupon:ORD-1:unlock",
            "wallet:ORD-1:release",
            "wallet:ORD-2:release",
            "wallet:ORD-3:release",
            "wallet:ORD-4:release");
    assertThat(orders.status("ORD-2")).isEqualTo(OrderStatus.STOCK_RESERVED);
    assertThat(released()).isEqualTo(5);
  }

  @Test
  void aLockOfAnEarlierCheckoutIsReleasedAndTheOrderGoesOn() throws Exception {
    orders.put("ORD-1", RESERVED, CHECKOUT, PAYMENT_FAILED, CHECKOUT);
    orders.put("ORD-2", RESERVED, CHECKOUT, PAYMENT_FAILED, CHECKOUT, PAID);
    wallet("ORD-1", 1);
    wallet("ORD-2", 1);
    wallet("ORD-2", 2);

    run();

    assertThat(orders.status("ORD-1")).isEqualTo(OrderStatus.WAIT_PAY);
    assertThat(assets.done)
        .containsExactlyInAnyOrder(
            "wallet:ORD-1:release", "wallet:ORD-2:release", "wallet:ORD-2:commit:2 700");
  }

  @Test
  void aLockThatIsNotOldEnoughIsLeftAlone() throws Exception {
    orders.put("ORD-1", RESERVED, CHECKOUT);
    held("wallet/default/1001", "WALLET", "ORD-1", 1, YOUNG);

    run();

    assertThat(orders.status("ORD-1")).isEqualTo(OrderStatus.WAIT_PAY);
    assertThat(assets.done).isEmpty();
  }

  @Test
  void whatFailsHoldsUpNoneBehindItAndIsTriedAgain() throws Exception {
    orders.put("ORD-1", RESERVED, CHECKOUT, CANCELED);
    orders.silent.add("ORD-2");
    assets.refused.add("wallet/default/a");
    held("wallet/default/a", "WALLET", "ORD-1", 1, OLD);
    held("wallet/default/b", "WALLET", "ORD-2", 1, OLD);
    held("wallet/default/c", "WALLET", "ORD-3", 1, OLD);
    run();
    assertThat(assets.done).containsExactly("wallet:ORD-3:release");
    assets.refused.clear();
    orders.silent.clear();

    run();

    assertThat(assets.done).contains("wallet:ORD-1:release", "wallet:ORD-2:release");
    assertThat(released()).isEqualTo(3); // A repeat is not counted.
  }
}
