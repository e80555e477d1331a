package ordinal.cash.refunds;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import ordinal.cash.refunds.RefundProvider.Answer;
import ordinal.cash.refunds.RefundProvider.Refund;
import ordinal.kernel.EventMeta;
import ordinal.order.OrderCommand;
import ordinal.order.OrderEvent;
import ordinal.order.OrderEvent.OrderRefundRequested;
import ordinal.order.OrderEvent.RefundCause;
import ordinal.order.OrderNumber;
import ordinal.order.OrderReply;
import ordinal.order.OrderState;
import ordinal.order.OrderState.Existing;
import ordinal.order.OrderStep;
import ordinal.order.Orders;
import ordinal.projections.TestEvents;
import ordinal.projections.TestJournal;
import ordinal.projections.sql.Sql;
import ordinal.projections.tail.Page;
import ordinal.projections.tail.SliceRange;
import org.apache.pekko.actor.typed.ActorRef;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Refunds on the real table, with a provider and orders that do as they are told. */
class RefundJobTest {

  private static final Instant START = Instant.parse("2025-01-01T12:00:01.456Z");

  final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  final List<Refund> asked = new CopyOnWriteArrayList<>();
  final List<String> told = new CopyOnWriteArrayList<>();
  final Map<String, OrderState> orders = new ConcurrentHashMap<>();
  TestJournal journal;
  Instant now = START;
  boolean orderIsAway;
  RefundProvider provider = refund -> done(new RefundProvider.Succeeded());

  final Clock clock =
      new Clock() {
        @Override
        public Instant instant() {
          return now;
        }

        @Override
        public ZoneId getZone() {
          return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
          return this;
        }
      };

  @BeforeEach
  void start() {
    journal = TestJournal.create("refunds");
  }

  @AfterEach
  void stop() {
    journal.close();
  }

  private static CompletionStage<Answer> done(Answer answer) {
    return CompletableFuture.completedFuture(answer);
  }

  private Orders known() {
    return new Orders() {
      @Override
      public CompletionStage<OrderReply> ask(
          String orderNo, Function<ActorRef<OrderReply>, OrderCommand> command) {
        return CompletableFuture.completedFuture(answer(orderNo, command.apply(null)));
      }

      @Override
      public CompletionStage<List<OrderStep>> history(String orderNo) {
        throw new UnsupportedOperationException();
      }
    };
  }

  private OrderReply answer(String orderNo, OrderCommand command) {
    var order = (Existing) orders.get(orderNo);
    if (orderIsAway && !(command instanceof OrderCommand.Get)) {
      return new OrderReply.Unavailable("away");
    }
    if (command instanceof OrderCommand.RefundSucceeded c) {
      told.add(c.refundId() + " succeeded");
      orders.put(orderNo, order.after(new OrderEvent.OrderRefunded(meta(), c.refundId())));
    } else if (command instanceof OrderCommand.RefundFailed c) {
      told.add(c.refundId() + " failed");
      orders.put(orderNo, order.after(new OrderEvent.OrderRefundFailed(meta(), c.refundId())));
    }
    return new OrderReply.Accepted((Existing) orders.get(orderNo));
  }

  private static EventMeta meta() {
    return TestJournal.meta(START.toString());
  }

  private static String orderNo(int i) {
    return OrderNumber.of("default", "10001", "refund-" + i);
  }

  private static String refundId(int i) {
    return "REF" + orderNo(i).substring(3) + "-1";
  }

  /** An order that refunds so much, known to the table. */
  private void refund(int i, long amount) throws Exception {
    var requested =
        new OrderRefundRequested(meta(), refundId(i), "p-0", amount, null, RefundCause.REQUESTED);
    long seen = page(0).upTo();
    OrderEvent[] life = {
      TestJournal.created(orderNo(i), "10001"),
      TestEvents.RESERVED,
      TestEvents.CHECKOUT,
      TestEvents.PAID,
      requested
    };
    journal.append(orderNo(i), 1, life);
    OrderState state = new OrderState.Absent();
    for (var event : life) state = state.after(event);
    orders.put(orderNo(i), state);
    apply(seen);
  }

  private Page page(long after) throws Exception {
    return journal.page(SliceRange.all(TestJournal.SLICES), after, 1000);
  }

  private void apply(long after) throws Exception {
    try (var db = journal.dataSource().getConnection()) {
      for (var rows : Refunds.rows()) rows.apply(db, page(after));
    }
  }

  private RefundJob job() {
    var settings =
        RefundSettings.of(
            journal.config(
                "ordinal.cash.refunds { at-once = 2, alert-after = 3, answer-within = 300ms }"));
    RefundProvider writingDown =
        refund -> {
          asked.add(refund);
          return provider.refund(refund);
        };
    return new RefundJob(
        new Sql(journal.dataSource(), Runnable::run),
        known(),
        writingDown,
        new OrderResults(known()),
        settings,
        Runnable::run,
        new Random(1),
        clock,
        metrics);
  }

