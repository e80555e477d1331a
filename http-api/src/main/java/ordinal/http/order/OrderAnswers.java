package ordinal.http.order;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import ordinal.http.schema.Fault;
import ordinal.http.serving.Answer;
import ordinal.http.serving.ErrorHandler;
import ordinal.kernel.ErrorCode;
import ordinal.order.OrderEvent.OrderMessageIgnored;
import ordinal.order.OrderReply;
import ordinal.order.OrderState.Contents;
import ordinal.order.OrderState.Existing;
import ordinal.order.OrderState.Progress;
import ordinal.order.OrderStatus;
import ordinal.order.OrderStep;

/** From what an order replies to what its caller is answered. */
final class OrderAnswers {

  private final OrderHistory history;

  OrderAnswers(OrderHistory history) {
    this.history = history;
  }

  CompletionStage<Answer> ofCreation(OrderReply reply) {
    return reply instanceof OrderReply.Accepted accepted
        ? done(Answer.created(OrderView.of(accepted.order())))
        : of(reply);
  }

  CompletionStage<Answer> ofMessage(OrderReply reply) {
    return reply instanceof OrderReply.Repeated repeated ? replayMessage(repeated) : of(reply);
  }

  /** One branch per reply. A new one fails here, loudly, until someone decides what it means. */
  CompletionStage<Answer> of(OrderReply reply) {
    if (reply instanceof OrderReply.Accepted accepted) {
      return done(Answer.ok(OrderView.of(accepted.order())));
    }
    if (reply instanceof OrderReply.Repeated repeated) return replay(repeated);
    if (reply instanceof OrderReply.Ignored ignored) {
      return done(Answer.ok(afterIgnored(ignored.order(), ignored.reason())));
    }
    if (reply instanceof OrderReply.Refused refused) return done(refused(refused));
    if (reply instanceof OrderReply.Unavailable || reply instanceof OrderReply.Outdated)
      return done(ErrorHandler.tryAgain());
    throw new IllegalStateException("there is no answer for " + reply.getClass().getName());
  }

  /** The same answer as the first, though the order may have moved on. Read only if it has. */
  private CompletionStage<Answer> replay(OrderReply.Repeated repeated) {
    var order = repeated.order();
    if (repeated.version() == order.version()) return done(Answer.replayed(OrderView.of(order)));
    var first = asCreated(order);
    if (repeated.version() == first.version()) return done(Answer.replayed(OrderView.of(first)));
    return step(repeated).thenApply(step -> Answer.replayed(OrderView.of(step.after())));
  }

  /** Always read: only the event of that version tells whether the message was ignored. */
  private CompletionStage<Answer> replayMessage(OrderReply.Repeated repeated) {
    return step(repeated).thenApply(step -> Answer.replayed(data(step)));
  }

  private CompletionStage<OrderStep> step(OrderReply.Repeated repeated) {
    var contents = repeated.order().contents();
    return history
        .of(contents.tenantId(), contents.orderNo())
        .thenApply(
            steps -> {
              if (steps.size() < repeated.version()) {
                throw new ErrorHandler.Unavailable("the journal's reader is behind", null);
              }
              return steps.get((int) repeated.version() - 1);
            });
  }

  /** Right after its creation; with its stock held that was one write of two events. */
  private static Existing asCreated(Existing order) {
    var contents = order.contents();
    return contents.stockHeld()
        ? asCreated(2, OrderStatus.STOCK_RESERVED, contents)
        : asCreated(1, OrderStatus.CREATED, contents);
  }

  private static Existing asCreated(long version, OrderStatus status, Contents contents) {
    return new Existing(version, status, contents, Progress.NONE, contents.createdAt(), List.of());
  }

  private static Object data(OrderStep step) {
    return step.event() instanceof OrderMessageIgnored ignored
        ? afterIgnored(step.after(), ignored.reason())
        : OrderView.of(step.after());
  }

  private static OrderView.AfterIgnored afterIgnored(Existing order, String reason) {
    return new OrderView.AfterIgnored(
        OrderView.of(order), TimelineEntry.Outcome.IGNORED.name(), reason);
  }

  private static Answer refused(OrderReply.Refused refused) {
    var message = sentence(refused.detail());
    return switch (refused.refusal()) {
      case UNKNOWN_ORDER, REUSED, TOO_LATE -> Answer.error(refused.refusal().code(), message);
      case NOT_ALLOWED ->
          Answer.error(
              refused.refusal().code(),
              message,
              Map.of("status", String.valueOf(refused.status())));
      case WRONG_VALUE -> wrong(refused);
    };
  }

  private static Answer wrong(OrderReply.Refused refused) {
    var field = refused.field() == null ? "body" : refused.field();
    var said = (Answer.Enveloped) Answer.invalid(field, refused.detail());
    var faults = List.of(new Fault(field, refused.detail()));
    return Answer.error(
        said.code(),
        said.message(),
        Map.of("errors", faults, "status", String.valueOf(refused.status())));
  }

  static Answer noOrder(String orderNo) {
    return Answer.error(ErrorCode.NOT_FOUND, "There is no order " + orderNo + ".");
  }

  private static String sentence(String detail) {
    return Character.toUpperCase(detail.charAt(0)) + detail.substring(1) + ".";
  }

  private static <T> CompletionStage<T> done(T value) {
    return CompletableFuture.completedFuture(value);
  }
}
