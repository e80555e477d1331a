package ordinal.order;

import java.time.Clock;
import ordinal.order.OrderCommand.Answered;
import ordinal.order.OrderCommand.OfTenant;
import ordinal.order.OrderEvent.OrderMessageIgnored;
import ordinal.order.OrderEvent.OrderRefundFailed;
import ordinal.order.OrderReply.Accepted;
import ordinal.order.OrderReply.Ignored;
import ordinal.order.OrderReply.Unavailable;
import ordinal.order.OrderState.Existing;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.SupervisorStrategy;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding.ShardCommand;
import org.apache.pekko.cluster.sharding.typed.javadsl.EntityTypeKey;
import org.apache.pekko.persistence.typed.JournalPersistFailed;
import org.apache.pekko.persistence.typed.JournalPersistRejected;
import org.apache.pekko.persistence.typed.PersistenceId;
import org.apache.pekko.persistence.typed.RecoveryFailed;
import org.apache.pekko.persistence.typed.internal.JournalFailureException;
import org.apache.pekko.persistence.typed.javadsl.CommandHandlerWithReply;
import org.apache.pekko.persistence.typed.javadsl.EventHandler;
import org.apache.pekko.persistence.typed.javadsl.EventSourcedBehavior;
import org.apache.pekko.persistence.typed.javadsl.EventSourcedBehaviorWithEnforcedReplies;
import org.apache.pekko.persistence.typed.javadsl.ReplyEffect;
import org.apache.pekko.persistence.typed.javadsl.RetentionCriteria;
import org.apache.pekko.persistence.typed.javadsl.SignalHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One order, from creation to completion, cancellation or refund: the only writer of its events.
 *
 * <pre>
 * state          | Create  Cancel    StartCheckout   Complete   RequestRefund
 * Absent         | (5)     unknown   unknown         unknown    unknown
 * CREATED        | repeat  CANCELED  refuse          refuse     refuse
 * STOCK_RESERVED | repeat  CANCELED  WAIT_PAY        refuse     refuse
 * STOCK_FAILED   | repeat  refuse    refuse          refuse     refuse (2)
 * WAIT_PAY       | repeat  CANCELED  repeat          refuse     refuse
 * CANCELED       | repeat  repeat    refuse          refuse     refuse (2)
 * PAID           | repeat  refuse    refuse          COMPLETED  REFUNDING (7)
 * COMPLETED      | repeat  refuse    refuse          repeat     REFUNDING (7)
 * REFUNDING      | repeat  refuse    refuse          refuse     repeat
 * REFUNDED       | repeat  refuse    refuse          refuse     refuse (7)
 *
 * state          | StockReserved   StockReserveFailed  AssetsLocked  AssetsRejected
 * CREATED        | STOCK_RESERVED  STOCK_FAILED        ignore        ignore
 * WAIT_PAY, assets LOCKING         | ignore            WAIT_PAY (6)  STOCK_RESERVED (6)
 * any other      | ignore          ignore              ignore        ignore
 *
 * state          | PaymentSucceeded  PaymentFailed   RefundSucceeded (3)  RefundFailed (3)
 * WAIT_PAY       | PAID (1)          STOCK_RESERVED  ignore               ignore
 * CANCELED       | REFUNDING (4)     ignore          ignore               ignore
 * STOCK_FAILED   | REFUNDING (4)     ignore          ignore               ignore
 * REFUNDING      | ignore            ignore          REFUNDED             back
 * any other      | ignore            ignore          ignore               ignore
 * </pre>
 *
 * A state's name means that an event is stored and the order moves there. A repeat stores nothing
 * and succeeds, but only if it says what the first one said, else it is refused; a canceled order
 * is canceled whatever the reason. An ignored message is stored as {@link OrderMessageIgnored} and
 * the state stays. A request or message whose key is remembered is answered as it was, in every
 * state. A message for an absent order is unknown and stored nowhere, and to {@link OfTenant
 * another tenant} every order is absent. OrderTest walks every cell.
 *
 * <ol>
 *   <li>If assets are locked; while they are LOCKING it is ignored. An amount that is not the
 *       amount due is refused as a wrong value, and the same payment may come again with the right
 *       one.
 *   <li>REFUNDING if money came too late and giving it back has failed once.
 *   <li>Of the refund that is under way; of any other it is ignored.
 *   <li>Of the first payment that comes too late; another one is ignored, with an alert.
 *   <li>CREATED. If its stock is held already, for a flash sale: STOCK_RESERVED, with both events
 *       in one write; and when that comes too late it is refused. A repeat must have its stock held
 *       as the first one had.
 *   <li>Of the last checkout; of another one it is ignored. With nothing left to pay: PAID, by a
 *       payment called {@code none}, with both events in one write.
 *   <li>REFUNDED, with both events in one write, if nobody had to pay anything: there is nothing
 *       that a provider could give back. Asked for again it is a repeat.
 * </ol>
 *
 * <p>An order may be made without its entity ({@link NewOrders}), so one that knows of none says so
 * once, for the command that it was read for, and is put away; what reaches it meanwhile is {@link
 * OrderReply.Outdated} and asked again of the next one.
 *
 * <p>A write that fails or is refused is answered with {@link Unavailable} at once, and the entity
 * starts anew after a backoff. Commands that wait for that write are kept and handled afterwards
 * (up to {@code pekko.persistence.typed.stash-capacity}), and so are those that come during the
 * backoff (up to {@code pekko.actor.typed.restart-stash-capacity}). Beyond these limits they are
 * dropped and the caller's ask times out: nobody waits longer than that.
 */
