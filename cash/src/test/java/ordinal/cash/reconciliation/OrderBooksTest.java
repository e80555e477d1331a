package ordinal.cash.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import ordinal.assets.AccountId;
import ordinal.assets.AccountReply;
import ordinal.assets.Balance;
import ordinal.assets.Cause;
import ordinal.assets.CouponId;
import ordinal.assets.Hold;
import ordinal.assets.ShardedAssets;
import ordinal.cash.process.OrderProcess;
import ordinal.cash.process.ProcessSettings;
import ordinal.cash.projection.CashProjection;
import ordinal.cash.projection.CashSettings;
import ordinal.cash.reconciliation.Reconciliations.Run;
import ordinal.cash.reconciliation.Reconciliations.State;
import ordinal.cash.refunds.Refunds;
import ordinal.kernel.TraceContext;
import ordinal.order.OrderCommand;
import ordinal.order.OrderEvent.CanceledBy;
import ordinal.order.OrderEvent.Checkout;
import ordinal.order.OrderEvent.Item;
import ordinal.order.OrderNumber;
import ordinal.order.OrderReply;
import ordinal.order.OrderState.Existing;
import ordinal.order.OrderStatus;
import ordinal.order.Orders;
import ordinal.order.ShardedOrders;
import ordinal.projections.PollingJournal;
import ordinal.projections.TestCluster;
import ordinal.projections.TestJournal;
import ordinal.projections.assets.AssetProjection;
import ordinal.projections.assets.AssetViewSettings;
import ordinal.projections.sql.Sql;
import ordinal.projections.tail.EntityEvents;
import org.apache.pekko.actor.typed.ActorRef;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Real orders and accounts, and nobody who hears the orders' messages: every step that the process
 * manager should have done is missing. A reconciliation finds it and has it done, and the next one
 * finds nothing.
 */
class OrderBooksTest {

  private static final AccountId WALLET = AccountId.wallet("default", "u1");
  private static final AccountId POINTS = AccountId.points("default", "u1");
  private static final AccountId TECHNICIAN = AccountId.commission("default", "tech");
  private static final CouponId COUPON = new CouponId("default", "c-1");

  TestJournal journal;
  TestCluster cluster;
  Orders orders;
  ShardedAssets assets;
  TestReconciliation books;

  @BeforeEach
  void start() throws Exception {
    journal = TestJournal.create("order_books");
    cluster = new TestCluster(journal.config());
    var system = cluster.system();
    var config = system.settings().config();
    var clock = Clock.systemUTC();
    var metrics = new SimpleMeterRegistry();
    orders = ShardedOrders.start(system, clock);
    assets = ShardedAssets.start(system, clock);
    var pages = new PollingJournal(journal, 100);
    AssetProjection.start(
        system, journal.dataSource(), pages, AssetViewSettings.of(config), metrics);
    CashProjection.start(
        system, journal.dataSource(), pages, CashSettings.of(config), Refunds.rows());
    var events = new EntityEvents(TestJournal.serialization());
    var sql = new Sql(journal.dataSource(), Runnable::run);
    var limit = Duration.ofSeconds(10);
    var steps = new OrderProcess(orders, assets, ProcessSettings.of(config)).steps();
    books =
        new TestReconciliation(
            journal,
            List.of(
                new OrderAssetsCheck(orders, assets, steps, limit),
                new PaymentCheck(),
                new RefundCheck(sql, events, Duration.ofHours(2), clock)),
            clock,
            "ordinal.cash.reconciliation { settle = 0s, look-again-after = 300ms }");
  }

  @AfterEach
  void stop() {
    cluster.close();
    journal.close();
  }

  private Existing ask(String orderNo, Function<ActorRef<OrderReply>, OrderCommand> command)
      throws Exception {
    var reply = TestReconciliation.wait(orders.ask(orderNo, command));
    if (reply instanceof OrderReply.Accepted accepted) return accepted.order();
    throw new AssertionError(reply.toString());
  }

  private static TraceContext trace() {
    return TraceContext.fresh();
  }

  /** One of 10.00, whose stock is reserved. */
  private String order(String request) throws Exception {
    var orderNo = OrderNumber.of("default", "u1", request);
    ask(
        orderNo,
        to ->
            new OrderCommand.Create(
                "default",
                "u1",
                request,
                null,
                List.of(new Item("sku", 1, 1000)),
                "CNY",
                null,
                trace(),
                to));
    ask(orderNo, to -> new OrderCommand.StockReserved("s-" + request, trace(), to));
    return orderNo;
  }

  private void checkout(String orderNo, Checkout checkout) throws Exception {
    ask(orderNo, to -> new OrderCommand.StartCheckout(checkout, null, trace(), to));
  }

  private void pay(String orderNo, long amount) throws Exception {
    ask(orderNo, to -> new OrderCommand.PaymentSucceeded("p-1", amount, trace(), to));
  }

  private Existing get(String orderNo) throws Exception {
    return ask(orderNo, to -> new OrderCommand.Get(trace(), to));
  }

  private Balance balance(AccountId account) throws Exception {
    var reply = TestReconciliation.wait(assets.account(account));
    return ((AccountReply.Standing) reply).balance();
  }

  private void credit(AccountId account, long amount) throws Exception {
    TestReconciliation.wait(
        assets.credit(account, amount, new Cause("credit:" + account.kind(), null, trace())));
  }

  /** How many of each kind, by what was done; the next run finds nothing. */
  private Map<String, Integer> found() throws Exception {
    var run = books.run();
    assertThat(run.state()).as(run.toString()).isEqualTo(State.DONE);
    var found = counted(run);
    var again = books.run();
    assertThat(counted(again)).as("of the second run").isEmpty();
    return found;
  }

