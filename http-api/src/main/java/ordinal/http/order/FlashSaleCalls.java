package ordinal.http.order;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import ordinal.http.inventory.StockCalls;
import ordinal.http.inventory.StockSettings;
import ordinal.http.serving.Answer;
import ordinal.http.serving.Call;
import ordinal.http.serving.ErrorHandler;
import ordinal.http.serving.SameThread;
import ordinal.inventory.HoldReply;
import ordinal.inventory.Inventory;
import ordinal.kernel.ErrorCode;
import ordinal.order.OrderCommand;
import ordinal.order.OrderEvent.Item;
import ordinal.order.OrderReply;
import ordinal.order.OrderReply.Refusal;
import ordinal.order.Orders;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;

/**
 * Buying in a flash sale: first the pieces are held, on the sku, for an order that does not exist
 * yet; then the order is made, with its stock reserved already. Who comes when there are none left
 * wakes no order.
 *
 * <p>Pieces are held under the order's number, which follows from the request, so a repeat holds
 * nothing more. Whatever happens between the two steps, they are not lost: an order that is not
 * there in time goes without, and what was held for it goes back (ordinal.projections.holds).
 */
public final class FlashSaleCalls {

  private static final Answer SOLD_OUT =
      refused("Sold out: there are not as many left.", "SOLD_OUT");
  private static final Answer HOLDS_OTHERS =
      Answer.error(
          ErrorCode.REUSED,
          "This clientRequestId holds another quantity: use a new one for another order.");
  private static final Answer GONE =
      refused(
          "The pieces held for this order have gone back: order again under another"
              + " clientRequestId.",
          "GONE");

  private final Orders orders;
  private final @Nullable Inventory inventory;
  private final OrderAnswers answers;
  private final StockSettings settings;
  private final String defaultCurrency;
  private final Clock clock;

  public FlashSaleCalls(
      Orders orders,
      @Nullable Inventory inventory,
      OrderHistory history,
      StockSettings settings,
      String defaultCurrency,
      Clock clock) {
    this.orders = orders;
    this.inventory = inventory;
    this.answers = new OrderAnswers(history);
    this.settings = settings;
    this.defaultCurrency = defaultCurrency;
    this.clock = clock;
  }

  private static Answer refused(String message, String status) {
    return Answer.error(ErrorCode.NOT_ALLOWED_IN_STATE, message, Map.of("status", status));
  }

  CompletionStage<Answer> buy(Call call) {
    var stock = inventory;
    if (stock == null) return StockCalls.keptElsewhere();
    var orderNo = OrderCalls.newOrderNo(call);
    var until = clock.instant().plus(settings.hold());
    var quantity = call.body().get(OrderSchemas.QUANTITY);
    return within(
            "cannot hold stock", stock.hold(skuId(call), orderNo, quantity, until, call.trace()))
        .thenCompose(reply -> afterHold(stock, call, reply, until));
  }

  /** One branch per reply. A new one fails here, loudly, until someone decides what it means. */
  private CompletionStage<Answer> afterHold(
      Inventory stock, Call call, HoldReply reply, Instant until) {
    if (reply instanceof HoldReply.Held held) {
      return create(call, notAfter(held, until))
          .thenCompose(created -> afterCreate(stock, call, created));
    }
    if (reply instanceof HoldReply.SoldOut) return done(SOLD_OUT);
    if (reply instanceof HoldReply.Gone) {
      // An order that was canceled, perhaps, and its repeat. A creation that is too late makes
      // none.
      return create(call, Instant.EPOCH)
          .thenCompose(found -> isTooLate(found) ? done(GONE) : answers.ofCreation(found));
    }
    if (reply instanceof HoldReply.Differs) {
      return create(call, Instant.EPOCH)
          .thenCompose(found -> isTooLate(found) ? done(HOLDS_OTHERS) : answers.ofCreation(found));
    }
    if (reply instanceof HoldReply.Unavailable) return done(ErrorHandler.tryAgain());
    throw new IllegalStateException("there is no answer for " + reply.getClass().getName());
  }

  /**
   * What an earlier call holds goes back when that call's time is over, not this one's. Pieces that
   * are an order's already need no time: it is there.
   */
  private Instant notAfter(HoldReply.Held held, Instant until) {
    var first = held.until();
    if (first == null) return Instant.EPOCH;
    return (first.isBefore(until) ? first : until).minus(settings.margin());
  }

  /** An order of other contents has the number: it goes without what was held for this one. */
  private CompletionStage<Answer> afterCreate(Inventory stock, Call call, OrderReply created) {
    boolean reused =
        created instanceof OrderReply.Refused refused && refused.refusal() == Refusal.REUSED;
    var answer = answers.ofCreation(created);
    return reused ? letGo(stock, call).thenCompose(done -> answer) : answer;
  }

  /**
   * Not when the pieces may be that other order's own. Nobody waits for this to succeed: what is
   * left behind is found when the time of the hold is over.
   */
  private CompletionStage<String> letGo(Inventory stock, Call call) {
    return ask(call, to -> new OrderCommand.Get(call.trace(), to))
        .thenCompose(reply -> mayHold(reply, call) ? done("kept") : letGoNow(stock, call))
        .exceptionally(
            failure -> {
              var what = "pieces of " + skuId(call) + " stay held for now";
              ErrorHandler.gotOver(what, failure, call.trace().traceId());
              return "not known";
            });
  }

  private CompletionStage<String> letGoNow(Inventory stock, Call call) {
    var orderNo = OrderCalls.newOrderNo(call);
    return within("cannot let go", stock.letGo(skuId(call), orderNo, call.trace()))
        .thenApply(Object::toString);
  }

  private static boolean mayHold(OrderReply reply, Call call) {
    return !(reply instanceof OrderReply.Accepted found) || found.order().mayHold(skuId(call));
  }

  private CompletableFuture<OrderReply> create(Call call, Instant notAfter) {
    var body = call.body();
    var currency = body.find(OrderSchemas.CURRENCY);
    var item =
        new Item(
            skuId(call),
            Math.toIntExact(body.get(OrderSchemas.QUANTITY)),
            body.get(OrderSchemas.UNIT_PRICE_FIELD));
    return SameThread.of(
        orders.create(
            OrderCalls.newOrderNo(call),
            to ->
                new OrderCommand.Create(
                    call.tenantId(),
                    body.get(OrderSchemas.USER_ID),
                    body.get(OrderSchemas.CLIENT_REQUEST_ID),
                    body.find(OrderSchemas.STORE_ID),
                    List.of(item),
                    currency == null ? defaultCurrency : currency,
                    new OrderCommand.StockHeld(notAfter),
                    call.trace(),
                    to)));
  }

  private CompletableFuture<OrderReply> ask(
      Call call, Function<ActorRef<OrderReply>, OrderCommand> command) {
    return SameThread.of(orders.ask(OrderCalls.newOrderNo(call), command));
  }

  private static boolean isTooLate(OrderReply reply) {
    return reply instanceof OrderReply.Refused refused && refused.refusal() == Refusal.TOO_LATE;
  }

  private static String skuId(Call call) {
    return call.at("skuId");
  }

  private <T> CompletableFuture<T> within(String what, CompletionStage<T> asked) {
    return ErrorHandler.within(settings.timeout(), what, asked);
  }

  private static <T> CompletionStage<T> done(T value) {
    return CompletableFuture.completedFuture(value);
  }
}
