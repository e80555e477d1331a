package ordinal.order;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import ordinal.kernel.TraceContext;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;
import org.apache.pekko.cluster.sharding.typed.javadsl.Entity;
import org.apache.pekko.persistence.query.EventEnvelope;
import org.apache.pekko.persistence.query.PersistenceQuery;
import org.apache.pekko.persistence.query.javadsl.CurrentEventsByPersistenceIdQuery;
import org.apache.pekko.stream.javadsl.Sink;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The orders of the whole cluster: entities behind sharding, their past in the journal. */
public final class ShardedOrders implements Orders {

  private static final Logger LOG = LoggerFactory.getLogger(ShardedOrders.class);

  private static final OrderState NONE = new OrderState.Absent();

  private final ActorSystem<?> system;
  private final ClusterSharding sharding;
  private final CurrentEventsByPersistenceIdQuery journal;
  private final OrderSettings settings;
  private final Clock clock;
  private final @Nullable NewOrders newOrders;
  private final @Nullable StoredOrders storedOrders;
  private final ReadPause readPause;

  /** Starts the entities of this node. */
  public static ShardedOrders start(ActorSystem<?> system, Clock clock) {
    return new ShardedOrders(system, clock, null, null);
  }

  /** Starts the entities of this node; orders are made and shown without them. */
  public static ShardedOrders start(
      ActorSystem<?> system, Clock clock, NewOrders newOrders, StoredOrders storedOrders) {
    return new ShardedOrders(system, clock, newOrders, storedOrders);
  }

  private ShardedOrders(
      ActorSystem<?> system,
      Clock clock,
      @Nullable NewOrders newOrders,
      @Nullable StoredOrders storedOrders) {
    this.system = system;
    this.settings = OrderSettings.of(system.settings().config());
    this.clock = clock;
    this.newOrders = newOrders;
    this.storedOrders = storedOrders;
    this.readPause = new ReadPause(settings.readPause(), System::nanoTime);
    this.sharding = ClusterSharding.get(system);
    sharding.init(
        Entity.of(
                Order.KEY, ctx -> Order.create(ctx.getEntityId(), clock, settings, ctx.getShard()))
            .withStopMessage(OrderCommand.Passivate.INSTANCE));
    this.journal =
        PersistenceQuery.get(system)
            .getReadJournalFor(CurrentEventsByPersistenceIdQuery.class, settings.readJournal());
  }

  @Override
  public CompletionStage<OrderReply> ask(
      String orderNo, Function<ActorRef<OrderReply>, OrderCommand> command) {
    return asked(orderNo, command, () -> unlessThere(orderNo, command));
  }

  /** On the thread that brings the reply; an ask's own stages would start another one. */
  private CompletionStage<OrderReply> asked(
      String orderNo,
      Function<ActorRef<OrderReply>, ? extends OrderCommand> command,
      Supplier<CompletionStage<OrderReply>> whenOutdated) {
    CompletionStage<OrderReply> reply =
        sharding.entityRefFor(Order.KEY, orderNo).ask(command::apply, settings.askTimeout());
    return reply.thenComposeAsync(
        said -> said instanceof OrderReply.Outdated ? whenOutdated.get() : done(said),
        Runnable::run);
  }

  /** The journal itself says whether there is an order; if so, its next entity knows it. */
  private CompletionStage<OrderReply> unlessThere(
      String orderNo, Function<ActorRef<OrderReply>, OrderCommand> command) {
    return history(orderNo)
        .thenCompose(
            events ->
                events.isEmpty()
                    ? done(new OrderDecisions(orderNo).unknown())
                    : asked(orderNo, command, ShardedOrders::beingMade));
  }

  private static CompletionStage<OrderReply> beingMade() {
    return done(new OrderReply.Unavailable("the order is just being made"));
  }

  private static CompletionStage<OrderReply> done(OrderReply reply) {
    return CompletableFuture.completedFuture(reply);
  }

  /**
   * The order's own rules decide, here instead of in its entity, and its first events go straight
   * to the journal: no actor is started, nothing is read. The journal's unique key tells whether
   * there is an order already; then its entity answers.
   */
  @Override
  public CompletionStage<OrderReply> create(
      String orderNo, Function<ActorRef<OrderReply>, OrderCommand.Create> command) {
    var direct = newOrders;
    if (direct == null) return createByEntity(orderNo, command);
    var decision =
        new OrderDecisions(orderNo)
            .decide(NONE, command.apply(system.ignoreRef()), clock.instant());
    if (decision.events().isEmpty()) return createByEntity(orderNo, command);
    return within(
            settings.askTimeout(),
            direct.store(OrderStep.persistenceId(orderNo), decision.events()))
        .thenCompose(
            stored -> stored ? done(made(decision.events())) : createByEntity(orderNo, command))
        .exceptionallyCompose(ShardedOrders::notStored);
  }

