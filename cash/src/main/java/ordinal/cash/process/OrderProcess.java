package ordinal.cash.process;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import ordinal.assets.Assets;
import ordinal.bridge.Message;
import ordinal.bridge.MessageTarget;
import ordinal.bridge.Outcome;
import ordinal.bridge.Unusable;
import ordinal.cash.process.Locking.Answer;
import ordinal.cash.process.Locking.Locked;
import ordinal.cash.process.Locking.Rejected;
import ordinal.cash.process.Plan.Late;
import ordinal.cash.process.Plan.Lock;
import ordinal.cash.process.Plan.Settle;
import ordinal.cash.process.Plan.Wanted;
import ordinal.kernel.TraceContext;
import ordinal.order.OrderCommand;
import ordinal.order.OrderNumber;
import ordinal.order.OrderReply;
import ordinal.order.OrderReply.Accepted;
import ordinal.order.OrderReply.Ignored;
import ordinal.order.OrderReply.Refusal;
import ordinal.order.OrderReply.Refused;
import ordinal.order.OrderReply.Repeated;
import ordinal.order.OrderReply.Unavailable;
import ordinal.order.OrderStep;
import ordinal.order.Orders;
import ordinal.projections.message.EventMessage;

/**
 * The process manager of order to cash: hears the messages of {@code order-events} and tells
 * accounts, coupons and the order what follows.
 *
 * <pre>
 * event                | what follows
 * OrderCheckoutLocked  | lock the coupon, freeze wallet and points, in this order, all or none;
 *                      | the order hears what is due, or why not (1)
 * OrderPaid            | use the coupon, commit wallet and points, earn points (2)
 * OrderCompleted       | earn the same points (3), commissions of technician and mentor (4)
 * OrderCanceled        | release what its last checkout locks (5)
 * OrderPaymentFailed   | release what its last checkout locks
 * OrderAssetsRejected  | release what its last checkout locks (5)
 * OrderRefunded        | wallet and points revert, earned points and commissions are taken back (6)
 * any other            | nothing
 * </pre>
 *
 * <ol>
 *   <li>If the order, as it stands when the message comes, still waits for it. Nothing is locked
 *       for a checkout without assets.
 *   <li>Points are for what was paid in money, not for what coupon, wallet and points have paid:
 *       whole units times the rate, and what is left of a point is dropped.
 *   <li>Under the same key, so it has an effect only where the payment's message had none.
 *   <li>Shares of the order's total, rounded half up to the minor unit.
 *   <li>Only of an order that was being checked out. Repeated for one that was rejected: its locks
 *       were released before it was told.
 *   <li>The coupon stays used. Points that are not there any more are owed. Nothing follows from
 *       the refund of money that came too late: that order had let its assets go.
 * </ol>
 *
 * <p>What is to be done is read from the order's history, at the place of the message's event, not
 * from the message: so it does not matter how late a message comes, or how often. Every step may be
 * repeated at the entity that it is for. Who does not answer is asked again later, while later
 * messages of the same order wait. A step that is refused although it follows from what has
 * happened, such as the commit of a suspended account, makes the message a dead letter with an
 * alert; the steps beside it are done, and a replay does what is missing. PlannerTest walks the
 * table.
 */
public final class OrderProcess implements MessageTarget {

  public static final String TOPIC = EventMessage.ORDER_EVENTS;
  public static final String GROUP = "ordinal-assets";

  private static final String CHECKOUT = "OrderCheckoutLocked";

  private static final Set<String> HEARD =
      Set.of(
          CHECKOUT,
          "OrderPaid",
          "OrderCompleted",
          "OrderCanceled",
          "OrderPaymentFailed",
          "OrderAssetsRejected",
          "OrderRefunded");

  private final Orders orders;
  private final Planner planner;
  private final Settling settling;
  private final Locking locking;

  public OrderProcess(Orders orders, Assets assets, ProcessSettings settings) {
    var rates = new Rates(settings);
    this.orders = orders;
    this.planner = new Planner(rates);
    this.settling = new Settling(assets);
    this.locking = new Locking(assets, settling, rates);
  }

  /** The same steps, to be compared with what was done, and done again. */
  public OrderSteps steps() {
    return new OrderSteps(this, orders, planner);
  }

