package ordinal.inventory.reservation;

import java.time.Clock;
import java.util.ArrayDeque;
import ordinal.inventory.InventoryEvent.ReservationEvent;
import ordinal.inventory.Line;
import ordinal.inventory.ReservationReply;
import ordinal.inventory.ReservationReply.Unavailable;
import ordinal.inventory.reservation.ReservationCommand.Asked;
import ordinal.inventory.reservation.ReservationCommand.GoOn;
import ordinal.inventory.reservation.ReservationCommand.Passivate;
import ordinal.inventory.reservation.ReservationCommand.SkuAnswered;
import ordinal.inventory.reservation.Saga.Answer;
import ordinal.inventory.reservation.Saga.AskSku;
import ordinal.inventory.reservation.Saga.Call;
import ordinal.inventory.reservation.Saga.Store;
import ordinal.inventory.sku.SkuCommand;
import ordinal.inventory.sku.SkuReply;
import ordinal.inventory.sku.Skus;
import ordinal.kernel.EventMeta;
import ordinal.kernel.TraceContext;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.SupervisorStrategy;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.sharding.typed.javadsl.EntityTypeKey;
import org.apache.pekko.persistence.typed.JournalPersistFailed;
import org.apache.pekko.persistence.typed.JournalPersistRejected;
import org.apache.pekko.persistence.typed.PersistenceId;
import org.apache.pekko.persistence.typed.RecoveryFailed;
import org.apache.pekko.persistence.typed.SnapshotSelectionCriteria;
import org.apache.pekko.persistence.typed.internal.JournalFailureException;
import org.apache.pekko.persistence.typed.javadsl.CommandHandler;
import org.apache.pekko.persistence.typed.javadsl.Effect;
import org.apache.pekko.persistence.typed.javadsl.EventHandler;
import org.apache.pekko.persistence.typed.javadsl.EventSourcedBehavior;
import org.apache.pekko.persistence.typed.javadsl.Recovery;
import org.apache.pekko.persistence.typed.javadsl.SignalHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One order's reservation: all of its lines or none.
 *
 * <pre>
 * state     | Reserve             Adopt               Release       Deduct
 * none      | RESERVED or FAILED  RESERVED or FAILED  RELEASED (1)  refuse
 * RESERVED  | repeat (2)          repeat (2)          RELEASED      DEDUCTED
 * FAILED    | repeat              give back (3)       repeat        refuse
 * RELEASED  | give back (3)       give back (3)       repeat        refuse
 * DEDUCTED  | repeat (2)          repeat (2)          refuse        repeat
 * </pre>
 *
 * <ol>
 *   <li>Of no lines. The reservation that comes late finds it so.
 *   <li>If it is of the same lines, else it is refused.
 *   <li>What the skus have reserved of these lines, by an attempt that broke off or by a flash
 *       sale, goes back; the answer is where the reservation stands. Nothing is to be done for
 *       lines that were released here.
 * </ol>
 *
 * <p>Only the outcome is stored, after every sku has answered ({@link Saga}). When one is short,
 * those before it are released, and then the failure is stored. When one cannot answer, nothing is
 * stored and the answer is {@link Unavailable}: what was reserved stays, and the call's repeat goes
 * on from there. So a crash at any point, and the same call again, end in one outcome with no piece
 * left behind. Whoever asked has to repeat the call until there is an answer.
 *
 * <p>One call at a time. The same call again joins the one that is under way, others wait for it.
 * When the outcome cannot be stored, all of them hear {@link Unavailable}.
 */