  private void run() throws Exception {
    job().run().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  private List<String> row(int i) throws Exception {
    return journal
        .query(
            "SELECT status, attempts, last_error, next_attempt_at FROM refund_request"
                + " WHERE refund_id = '%s'".formatted(refundId(i)))
        .get(0);
  }

  @Test
  void theProviderIsAskedOnceAndTheOrderHearsThatItSucceeded() throws Exception {
    refund(1, 1000);

    run();
    now = now.plus(Duration.ofDays(1));
    run();

    assertThat(told).containsExactly(refundId(1) + " succeeded");
    assertThat(asked).hasSize(1);
    var refund = asked.get(0);
    assertThat(refund.outRefundNo()).isEqualTo(refundId(1));
    assertThat(refund.orderNo()).isEqualTo(orderNo(1));
    assertThat(refund.paymentId()).isEqualTo("p-0");
    assertThat(refund.amountMinor()).isEqualTo(1000);
    assertThat(refund.currency()).isEqualTo("CNY");
    assertThat(row(1).get(0)).isEqualTo("SUCCEEDED");
  }

  @Test
  void allThatAreDueAreAskedForInOneRound() throws Exception {
    for (int i = 0; i < 5; i++) refund(i, 1000);

    run();

    assertThat(asked).hasSize(5);
    assertThat(told).hasSize(5);
  }

  @Test
  void nothingIsAskedForARefundOfNothing() throws Exception {
    refund(1, 0);

    run();

    assertThat(asked).isEmpty();
    assertThat(told).containsExactly(refundId(1) + " succeeded");
  }

  @Test
  void whatTheProviderRefusesTheOrderHearsToo() throws Exception {
    provider = refund -> done(new RefundProvider.Failed("account closed"));
    refund(1, 1000);

    run();

    assertThat(told).containsExactly(refundId(1) + " failed");
    assertThat(row(1).get(2)).isEqualTo("account closed");
  }

  @Test
  void whatIsUnderWayIsAskedForAgainWhenTheProviderSaysSo() throws Exception {
    provider = refund -> done(new RefundProvider.Accepted(Duration.ofMinutes(7)));
    refund(1, 1000);
    run();
    assertThat(row(1).get(0)).isEqualTo("ACCEPTED");
    now = START.plus(Duration.ofMinutes(7)).minusMillis(1);
    run();
    assertThat(asked).hasSize(1);

    provider = refund -> done(new RefundProvider.Succeeded());
    now = now.plusMillis(1);
    run();

    assertThat(asked).extracting(Refund::attempt).containsExactly(1, 2);
    assertThat(told).containsExactly(refundId(1) + " succeeded");
  }

  @Test
  void aProviderThatThrowsOrIsSilentIsAskedAgainLaterAndLaterAndNeverCountsAsAFailure()
      throws Exception {
    refund(1, 1000);
    var due = new ArrayList<Instant>();
    for (int i = 0; i < 12; i++) {
      int attempt = i;
      provider =
          refund -> {
            if (attempt % 3 == 0) throw new IllegalStateException("broken");
            return attempt % 3 == 1
                ? CompletableFuture.failedFuture(new IllegalStateException("away"))
                : new CompletableFuture<>();
          };
      run();
      var next = Instant.parse(row(1).get(3).replace(' ', 'T') + "Z");
      due.add(now);
      assertThat(Duration.between(now, next).toMillis() / 1000.0)
          .isBetween(0.9 * Math.min(5 << i, 3600), 1.1 * Math.min(5 << i, 3600) + 0.001);
      now = next;
    }

    assertThat(asked).hasSize(12);
    assertThat(told).isEmpty();
    assertThat(row(1).subList(0, 2)).containsExactly("PENDING", "12");
    assertThat(row(1).get(2)).isEqualTo("no answer in time");
    assertThat(metrics.get("refund.overdue").counter().count())
        .as("from the third attempt on")
        .isEqualTo(10);

    provider = refund -> done(new RefundProvider.Succeeded());
    run();

    assertThat(told).containsExactly(refundId(1) + " succeeded");
  }

  @Test
  void aResultThatTheOrderCouldNotStoreIsAskedForAndToldAgain() throws Exception {
    refund(1, 1000);
    orderIsAway = true;
    run();
    assertThat(told).isEmpty();
    orderIsAway = false;
    now = now.plusSeconds(6);

    run();

    assertThat(asked).extracting(Refund::outRefundNo).containsExactly(refundId(1), refundId(1));
    assertThat(told).containsExactly(refundId(1) + " succeeded");
  }

  @Test
  void oneThatIsSilentHoldsUpNoOther() throws Exception {
    provider =
        refund ->
            refund.orderNo().equals(orderNo(1))
                ? new CompletableFuture<>()
                : done(new RefundProvider.Succeeded());
    for (int i = 0; i < 4; i++) refund(i, 1000);

    run();

    assertThat(told).hasSize(3);
  }

  @Test
  void aRefundThatSomebodyHasAnsweredByHandIsNotAskedFor() throws Exception {
    refund(1, 1000);
    answer(orderNo(1), new OrderCommand.RefundSucceeded(refundId(1), meta().trace(), null));

    run();

    assertThat(asked).isEmpty();
    assertThat(row(1).get(0)).isEqualTo("SUCCEEDED");
  }

  @Test
  void ofTwoNodesThatTryOneAsks() throws Exception {
    refund(1, 1000);
    var both = new ArrayList<CompletableFuture<Void>>();
    provider =
        refund -> {
          if (both.isEmpty()) both.add(job().run().toCompletableFuture());
          return done(new RefundProvider.Succeeded());
        };

    run();

    assertThat(both).allSatisfy(other -> assertThat(other).isCompleted());
    assertThat(asked).hasSize(1);
  }

  @Test
  void theOrdersEventEndsTheRowAndAPageThatComesAgainChangesNothing() throws Exception {
    refund(1, 1000);
    journal.append(orderNo(1), 6, new OrderEvent.OrderRefundFailed(meta(), refundId(1)));
    apply(0);
    var once = row(1);
    assertThat(once.get(0)).isEqualTo("FAILED");
    assertThat(once.get(3)).isNull();

    apply(0);

    assertThat(row(1)).isEqualTo(once);
  }
}