  /**
   * By the actors' own timer: {@code orTimeout} keeps all limits in one heap and wakes a thread for
   * them, which is dear for calls that end within milliseconds.
   */
  private <T> CompletableFuture<T> within(Duration limit, CompletionStage<T> stage) {
    var future = stage.toCompletableFuture();
    var timer =
        system
            .scheduler()
            .scheduleOnce(
                limit,
                () -> future.completeExceptionally(new TimeoutException()),
                system.executionContext());
    var unused = future.whenComplete((done, failure) -> timer.cancel());
    return future;
  }

  /** An entity that was read too early goes at once, so the second one is right already. */
  private CompletionStage<OrderReply> createByEntity(
      String orderNo, Function<ActorRef<OrderReply>, OrderCommand.Create> command) {
    return asked(orderNo, command, () -> asked(orderNo, command, ShardedOrders::beingMade));
  }

  private static OrderReply made(List<OrderEvent> events) {
    return new OrderReply.Accepted((OrderState.Existing) after(events));
  }

  /** What the entity would say of a write that failed, or is still under way. */
  private static CompletionStage<OrderReply> notStored(Throwable failure) {
    var cause = cause(failure);
    if (cause instanceof TimeoutException) return CompletableFuture.failedFuture(cause);
    LOG.warn("[Order] a new order was not stored: {}", cause.toString());
    return done(new OrderReply.Unavailable("the journal did not answer"));
  }

  private static Throwable cause(Throwable failure) {
    var inner = failure instanceof CompletionException ? failure.getCause() : null;
    return inner == null ? failure : inner;
  }

  /**
   * The journal's events are folded here: no entity is started, and where there is one it is not
   * asked, which may be on another node. While the journal does not answer, entities that are in
   * memory still do ({@link ReadPause}).
   */
  @Override
  public CompletionStage<OrderReply> show(String orderNo, String tenantId, TraceContext trace) {
    var direct = storedOrders;
    if (direct == null || !readPause.mayRead()) {
      return Orders.super.show(orderNo, tenantId, trace);
    }
    var question =
        new OrderCommand.OfTenant(tenantId, new OrderCommand.Get(trace, system.ignoreRef()));
    return within(settings.readLimit(), direct.events(OrderStep.persistenceId(orderNo)))
        .thenApply(stored -> shownAtOnce(orderNo, question, stored))
        .exceptionally(this::notRead)
        .thenCompose(
            shown ->
                shown.isPresent()
                    ? done(shown.get())
                    : Orders.super.show(orderNo, tenantId, trace));
  }

  /** Nothing when the entity is to be asked, which also says what is wrong with its events. */
  private Optional<OrderReply> shownAtOnce(
      String orderNo, OrderCommand.OfTenant question, Optional<List<OrderEvent>> stored) {
    readPause.answered();
    try {
      return stored.map(events -> shown(orderNo, question, events));
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }

  private Optional<OrderReply> notRead(Throwable failure) {
    readPause.failed(cause(failure));
    return Optional.empty();
  }

  private OrderReply shown(
      String orderNo, OrderCommand.OfTenant question, List<OrderEvent> events) {
    var decisions = new OrderDecisions(orderNo);
    var state = after(events);
    if (!question.mayTell(state)) return decisions.unknown();
    var reply = decisions.decide(state, question.command(), clock.instant()).reply();
    if (reply == null) throw new IllegalStateException("to show an order is no answer");
    return reply;
  }

  private static OrderState after(List<OrderEvent> events) {
    OrderState state = NONE;
    for (var event : events) state = state.after(event);
    return state;
  }

  @Override
  public CompletionStage<List<OrderStep>> history(String orderNo) {
    return journal
        .currentEventsByPersistenceId(
            OrderStep.persistenceId(orderNo), 1, settings.longestHistory())
        .map(ShardedOrders::event)
        .runWith(Sink.seq(), system)
        .thenApply(OrderStep::fold);
  }

  private static OrderEvent event(EventEnvelope envelope) {
    return (OrderEvent) envelope.event();
  }
}
