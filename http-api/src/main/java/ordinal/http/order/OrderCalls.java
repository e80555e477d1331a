package ordinal.http.order;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import ordinal.http.schema.Fields;
import ordinal.http.serving.Answer;
import ordinal.http.serving.Call;
import ordinal.http.serving.SameThread;
import ordinal.kernel.ErrorCode;
import ordinal.order.OrderCommand;
import ordinal.order.OrderCommand.Answered;
import ordinal.order.OrderEvent.CanceledBy;
import ordinal.order.OrderEvent.Checkout;
import ordinal.order.OrderEvent.Item;
import ordinal.order.OrderNumber;
import ordinal.order.OrderReply;
import ordinal.order.Orders;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;

/** Turns calls into commands and replies into answers. One method per endpoint. */
public final class OrderCalls {

  private final Orders orders;
  private final String defaultCurrency;
  private final OrderHistory history;
  private final OrderAnswers answers;

  public OrderCalls(Orders orders, OrderHistory history, String defaultCurrency) {
    this.orders = orders;
    this.history = history;
    this.answers = new OrderAnswers(history);
    this.defaultCurrency = defaultCurrency;
  }

  /** The number of the order that a call would create. */
  static String newOrderNo(Call call) {
    return OrderNumber.of(
        call.tenantId(),
        call.body().get(OrderSchemas.USER_ID),
        call.body().get(OrderSchemas.CLIENT_REQUEST_ID));
  }

  CompletionStage<Answer> create(Call call) {
    var body = call.body();
    var currency = body.find(OrderSchemas.CURRENCY);
    return SameThread.of(
            orders.create(
                newOrderNo(call),
                to ->
                    new OrderCommand.Create(
                        call.tenantId(),
                        body.get(OrderSchemas.USER_ID),
                        body.get(OrderSchemas.CLIENT_REQUEST_ID),
                        body.find(OrderSchemas.STORE_ID),
                        body.get(OrderSchemas.ITEMS).stream().map(OrderCalls::item).toList(),
                        currency == null ? defaultCurrency : currency,
                        call.trace(),
                        to)))
        .thenCompose(answers::ofCreation);
  }

  private static Item item(Fields item) {
    return new Item(
        item.get(OrderSchemas.SKU_ID),
        Math.toIntExact(item.get(OrderSchemas.QUANTITY)),
        item.get(OrderSchemas.UNIT_PRICE_FIELD));
  }

  CompletionStage<Answer> show(Call call) {
    var orderNo = call.at("orderNo");
    var version = call.query().find(OrderSchemas.AT_VERSION);
    if (!OrderNumber.isOrderNo(orderNo)) return done(OrderAnswers.noOrder(orderNo));
    if (version == null) {
      return SameThread.of(orders.show(orderNo, call.tenantId(), call.trace()))
          .thenCompose(answers::of);
    }
    return history
        .of(call.tenantId(), orderNo)
        .thenApply(
            steps ->
                version > steps.size()
                    ? Answer.error(
                        ErrorCode.NOT_FOUND, "There is no version " + version + " of this order.")
                    : Answer.ok(OrderView.of(steps.get(version.intValue() - 1).after())));
  }

  CompletionStage<Answer> cancel(Call call) {
    var reason = call.body().find(OrderSchemas.REASON);
    return tell(
        call,
        call.at("orderNo"),
        to ->
            new OrderCommand.Cancel(
                CanceledBy.USER, reason, call.idempotencyKey(), call.trace(), to));
  }

  CompletionStage<Answer> checkout(Call call) {
    var body = call.body();
    var checkout =
        new Checkout(
            body.find(OrderSchemas.COUPON_ID),
            orZero(body.find(OrderSchemas.WALLET_AMOUNT)),
            orZero(body.find(OrderSchemas.POINTS_FIELD)));
    return tell(
        call,
        call.at("orderNo"),
        to -> new OrderCommand.StartCheckout(checkout, call.idempotencyKey(), call.trace(), to));
  }

  CompletionStage<Answer> complete(Call call) {
    var technician = call.body().get(OrderSchemas.TECHNICIAN_ID);
    var mentor = call.body().find(OrderSchemas.MENTOR_ID);
    return tell(
        call,
        call.at("orderNo"),
        to ->
            new OrderCommand.Complete(technician, mentor, call.idempotencyKey(), call.trace(), to));
  }

  CompletionStage<Answer> refund(Call call) {
    var reason = call.body().find(OrderSchemas.REASON);
    return tell(
        call,
        call.at("orderNo"),
        to -> new OrderCommand.RequestRefund(reason, call.idempotencyKey(), call.trace(), to));
  }

  CompletionStage<Answer> payment(Call call) {
    var paymentId = call.body().get(OrderSchemas.PAYMENT_ID);
    return inform(
        call,
        call.at("orderNo"),
        to ->
            switch (call.body().get(OrderSchemas.RESULT)) {
              case SUCCESS ->
                  new OrderCommand.PaymentSucceeded(
                      paymentId, call.body().get(OrderSchemas.PAID_AMOUNT), call.trace(), to);
              case FAILED -> new OrderCommand.PaymentFailed(paymentId, call.trace(), to);
            });
  }

  CompletionStage<Answer> refundResult(Call call) {
    var refundId = call.at("refundId");
    var orderNo = OrderNumber.ofRefund(refundId);
    if (orderNo == null) {
      return done(Answer.error(ErrorCode.NOT_FOUND, "There is no refund " + refundId + "."));
    }
    return inform(
        call,
        orderNo,
        to ->
            switch (call.body().get(OrderSchemas.RESULT)) {
              case SUCCESS -> new OrderCommand.RefundSucceeded(refundId, call.trace(), to);
              case FAILED -> new OrderCommand.RefundFailed(refundId, call.trace(), to);
            });
  }

  // From commands to answers.

  /** Asks something of an order. A number that no order of ours can have wakes no entity. */
  private CompletionStage<Answer> tell(
      Call call, String orderNo, Function<ActorRef<OrderReply>, Answered> command) {
    if (!OrderNumber.isOrderNo(orderNo)) return done(OrderAnswers.noOrder(orderNo));
    return ask(orderNo, ofTenant(call, command)).thenCompose(answers::of);
  }

  /** Tells an order what happened elsewhere. */
  private CompletionStage<Answer> inform(
      Call call, String orderNo, Function<ActorRef<OrderReply>, Answered> message) {
    if (!OrderNumber.isOrderNo(orderNo)) return done(OrderAnswers.noOrder(orderNo));
    return ask(orderNo, ofTenant(call, message)).thenCompose(answers::ofMessage);
  }

  /** Whoever knows the number of another tenant's order is told that there is none. */
  private static Function<ActorRef<OrderReply>, OrderCommand> ofTenant(
      Call call, Function<ActorRef<OrderReply>, Answered> command) {
    return to -> new OrderCommand.OfTenant(call.tenantId(), command.apply(to));
  }

  private CompletableFuture<OrderReply> ask(
      String orderNo, Function<ActorRef<OrderReply>, OrderCommand> command) {
    return SameThread.of(orders.ask(orderNo, command));
  }

  private static long orZero(@Nullable Long value) {
    return value == null ? 0 : value;
  }

  private static <T> CompletionStage<T> done(T value) {
    return CompletableFuture.completedFuture(value);
  }
}
