package ordinal.order;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import ordinal.kernel.EventMeta;
import ordinal.kernel.IdempotencyKey;
import ordinal.kernel.Money;
import ordinal.order.OrderCommand.Answered;
import ordinal.order.OrderCommand.AssetsLocked;
import ordinal.order.OrderCommand.AssetsMessage;
import ordinal.order.OrderCommand.AssetsRejected;
import ordinal.order.OrderCommand.Cancel;
import ordinal.order.OrderCommand.Complete;
import ordinal.order.OrderCommand.Create;
import ordinal.order.OrderCommand.Get;
import ordinal.order.OrderCommand.Message;
import ordinal.order.OrderCommand.PaymentFailed;
import ordinal.order.OrderCommand.PaymentSucceeded;
import ordinal.order.OrderCommand.RefundFailed;
import ordinal.order.OrderCommand.RefundSucceeded;
import ordinal.order.OrderCommand.Request;
import ordinal.order.OrderCommand.RequestRefund;
import ordinal.order.OrderCommand.StartCheckout;
import ordinal.order.OrderCommand.StockReserveFailed;
import ordinal.order.OrderCommand.StockReserved;
import ordinal.order.OrderEvent.OrderAssetsLocked;
import ordinal.order.OrderEvent.OrderAssetsRejected;
import ordinal.order.OrderEvent.OrderCanceled;
import ordinal.order.OrderEvent.OrderCheckoutLocked;
import ordinal.order.OrderEvent.OrderCompleted;
import ordinal.order.OrderEvent.OrderCreated;
import ordinal.order.OrderEvent.OrderMessageIgnored;
import ordinal.order.OrderEvent.OrderPaid;
import ordinal.order.OrderEvent.OrderPaymentFailed;
import ordinal.order.OrderEvent.OrderRefundFailed;
import ordinal.order.OrderEvent.OrderRefundRequested;
import ordinal.order.OrderEvent.OrderRefunded;
import ordinal.order.OrderEvent.OrderStockFailed;
import ordinal.order.OrderEvent.OrderStockReserved;
import ordinal.order.OrderEvent.RefundCause;
import ordinal.order.OrderReply.Accepted;
import ordinal.order.OrderReply.Refusal;
import ordinal.order.OrderReply.Refused;
import ordinal.order.OrderReply.Repeated;
import ordinal.order.OrderState.Existing;
import ordinal.order.OrderState.Payment;
import org.jspecify.annotations.Nullable;

/**
 * The rules of {@link Order}'s table: from a state and a command to what is to be done. Pure; the
 * entity carries it out.
 */
final class OrderDecisions {

  /** Either events to store, in one write, or an answer with nothing stored. */
  record Decision(List<OrderEvent> events, @Nullable OrderReply reply) {}

  private final String orderNo;

  OrderDecisions(String orderNo) {
    this.orderNo = orderNo;
  }

  Decision decide(OrderState state, Answered command, Instant now) {
    if (!(state instanceof Existing order)) {
      return command instanceof Create create ? create(create, now) : answer(unknown());
    }
    if (command instanceof Get) return answer(new Accepted(order));
    if (command instanceof Message message) return decideMessage(order, message, now);
    return decideRequest(order, (Request) command, now);
  }

  /** What is said of an order that is not there, to whomever it is not there. */
  OrderReply unknown() {
    return new Refused(Refusal.UNKNOWN_ORDER, "no order " + orderNo, null, null);
  }

  /** With its stock held, an order is there and reserved in one write: never only the one. */
  private Decision create(Create c, Instant now) {
    var meta = EventMeta.of(now, c.trace(), null, c.tenantId());
    var held = c.stockHeld();
    if (held == null) return store(created(c, meta));
    if (now.isAfter(held.notAfter())) {
      return answer(
          new Refused(Refusal.TOO_LATE, "its stock was held until " + held.notAfter(), null, null));
    }
    return new Decision(List.of(created(c, meta), new OrderStockReserved(meta)), null);
  }