  private Map<String, Integer> counted(Run run) throws Exception {
    var counted = new TreeMap<String, Integer>();
    for (var one : books.found(run)) {
      counted.merge(one.kind() + " " + one.action(), 1, Integer::sum);
    }
    return counted;
  }

  @Test
  void everyStepOfAnOrdersLifeThatWasMissedIsDone() throws Exception {
    credit(WALLET, 500);
    credit(POINTS, 100);
    TestReconciliation.wait(assets.issue(COUPON, "u1", 150, null, trace()));
    var orderNo = order("one");
    checkout(orderNo, new Checkout("c-1", 200, 50));

    assertThat(found()).isEqualTo(Map.of("ASSET_STEP_MISSING REPAIRED", 1));
    assertThat(get(orderNo).progress().dueMinor()).isEqualTo(600);
    assertThat(balance(WALLET).frozen()).isEqualTo(200);

    pay(orderNo, 600);
    // Coupon, wallet, points, and what the payment earns; and what is held goes with them.
    assertThat(found())
        .isEqualTo(Map.of("ASSET_STEP_MISSING REPAIRED", 4, "HOLD_LEFT REPAIRED", 3));
    assertThat(balance(WALLET)).isEqualTo(new Balance(300, 0, 200, 0, -500));
    assertThat(balance(POINTS).available()).isEqualTo(50 + 6);

    ask(orderNo, to -> new OrderCommand.Complete("tech", "mentor", null, trace(), to));
    assertThat(found()).isEqualTo(Map.of("ASSET_STEP_MISSING REPAIRED", 2));
    assertThat(balance(TECHNICIAN).available()).isEqualTo(150);

    var refundId =
        ask(orderNo, to -> new OrderCommand.RequestRefund(null, null, trace(), to))
            .progress()
            .refund()
            .refundId();
    ask(orderNo, to -> new OrderCommand.RefundSucceeded(refundId, trace(), to));
    assertThat(found()).isEqualTo(Map.of("ASSET_STEP_MISSING REPAIRED", 5));
    assertThat(balance(WALLET).available()).isEqualTo(500);
    assertThat(balance(POINTS).available()).isEqualTo(100);
    assertThat(balance(TECHNICIAN).available()).isZero();
  }

  @Test
  void whatACanceledOrderHoldsIsReleased() throws Exception {
    credit(WALLET, 500);
    var orderNo = order("one");
    checkout(orderNo, new Checkout(null, 200, 0));
    found();
    ask(orderNo, to -> new OrderCommand.Cancel(CanceledBy.USER, null, null, trace(), to));

    assertThat(found()).isEqualTo(Map.of("HOLD_LEFT REPAIRED", 1));

    assertThat(balance(WALLET)).isEqualTo(new Balance(500, 0, 0, 0, -500));
  }

  /** Of a checkout that the order never had. */
  @Test
  void aHoldThatNoOrderKnowsOfIsReleased() throws Exception {
    credit(WALLET, 500);
    var orderNo = order("one");
    TestReconciliation.wait(assets.freeze(WALLET, new Hold(orderNo, 3), 120, trace()));

    assertThat(found()).isEqualTo(Map.of("HOLD_LEFT REPAIRED", 1));

    assertThat(balance(WALLET).frozen()).isZero();
    assertThat(journal.number("SELECT COUNT(*) FROM asset_hold")).isZero();
  }

  @Test
  void whatCannotBeDoneIsToldAndTriedAgain() throws Exception {
    var orderNo = order("one");
    checkout(orderNo, new Checkout(null, 200, 0));
    // The order is told that its assets are locked, and nothing is.
    ask(orderNo, to -> new OrderCommand.AssetsLocked("e-1", 1, 800, trace(), to));
    pay(orderNo, 800);

    for (int i = 0; i < 2; i++) {
      var run = books.run();
      assertThat(counted(run).keySet()).contains("ASSET_STEP_MISSING FAILED");
      assertThat(books.found(run)).anyMatch(one -> one.detail().contains("refuses Commit"));
    }
    assertThat(balance(POINTS).available()).isEqualTo(8); // The steps beside it are done.
  }

  @Test
  void paymentsThatDoNotFitTheirOrdersAreTold() throws Exception {
    var orderNo = order("one");
    checkout(orderNo, new Checkout(null, 0, 0));
    pay(orderNo, 1000);
    found();

    journal.execute("UPDATE payment_record SET amount_minor = 999");
    assertThat(counted(books.run())).isEqualTo(Map.of("PAYMENT_AMOUNT ALERTED", 1));

    journal.execute("UPDATE payment_record SET payment_id = 'p-2'");
    assertThat(counted(books.run()))
        .isEqualTo(Map.of("PAYMENT_MISSING ALERTED", 1, "PAYMENT_UNKNOWN ALERTED", 1));
  }

  @Test
  void aRefundThatIsNotToBeCarriedOutIsThereAgain() throws Exception {
    var orderNo = order("one");
    checkout(orderNo, new Checkout(null, 0, 0));
    pay(orderNo, 1000);
    ask(orderNo, to -> new OrderCommand.RequestRefund(null, null, trace(), to));
    found();
    var row = "SELECT refund_id, payment_id, amount_minor, status FROM refund_request";
    var right = journal.query(row);
    assertThat(right).hasSize(1);
    journal.execute("DELETE FROM refund_request");

    assertThat(found()).isEqualTo(Map.of("REFUND_MISSING REPAIRED", 1));

    assertThat(journal.query(row)).isEqualTo(right);
    assertThat(get(orderNo).status()).isEqualTo(OrderStatus.REFUNDING);
  }
}
