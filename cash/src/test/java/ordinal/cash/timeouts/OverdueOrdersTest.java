package ordinal.cash.timeouts;

import static ordinal.projections.TestEvents.CHECKOUT;
import static ordinal.projections.TestEvents.PAID;
import static ordinal.projections.TestEvents.RESERVED;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import ordinal.order.OrderEvent.CanceledBy;
import ordinal.order.OrderStatus;
import ordinal.projections.TestJournal;
import ordinal.projections.sql.Sql;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of orders whose time to pay is over, on the real table. */
class OverdueOrdersTest {

  private static final Instant NOW = Instant.parse("2025-01-01T12:15:00Z");
  private static final Instant OVER = NOW.minusMillis(1);

  final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  final TestOrders orders = new TestOrders();
  TestJournal journal;

  @BeforeEach
  void start() {
    journal = TestJournal.create("deadlines");
  }

  @AfterEach
  void stop() {
    journal.close();
  }

  private void due(String orderNo, Instant at) throws Exception {
    try (var db = journal.dataSource().getConnection()) {
      DeadlineTable.insert(db, List.of(new Deadline(orderNo, at)));
    }
  }

  private void run() throws Exception {
    var sql = new Sql(journal.dataSource(), Runnable::run);
    new OverdueOrders(sql, orders, 3, Clock.fixed(NOW, ZoneOffset.UTC), metrics)
        .run()
        .toCompletableFuture()
        .get(20, TimeUnit.SECONDS);
  }

  private List<String> left() throws Exception {
    return journal.query("SELECT order_no FROM order_deadline ORDER BY order_no").stream()
        .map(row -> row.get(0))
        .toList();
  }

  private double counted() {
    return metrics.get("payment.timeout.canceled").counter().count();
  }

  @Test
  void anOrderThatIsNotPaidInTimeIsCanceled() throws Exception {
    orders.put("ORD-1", RESERVED, CHECKOUT);
    due("ORD-1", OVER);

    run();

    assertThat(orders.canceled("ORD-1").by()).isEqualTo(CanceledBy.TIMEOUT);
    assertThat(orders.canceled("ORD-1").reason()).isEqualTo("not paid in time");
    assertThat(left()).isEmpty();
    assertThat(counted()).isEqualTo(1);
  }

  @Test
  void nobodyIsAskedBeforeTheTimeIsOver() throws Exception {
    orders.put("ORD-1", RESERVED);
    due("ORD-1", NOW);

    run();

    assertThat(orders.asked).isEmpty();
    assertThat(left()).containsExactly("ORD-1");
  }

  @Test
  void anOrderThatWasPaidAMomentAgoStaysPaid() throws Exception {
    orders.put("ORD-1", RESERVED, CHECKOUT, PAID);
    due("ORD-1", OVER);

    run();

    assertThat(orders.status("ORD-1")).isEqualTo(OrderStatus.PAID);
    assertThat(left()).isEmpty();
    assertThat(counted()).isZero();
  }

  @Test
  void anOrderThatDoesNotAnswerIsAskedAgainAndHoldsUpNoneBehindIt() throws Exception {
    for (int i = 10; i < 20; i++) {
      orders.put("ORD-" + i, RESERVED);
      due("ORD-" + i, OVER);
      if (i < 15) orders.silent.add("ORD-" + i);
    }

    run();

    assertThat(left()).isEqualTo(IntStream.range(10, 15).mapToObj(i -> "ORD-" + i).toList());
    assertThat(orders.asked).hasSize(10);
    orders.silent.clear();
    run();
    assertThat(left()).isEmpty();
    assertThat(counted()).isEqualTo(10);
  }
}