  private OrderCreated created(Create c, EventMeta meta) {
    return new OrderCreated(
        meta,
        orderNo,
        c.tenantId(),
        c.userId(),
        c.clientRequestId(),
        c.storeId(),
        c.items(),
        c.currency(),
        c.totalMinor(),
        c.stockHeld() != null);
  }

  // Requests: a known key is answered as it was; a repeat stores nothing; the rest is the table.

  private Decision decideRequest(Existing order, Request request, Instant now) {
    var key = keyWithin(request);
    if (key != null) {
      var known = order.recall(key.key(), now);
      if (known != null) return repeatOf(order, known, key.fingerprint());
    }
    var meta = EventMeta.of(now, request.trace(), key, order.contents().tenantId());
    if (request instanceof Create create) return createAgain(order, create);
    if (request instanceof Cancel cancel) return cancel(order, cancel, meta);
    if (request instanceof StartCheckout checkout) return checkout(order, checkout, meta);
    if (request instanceof Complete complete) return complete(order, complete, meta);
    if (request instanceof RequestRefund refund) return refund(order, refund, meta);
    throw new IllegalStateException("an order has no rule for " + request.name());
  }

  /** The caller's key as it is stored: what was asked for is part of its fingerprint. */
  private static @Nullable IdempotencyKey keyWithin(Request request) {
    var key = request.key();
    return key == null
        ? null
        : new IdempotencyKey(
            Order.REQUEST_KEY + key.key(), request.name() + ":" + key.fingerprint());
  }

  private static Decision createAgain(Existing order, Create again) {
    var first = order.contents();
    boolean same =
        first.items().equals(again.items())
            && first.currency().equals(again.currency())
            && Objects.equals(first.storeId(), again.storeId())
            && first.stockHeld() == (again.stockHeld() != null);
    return same
        ? answer(new Repeated(first.stockHeld() ? 2 : 1, order))
        : refuse(order, Refusal.REUSED, "clientRequestId was used for an order of other contents");
  }

  private static Decision cancel(Existing order, Cancel cancel, EventMeta meta) {
    return switch (order.status()) {
      case CREATED, STOCK_RESERVED, WAIT_PAY ->
          store(new OrderCanceled(meta, cancel.by(), cancel.reason()));
      case CANCELED -> repeat(order);
      case STOCK_FAILED, PAID, COMPLETED, REFUNDING, REFUNDED -> notAllowed(order, cancel);
    };
  }

  private static Decision checkout(Existing order, StartCheckout request, EventMeta meta) {
    var checkout = request.checkout();
    return switch (order.status()) {
      case STOCK_RESERVED -> {
        if (checkout.walletMinor() > order.contents().totalMinor()) {
          var most = Money.toDecimal(order.contents().totalMinor());
          yield wrong(order, "walletAmount", "must be at most " + most + ", the order's total");
        }
        int number = order.progress().checkoutNo() + 1;
        yield store(new OrderCheckoutLocked(meta, checkout, !checkout.usesAssets(), number));
      }
      case WAIT_PAY ->
          checkout.equals(order.progress().checkout()) ? repeat(order) : notAllowed(order, request);
      case CREATED, STOCK_FAILED, CANCELED, PAID, COMPLETED, REFUNDING, REFUNDED ->
          notAllowed(order, request);
    };
  }

  private static Decision complete(Existing order, Complete request, EventMeta meta) {
    return switch (order.status()) {
      case PAID -> store(new OrderCompleted(meta, request.technicianId(), request.mentorId()));
      case COMPLETED ->
          request.technicianId().equals(order.progress().technicianId())
                  && Objects.equals(request.mentorId(), order.progress().mentorId())
              ? repeat(order)
              : notAllowed(order, request);
      case CREATED, STOCK_RESERVED, STOCK_FAILED, WAIT_PAY, CANCELED, REFUNDING, REFUNDED ->
          notAllowed(order, request);
    };
  }