public final class Reservation
    extends EventSourcedBehavior<ReservationCommand, ReservationEvent, ReservationState> {

  public static final EntityTypeKey<ReservationCommand> KEY =
      EntityTypeKey.create(ReservationCommand.class, "Reservation");

  private static final Logger LOG = LoggerFactory.getLogger(Reservation.class);

  private final ActorContext<ReservationCommand> context;
  private final String orderNo;
  private final Skus skus;
  private final Clock clock;
  private final ReservationSettings settings;
  private final ArrayDeque<Asked> waiting = new ArrayDeque<>();
  private @Nullable CallUnderWay underWay;
  private boolean leaving;

  public static Behavior<ReservationCommand> create(
      String orderNo, Skus skus, Clock clock, ReservationSettings settings) {
    return Behaviors.setup(ctx -> new Reservation(ctx, orderNo, skus, clock, settings));
  }

  private Reservation(
      ActorContext<ReservationCommand> context,
      String orderNo,
      Skus skus,
      Clock clock,
      ReservationSettings settings) {
    super(
        PersistenceId.of(KEY.name(), orderNo),
        SupervisorStrategy.restartWithBackoff(
                settings.minBackoff(), settings.maxBackoff(), settings.backoffJitter())
            .withLoggingEnabled(false)); // One line of ours says it.
    this.context = context;
    this.orderNo = orderNo;
    this.skus = skus;
    this.clock = clock;
    this.settings = settings;
  }

  @Override
  public ReservationState emptyState() {
    return ReservationState.NONE;
  }

  /** It has two or three events in its life: there is no snapshot, and none is looked for. */
  @Override
  public Recovery recovery() {
    return Recovery.withSnapshotSelectionCriteria(SnapshotSelectionCriteria.none());
  }

  @Override
  public EventHandler<ReservationState, ReservationEvent> eventHandler() {
    return ReservationState::after;
  }

  @Override
  public CommandHandler<ReservationCommand, ReservationEvent, ReservationState> commandHandler() {
    return this::handle;
  }

  private Effect<ReservationEvent, ReservationState> handle(
      ReservationState state, ReservationCommand told) {
    if (told instanceof Asked asked) {
      if (underWay == null && waiting.isEmpty()) return begin(state, asked);
      queue(asked);
      return Effect().none();
    }
    if (told instanceof SkuAnswered answered && underWay != null) {
      underWay.goOn(underWay.saga().after(answered.reply()));
      return goOn(underWay);
    }
    if (told instanceof GoOn && underWay == null && !waiting.isEmpty()) {
      return begin(state, waiting.remove());
    }
    if (told instanceof Passivate) {
      if (underWay == null && waiting.isEmpty()) return Effect().stop();
      leaving = true;
    }
    return Effect().none();
  }

  private void queue(Asked asked) {
    int there = waiting.size() + (underWay == null ? 0 : underWay.callers());
    if (there > settings.maxWaiting()) {
      asked.replyTo().tell(new Unavailable("too many wait for order " + orderNo));
    } else if (underWay != null && underWay.isTheSameAs(asked)) {
      underWay.join(asked);
    } else {
      waiting.add(asked);
    }
  }

  private Effect<ReservationEvent, ReservationState> begin(ReservationState state, Asked asked) {
    var begun = new CallUnderWay(asked, ReservationDecisions.begin(state, asked));
    underWay = begun;
    return goOn(begun);
  }

  private Effect<ReservationEvent, ReservationState> goOn(CallUnderWay current) {
    var step = current.saga().next();
    if (step instanceof AskSku ask) {
      ask(ask.call(), ask.line(), current.call().trace());
      return Effect().none();
    }
    if (step instanceof Answer answer) {
      finish(answer.reply());
      return Effect().none();
    }
    var meta =
        EventMeta.of(clock.instant(), current.call().trace(), null, EventMeta.DEFAULT_TENANT);
    return Effect()
        .persist(((Store) step).event().apply(meta))
        .thenRun(after -> finish(after.standing(false)));
  }

  private void ask(Call call, Line line, TraceContext trace) {
    context.pipeToSelf(
        skus.ask(line.skuId(), replyTo -> command(call, line, trace, replyTo)),
        (reply, failure) ->
            new SkuAnswered(
                reply == null ? new SkuReply.Unavailable("did not answer in time") : reply));
  }

  private SkuCommand.Asked command(
      Call call, Line line, TraceContext trace, ActorRef<SkuReply> replyTo) {
    return switch (call) {
      case RESERVE -> new SkuCommand.Reserve(orderNo, line.quantity(), null, trace, replyTo);
      case RELEASE -> new SkuCommand.Release(orderNo, trace, replyTo);
      case DEDUCT -> new SkuCommand.Deduct(orderNo, trace, replyTo);
    };
  }

  private void finish(ReservationReply reply) {
    if (underWay != null) underWay.answer(reply);
    underWay = null;
    if (!waiting.isEmpty()) {
      context.getSelf().tell(GoOn.INSTANCE);
    } else if (leaving) {
      context.getSelf().tell(Passivate.INSTANCE);
    }
  }

  @Override
  public SignalHandler<ReservationState> signalHandler() {
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

  /** What it tells itself in here is kept until it has started anew. */
  private void notStored(String why, Throwable cause) {
    LOG.warn("[Inventory] reservation of order {}: {}: {}", orderNo, why, cause.toString());
    waiting.forEach(call -> call.replyTo().tell(new Unavailable(why)));
    waiting.clear();
    finish(new Unavailable(why));
  }

  /**
   * Left to itself, Pekko would stop the entity after a refused write, and whatever waits behind it
   * would be lost. This exception, thrown in place of its own, is the one that it restarts on.
   */
  private void refusedByJournal(JournalPersistRejected signal) {
    notStored("the journal refused it", signal.failure());
    throw new JournalFailureException("write refused for order " + orderNo, signal.failure());
  }
}
