package ordinal.projections.holds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import ordinal.inventory.HoldReply;
import ordinal.inventory.Inventory;
import ordinal.inventory.Line;
import ordinal.inventory.ReservationReply;
import ordinal.inventory.SkuLevels;
import ordinal.kernel.TraceContext;
import ordinal.order.OrderCommand;
import ordinal.order.OrderEvent;
import ordinal.order.OrderEvent.CanceledBy;
import ordinal.order.OrderEvent.OrderCanceled;
import ordinal.order.OrderEvent.OrderRefundRequested;
import ordinal.order.OrderEvent.OrderStockFailed;
import ordinal.order.OrderEvent.OrderStockReserved;
import ordinal.order.OrderEvent.RefundCause;
import ordinal.order.OrderReply;
import ordinal.order.OrderReply.Refusal;
import ordinal.order.OrderState;
import ordinal.order.OrderState.Existing;
import ordinal.order.OrderStep;
import ordinal.order.Orders;
import ordinal.projections.TestJournal;
import ordinal.projections.holds.HoldOwners.Owner;
import org.apache.pekko.actor.typed.ActorRef;
import org.junit.jupiter.api.Test;

/** Whom pieces belong to, by what the order says of itself. The orders are of socks and tape. */
class OrderOwnersTest {

  private OrderReply reply = new OrderReply.Unavailable("away");
  private HoldReply letGo = new HoldReply.Gone();

  private final Orders orders =
      new Orders() {
        @Override
        public CompletionStage<OrderReply> ask(
            String orderNo, Function<ActorRef<OrderReply>, OrderCommand> command) {
          return CompletableFuture.completedFuture(reply);
        }

        @Override
        public CompletionStage<List<OrderStep>> history(String orderNo) {
          throw new UnsupportedOperationException();
        }
      };

  private Owner owner(String skuId, OrderEvent... events) throws Exception {
    OrderState state = new OrderState.Absent();
    for (var event : events) state = state.after(event);
    reply = new OrderReply.Accepted((Existing) state);
    return owner(skuId);
  }

  private Owner owner(String skuId) throws Exception {
    return new OrderOwners(orders, new Stock())
        .ownerOf(skuId, "ORD-1")
        .toCompletableFuture()
        .get(5, TimeUnit.SECONDS);
  }

  private static OrderEvent created() {
    return TestJournal.created("ORD-1", "10001");
  }

  private static OrderEvent reserved() {
    return new OrderStockReserved(TestJournal.meta("2025-01-01T12:00:00Z"));
  }

  private static OrderEvent canceled() {
    return new OrderCanceled(TestJournal.meta("2025-01-01T12:00:00Z"), CanceledBy.USER, null);
  }

  private static OrderEvent failed() {
    return new OrderStockFailed(TestJournal.meta("2025-01-01T12:00:00Z"), null);
  }

  private static OrderEvent refunds() {
    return new OrderRefundRequested(
        TestJournal.meta("2025-01-01T12:00:00Z"),
        "REF-1",
        "p-1",
        1000,
        null,
        RefundCause.PAID_TOO_LATE);
  }

  @Test
  void anOrderThatIsNotThereOwnsNothing() throws Exception {
    reply = new OrderReply.Refused(Refusal.UNKNOWN_ORDER, "no order", null, null);

    assertThat(owner("socks")).isEqualTo(Owner.NOBODY);
  }

  @Test
  void anOrderThatIsReservedOwnsThePiecesOfItsItems() throws Exception {
    assertThat(owner("socks", created(), reserved())).isEqualTo(Owner.ORDER);
    assertThat(owner("tape", created(), reserved())).isEqualTo(Owner.ORDER);
    assertThat(owner("tea", created(), reserved())).isEqualTo(Owner.NOBODY);
  }

  @Test
  void anOrderThatWaitsForItsStockMayStillTakeThem() throws Exception {
    assertThat(owner("socks", created())).isEqualTo(Owner.UNDECIDED);
    assertThat(owner("tea", created())).isEqualTo(Owner.NOBODY);
  }

  @Test
  void anOrderThatEndedWithoutStockOwnsNothingAlsoWhenMoneyGoesBack() throws Exception {
    assertThat(owner("socks", created(), failed())).isEqualTo(Owner.NOBODY);
    assertThat(owner("socks", created(), reserved(), canceled())).isEqualTo(Owner.NOBODY);
    assertThat(owner("socks", created(), failed(), refunds())).isEqualTo(Owner.NOBODY);
  }

  @Test
  void anOrderThatDoesNotAnswerIsNotOneThatIsNotThere() {
    reply = new OrderReply.Unavailable("away");

    assertThatThrownBy(() -> owner("socks")).hasMessageContaining("does not say");
  }

  @Test
  void piecesWentBackOnlyWhenTheStockServiceSaysSo() throws Exception {
    var owners = new OrderOwners(orders, new Stock());
    assertThat(owners.letGo("socks", "ORD-1").toCompletableFuture().get(5, TimeUnit.SECONDS))
        .isEqualTo(new HoldReply.Gone());
    letGo = new HoldReply.Unavailable("the journal is away");

    assertThatThrownBy(
            () -> owners.letGo("socks", "ORD-1").toCompletableFuture().get(5, TimeUnit.SECONDS))
        .hasMessageContaining("the journal is away");
  }

  private final class Stock implements Inventory {
    @Override
    public CompletionStage<HoldReply> letGo(String skuId, String orderNo, TraceContext trace) {
      return CompletableFuture.completedFuture(letGo);
    }

    @Override
    public CompletionStage<Optional<SkuLevels>> levels(String skuId) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<SkuLevels> setOnHand(String skuId, long onHand, TraceContext trace) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<ReservationReply> reserve(
        String orderNo, List<Line> lines, TraceContext trace) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<ReservationReply> adopt(
        String orderNo, List<Line> lines, TraceContext trace) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<ReservationReply> release(String orderNo, TraceContext trace) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<ReservationReply> deduct(String orderNo, TraceContext trace) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<HoldReply> hold(
        String skuId, String orderNo, long quantity, Instant until, TraceContext trace) {
      throw new UnsupportedOperationException();
    }
  }
}