  private Decision refund(Existing order, RequestRefund request, EventMeta meta) {
    var payment = order.progress().payment();
    var begun = order.progress().refund();
    boolean sameAgain = begun != null && Objects.equals(begun.reason(), request.reason());
    return switch (order.status()) {
      case PAID, COMPLETED -> {
        if (payment == null) yield notAllowed(order, request);
        if (payment.isNone()) yield refundedAtOnce(order, meta, payment, request.reason());
        yield store(refundRequested(order, meta, payment, request.reason(), RefundCause.REQUESTED));
      }
      case CANCELED, STOCK_FAILED -> // Only money that came too late, and whose refund failed.
          begun == null
              ? notAllowed(order, request)
              : store(
                  refundRequested(
                      order,
                      meta,
                      new Payment(begun.paymentId(), begun.amountMinor()),
                      request.reason(),
                      RefundCause.PAID_TOO_LATE));
      case REFUNDING -> sameAgain ? repeat(order) : notAllowed(order, request);
      case REFUNDED ->
          sameAgain && payment != null && payment.isNone()
              ? repeat(order)
              : notAllowed(order, request);
      case CREATED, STOCK_RESERVED, WAIT_PAY -> notAllowed(order, request);
    };
  }

  private OrderRefundRequested refundRequested(
      Existing order, EventMeta meta, Payment payment, @Nullable String reason, RefundCause cause) {
    var refundId = OrderNumber.refundId(orderNo, order.progress().refundAttempts() + 1);
    return new OrderRefundRequested(
        meta, refundId, payment.paymentId(), payment.amountMinor(), reason, cause);
  }

  /** No money came, so none has to go back; what follows from a refund follows all the same. */
  private Decision refundedAtOnce(
      Existing order, EventMeta meta, Payment none, @Nullable String reason) {
    var first = refundRequested(order, meta.withoutRequest(), none, reason, RefundCause.REQUESTED);
    return new Decision(List.of(first, new OrderRefunded(meta, first.refundId())), null);
  }

  // Messages: a known one does nothing; what does not fit is kept as ignored, never refused.

  private Decision decideMessage(Existing order, Message message, Instant now) {
    var known = order.recall(message.messageId(), now);
    if (known != null) {
      return repeatOf(order, known, message.says());
    }
    var meta =
        EventMeta.of(
            now,
            message.trace(),
            new IdempotencyKey(message.messageId(), message.says()),
            order.contents().tenantId());
    if (message instanceof PaymentSucceeded payment) return paid(order, payment, meta);
    if (message instanceof RefundSucceeded refund) {
      return refundResult(
          order, message, refund.refundId(), new OrderRefunded(meta, refund.refundId()));
    }
    if (message instanceof RefundFailed refund) {
      return refundResult(
          order, message, refund.refundId(), new OrderRefundFailed(meta, refund.refundId()));
    }
    if (message instanceof AssetsMessage assets) return ofAssets(order, assets, meta);
    var event = ofStockOrFailedPayment(order, message, meta);
    return event == null ? ignore(order, message, meta) : store(event);
  }

  /** The event of a message that fits, or null. */
  private static @Nullable OrderEvent ofStockOrFailedPayment(
      Existing order, Message message, EventMeta meta) {
    boolean created = order.status() == OrderStatus.CREATED;
    if (message instanceof StockReserved && created) return new OrderStockReserved(meta);
    if (message instanceof StockReserveFailed failed && created) {
      return new OrderStockFailed(meta, failed.reason());
    }
    if (message instanceof PaymentFailed failed && order.status() == OrderStatus.WAIT_PAY) {
      return new OrderPaymentFailed(meta, failed.paymentId());
    }
    return null;
  }