  @Override
  public boolean isFor(String eventType) {
    return HEARD.contains(eventType);
  }

  @Override
  public CompletionStage<Outcome> handle(Message message) throws Unusable {
    var orderNo = message.bizKey();
    if (!OrderNumber.isOrderNo(orderNo)) throw new Unusable("bizKey is no order number");
    if (message.sequenceNr() < 1) throw new Unusable("sequenceNr is missing");
    if (usesNoAssets(message)) return outcome(new Outcome.Skipped());
    return orders
        .history(orderNo)
        .thenCompose(history -> carryOut(message, history))
        .exceptionally(OrderProcess::later);
  }

  /** Most checkouts: their message says so, and their history need not be read. */
  private static boolean usesNoAssets(Message message) {
    return message.eventType().equals(CHECKOUT)
        && message.payload().path("assetsLocked").asBoolean(false);
  }

  private CompletionStage<Outcome> carryOut(Message message, List<OrderStep> history) {
    if (history.size() < message.sequenceNr()) {
      return outcome(
          new Outcome.MayPass("event " + message.sequenceNr() + " is not in the journal"));
    }
    int at = Math.toIntExact(message.sequenceNr() - 1);
    var stored = history.get(at).event().eventType();
    if (!stored.equals(message.eventType())) {
      return outcome(new Outcome.CannotPass("event " + message.sequenceNr() + " is an " + stored));
    }
    return carryOut(history, at, message.eventId(), message.trace());
  }

  /**
   * What follows from one event, whoever has heard of it.
   *
   * @param at its place in the history, from 0
   */
  CompletionStage<Outcome> carryOut(
      List<OrderStep> history, int at, String eventId, TraceContext trace) {
    var plan = planner.plan(history, at);
    if (plan instanceof Lock lock) return lock(lock.wanted(), eventId, trace);
    if (plan instanceof Settle settle) return settling.settle(settle.deeds(), trace);
    if (plan instanceof Late late) return outcome(new Outcome.Ignored(late.reason()));
    return outcome(new Outcome.Skipped());
  }

  private CompletionStage<Outcome> lock(Wanted wanted, String eventId, TraceContext trace) {
    return locking
        .lock(wanted, trace)
        .thenCompose(answer -> tell(wanted, answer, eventId, trace))
        .thenApply(OrderProcess::outcome);
  }

  /** Under the event's own id: the order hears of each checkout once. */
  private CompletionStage<OrderReply> tell(
      Wanted wanted, Answer answer, String eventId, TraceContext trace) {
    var hold = wanted.hold();
    if (answer instanceof Locked locked) {
      return orders.ask(
          hold.orderNo(),
          replyTo ->
              new OrderCommand.AssetsLocked(
                  eventId, hold.checkoutNo(), locked.dueMinor(), trace, replyTo));
    }
    var reason = ((Rejected) answer).reason();
    return orders.ask(
        hold.orderNo(),
        replyTo ->
            new OrderCommand.AssetsRejected(eventId, hold.checkoutNo(), reason, trace, replyTo));
  }

  /** An order that ignores it has moved on, and the message of that releases what is locked. */
  private static Outcome outcome(OrderReply reply) {
    if (reply instanceof Accepted) return new Outcome.Done();
    if (reply instanceof Repeated) return new Outcome.Repeated();
    if (reply instanceof Ignored ignored) return new Outcome.Ignored(ignored.reason());
    if (reply instanceof Unavailable unavailable) {
      return new Outcome.MayPass("the order cannot store it now: " + unavailable.detail());
    }
    if (reply instanceof Refused refused) {
      return refused.refusal() == Refusal.UNKNOWN_ORDER
          ? new Outcome.MayPass("unknown order")
          : new Outcome.CannotPass(refused.refusal() + ": " + refused.detail());
    }
    throw new IllegalStateException("no outcome is known for " + reply.getClass().getName());
  }

  static Outcome later(Throwable failure) {
    var cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause instanceof NotNow notNow) return new Outcome.MayPass(notNow.reason());
    throw failure instanceof CompletionException known ? known : new CompletionException(failure);
  }

  private static CompletionStage<Outcome> outcome(Outcome outcome) {
    return CompletableFuture.completedFuture(outcome);
  }
}