public final class Order
    extends EventSourcedBehaviorWithEnforcedReplies<OrderCommand, OrderEvent, OrderState> {

  public static final EntityTypeKey<OrderCommand> KEY =
      EntityTypeKey.create(OrderCommand.class, "Order");

  /** Callers' keys are remembered under this prefix, apart from the ids of messages. */
  public static final String REQUEST_KEY = "key:";

  private static final Logger LOG = LoggerFactory.getLogger(Order.class);

  private final String orderNo;
  private final Clock clock;
  private final OrderDecisions decisions;
  private final OrderSettings settings;
  private final @Nullable Runnable putAway;
  private @Nullable Answered beingStored;
  private boolean saidUnknown;

  /** One that is not sharded. */
  public static Behavior<OrderCommand> create(String orderNo, Clock clock, OrderSettings settings) {
    return create(orderNo, clock, settings, null);
  }

  public static Behavior<OrderCommand> create(
      String orderNo, Clock clock, OrderSettings settings, @Nullable ActorRef<ShardCommand> shard) {
    return Behaviors.setup(
        ctx -> {
          Runnable putAway =
              shard == null
                  ? null
                  : () -> shard.tell(new ClusterSharding.Passivate<>(ctx.getSelf()));
          var order = new Order(orderNo, clock, settings, putAway);
          return OneFailurePerWrite.around(
              EventSourcedBehavior.start(order, ctx), () -> order.beingStored != null);
        });
  }

  private Order(String orderNo, Clock clock, OrderSettings settings, @Nullable Runnable putAway) {
    super(
        PersistenceId.of(KEY.name(), orderNo),
        SupervisorStrategy.restartWithBackoff(
                settings.minBackoff(), settings.maxBackoff(), settings.backoffJitter())
            // One line of ours says it; a stack trace per order would bury a database that is away.
            .withLoggingEnabled(false));
    this.orderNo = orderNo;
    this.clock = clock;
    this.settings = settings;
    this.decisions = new OrderDecisions(orderNo);
    this.putAway = putAway;
  }

  @Override
  public OrderState emptyState() {
    return new OrderState.Absent();
  }

  @Override
  public CommandHandlerWithReply<OrderCommand, OrderEvent, OrderState> commandHandler() {
    return this::handle;
  }

  @Override
  public EventHandler<OrderState, OrderEvent> eventHandler() {
    return OrderState::after;
  }

  private ReplyEffect<OrderEvent, OrderState> handle(OrderState state, OrderCommand told) {
    if (told instanceof OfTenant asked) {
      return asked.mayTell(state)
          ? handle(state, asked.command())
          : Effect().reply(asked.command().replyTo(), decisions.unknown());
    }
    if (!(told instanceof Answered command)) return Effect().stop().thenNoReply();
    if (saidUnknown) return Effect().reply(command.replyTo(), new OrderReply.Outdated());
    var decision = decisions.decide(state, command, clock.instant());
    var events = decision.events();
    if (state instanceof OrderState.Absent && events.isEmpty() && putAway != null) {
      saidUnknown = true;
      putAway.run();
    }
    if (events.isEmpty()) {
      return Effect().reply(command.replyTo(), decision.reply());
    }
    beingStored = command;
    var last = events.get(events.size() - 1);
    return Effect()
        .persist(events)
        .thenRun(after -> stored(command, last))
        .thenReply(command.replyTo(), after -> reply(last, (Existing) after));
  }

  private void stored(Answered command, OrderEvent event) {
    beingStored = null;
    if (event instanceof OrderRefundFailed failed) {
      LOG.error(
          "[Order] [ALERT] order {}: refund {} failed, give the money back by hand",
          orderNo,
          failed.refundId());
    }
    if (event instanceof OrderMessageIgnored ignored
        && command instanceof OrderCommand.PaymentSucceeded p) {
      LOG.error(
          "[Order] [ALERT] order {}: payment {} succeeded but was ignored: {}",
          orderNo,
          p.paymentId(),
          ignored.reason());
    }
  }

  private static OrderReply reply(OrderEvent event, Existing order) {
    return event instanceof OrderMessageIgnored ignored
        ? new Ignored(ignored.reason(), order)
        : new Accepted(order);
  }

  /** Whoever waits for a write that failed is told so at once; the entity then starts anew. */
  @Override
  public SignalHandler<OrderState> signalHandler() {
    return newSignalHandlerBuilder()
        .onSignal(
            JournalPersistFailed.class,
            (state, signal) -> notStored("the journal did not answer", signal.failure()))
        .onSignal(JournalPersistRejected.class, (state, signal) -> refusedByJournal(signal))
        .onSignal(
            RecoveryFailed.class,
            (state, signal) -> notStored("could not be read", signal.failure()))
        .build();
  }

  private void notStored(String why, Throwable cause) {
    LOG.warn("[Order] order {}: {}: {}", orderNo, why, cause.toString());
    if (beingStored != null) {
      beingStored.replyTo().tell(new Unavailable(why));
      beingStored = null;
    }
  }

  /**
   * Left to itself, Pekko would stop the entity after a refused write, and whatever waits behind it
   * would be lost. This exception, thrown in place of its own, is the one that it restarts on.
   */
  private void refusedByJournal(JournalPersistRejected signal) {
    notStored("the journal refused it", signal.failure());
    throw new JournalFailureException("write refused for order " + orderNo, signal.failure());
  }

  @Override
  public RetentionCriteria retentionCriteria() {
    return RetentionCriteria.snapshotEvery(settings.snapshotEvery(), settings.snapshotsKept());
  }
}