  private static Decision ofAssets(Existing order, AssetsMessage message, EventMeta meta) {
    if (!isLocking(order)) return ignore(order, message, meta);
    int current = order.progress().checkoutNo();
    // An order that knows of no number has its state from an earlier release.
    if (current != 0 && message.checkoutNo() != current) {
      var reason =
          "%s is of checkout %d, not of %d"
              .formatted(message.name(), message.checkoutNo(), current);
      return store(new OrderMessageIgnored(meta, message.name(), reason));
    }
    if (message instanceof AssetsLocked locked) {
      return locked.dueMinor() == 0
          ? lockedAndPaid(meta)
          : store(new OrderAssetsLocked(meta, locked.dueMinor()));
    }
    if (message instanceof AssetsRejected rejected) {
      return store(new OrderAssetsRejected(meta, rejected.reason()));
    }
    throw new IllegalStateException("an order has no rule for " + message.name());
  }

  /** Nobody can pay nothing: it is paid in the write that locks its assets. */
  private static Decision lockedAndPaid(EventMeta meta) {
    return new Decision(
        List.of(
            new OrderAssetsLocked(meta.withoutRequest(), 0), new OrderPaid(meta, Payment.NONE, 0)),
        null);
  }

  private Decision paid(Existing order, PaymentSucceeded payment, EventMeta meta) {
    return switch (order.status()) {
      case WAIT_PAY -> {
        var due = order.progress().dueMinor();
        if (due == null) yield ignore(order, payment, meta);
        yield due == payment.amountMinor()
            ? store(new OrderPaid(meta, payment.paymentId(), payment.amountMinor()))
            : wrong(order, "amount", "must be " + Money.toDecimal(due) + ", the amount due");
      }
      // Money has moved for an order that can no longer take it: it goes back.
      case CANCELED, STOCK_FAILED ->
          order.progress().refund() == null
              ? store(
                  refundRequested(
                      order,
                      meta,
                      new Payment(payment.paymentId(), payment.amountMinor()),
                      "paid when the order was " + order.status(),
                      RefundCause.PAID_TOO_LATE))
              : ignore(order, payment, meta);
      case CREATED, STOCK_RESERVED, PAID, COMPLETED, REFUNDING, REFUNDED ->
          ignore(order, payment, meta);
    };
  }

  private static Decision refundResult(
      Existing order, Message message, String refundId, OrderEvent event) {
    var begun = order.progress().refund();
    boolean awaited =
        order.status() == OrderStatus.REFUNDING
            && begun != null
            && begun.refundId().equals(refundId);
    return awaited ? store(event) : ignore(order, message, event.meta());
  }

  private static Decision ignore(Existing order, Message message, EventMeta meta) {
    var reason =
        message.name()
            + " does not fit "
            + order.status()
            + (isLocking(order) ? ", assets not locked" : "");
    return store(new OrderMessageIgnored(meta, message.name(), reason));
  }

  private static boolean isLocking(Existing order) {
    return order.status() == OrderStatus.WAIT_PAY && order.progress().dueMinor() == null;
  }

  // Answers.

  private static Decision store(OrderEvent event) {
    return new Decision(List.of(event), null);
  }

  private static Decision answer(OrderReply reply) {
    return new Decision(List.of(), reply);
  }

  private static Decision repeat(Existing order) {
    return answer(new Repeated(order.version(), order));
  }

  private static Decision repeatOf(
      Existing order, OrderState.Remembered known, String fingerprint) {
    return known.fingerprint().equals(fingerprint)
        ? answer(new Repeated(known.version(), order))
        : refuse(order, Refusal.REUSED, "this key was used for another request");
  }

  private static Decision notAllowed(Existing order, Request request) {
    return refuse(
        order, Refusal.NOT_ALLOWED, request.name() + " is not allowed when " + order.status());
  }

  private static Decision wrong(Existing order, String field, String reason) {
    return answer(new Refused(Refusal.WRONG_VALUE, reason, order.status(), field));
  }

  private static Decision refuse(Existing order, Refusal refusal, String detail) {
    return answer(new Refused(refusal, detail, order.status(), null));
  }
}
