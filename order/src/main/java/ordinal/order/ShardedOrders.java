package ordinal.order;

import java.time.Clock;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;
import org.apache.pekko.cluster.sharding.typed.javadsl.Entity;
import org.apache.pekko.persistence.query.EventEnvelope;
import org.apache.pekko.persistence.query.PersistenceQuery;
import org.apache.pekko.persistence.query.javadsl.CurrentEventsByPersistenceIdQuery;
import org.apache.pekko.stream.javadsl.Sink;

/** The orders of the whole cluster: entities behind sharding, their past in the journal. */
public final class ShardedOrders implements Orders {

  private final ActorSystem<?> system;
  private final ClusterSharding sharding;
  private final CurrentEventsByPersistenceIdQuery journal;
  private final OrderSettings settings;

  /** Starts the entities of this node. */
  public static ShardedOrders start(ActorSystem<?> system, Clock clock) {
    return new ShardedOrders(system, clock, OrderSettings.of(system.settings().config()));
  }

  private ShardedOrders(ActorSystem<?> system, Clock clock, OrderSettings settings) {
    this.system = system;
    this.settings = settings;
    this.sharding = ClusterSharding.get(system);
    sharding.init(
        Entity.of(Order.KEY, ctx -> Order.create(ctx.getEntityId(), clock, settings))
            .withStopMessage(OrderCommand.Passivate.INSTANCE));
    this.journal =
        PersistenceQuery.get(system)
            .getReadJournalFor(CurrentEventsByPersistenceIdQuery.class, settings.readJournal());
  }

  @Override
  public CompletionStage<OrderReply> ask(
      String orderNo, Function<ActorRef<OrderReply>, OrderCommand> command) {
    return sharding.entityRefFor(Order.KEY, orderNo).ask(command::apply, settings.askTimeout());
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
