package ordinal.inventory;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import ordinal.inventory.reservation.Reservation;
import ordinal.inventory.reservation.ReservationCommand;
import ordinal.inventory.reservation.ReservationSettings;
import ordinal.inventory.sku.SkuCommand;
import ordinal.inventory.sku.SkuDesk;
import ordinal.inventory.sku.SkuReply;
import ordinal.inventory.sku.SkuSettings;
import ordinal.inventory.sku.Skus;
import ordinal.kernel.Ids;
import ordinal.kernel.TraceContext;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;
import org.apache.pekko.cluster.sharding.typed.javadsl.Entity;

/** The stock of the whole cluster: skus and reservations behind sharding. */
public final class ShardedInventory implements Inventory {

  private final ClusterSharding sharding;
  private final Skus skus;
  private final ReservationSettings settings;

  /** Starts the entities of this node. */
  public static ShardedInventory start(ActorSystem<?> system, Clock clock) {
    var config = system.settings().config();
    return new ShardedInventory(
        system, clock, SkuSettings.of(config), ReservationSettings.of(config));
  }

  private ShardedInventory(
      ActorSystem<?> system, Clock clock, SkuSettings skuSettings, ReservationSettings settings) {
    this.settings = settings;
    this.sharding = ClusterSharding.get(system);
    this.skus =
        (skuId, command) ->
            Ids.isId(skuId)
                ? sharding
                    .entityRefFor(SkuDesk.KEY, skuId)
                    .ask(command::apply, skuSettings.askTimeout())
                : CompletableFuture.completedFuture(new SkuReply.Refused("there is no such sku"));
    sharding.init(
        Entity.of(SkuDesk.KEY, ctx -> SkuDesk.create(ctx.getEntityId(), clock, skuSettings))
            .withStopMessage(SkuCommand.Passivate.INSTANCE));
    sharding.init(
        Entity.of(
                Reservation.KEY,
                ctx -> Reservation.create(ctx.getEntityId(), skus, clock, settings))
            .withStopMessage(ReservationCommand.Passivate.INSTANCE));
  }

  @Override
  public CompletionStage<Optional<SkuLevels>> levels(String skuId) {
    return skus.ask(skuId, SkuCommand.GetLevels::new)
        .thenCompose(ShardedInventory::levelsOf)
        .thenApply(Optional::ofNullable);
  }

  @Override
  public CompletionStage<SkuLevels> setOnHand(String skuId, long onHand, TraceContext trace) {
    return skus.ask(skuId, replyTo -> new SkuCommand.SetOnHand(onHand, trace, replyTo))
        .thenCompose(ShardedInventory::levelsOf);
  }

  private static CompletionStage<SkuLevels> levelsOf(SkuReply reply) {
    if (reply instanceof SkuReply.Levels levels) {
      return CompletableFuture.completedFuture(levels.levels());
    }
    if (reply instanceof SkuReply.Refused refused) {
      return CompletableFuture.failedFuture(new IllegalArgumentException(refused.reason()));
    }
    return CompletableFuture.failedFuture(new IllegalStateException(reply.toString()));
  }

  @Override
  public CompletionStage<ReservationReply> reserve(
      String orderNo, List<Line> lines, TraceContext trace) {
    return askWithLines(
        orderNo,
        lines,
        (merged, replyTo) -> new ReservationCommand.Reserve(merged, trace, replyTo));
  }

  @Override
  public CompletionStage<ReservationReply> adopt(
      String orderNo, List<Line> lines, TraceContext trace) {
    return askWithLines(
        orderNo, lines, (merged, replyTo) -> new ReservationCommand.Adopt(merged, trace, replyTo));
  }

  @Override
  public CompletionStage<ReservationReply> release(String orderNo, TraceContext trace) {
    return ask(orderNo, replyTo -> new ReservationCommand.Release(trace, replyTo));
  }

  @Override
  public CompletionStage<ReservationReply> deduct(String orderNo, TraceContext trace) {
    return ask(orderNo, replyTo -> new ReservationCommand.Deduct(trace, replyTo));
  }

  private CompletionStage<ReservationReply> askWithLines(
      String orderNo,
      List<Line> lines,
      BiFunction<List<Line>, ActorRef<ReservationReply>, ReservationCommand> command) {
    if (lines.isEmpty()) return refused("there are no lines");
    List<Line> merged;
    try {
      merged = Line.merged(lines);
    } catch (ArithmeticException e) {
      return refused("there are more pieces than can be");
    }
    return ask(orderNo, replyTo -> command.apply(merged, replyTo));
  }

  private static CompletionStage<ReservationReply> refused(String reason) {
    return CompletableFuture.completedFuture(new ReservationReply.Refused(null, reason));
  }

  private CompletionStage<ReservationReply> ask(
      String orderNo, Function<ActorRef<ReservationReply>, ReservationCommand> command) {
    if (!Ids.isId(orderNo)) return refused("there is no such order");
    return sharding
        .entityRefFor(Reservation.KEY, orderNo)
        .ask(command::apply, settings.askTimeout());
  }

  @Override
  public CompletionStage<HoldReply> hold(
      String skuId, String orderNo, long quantity, Instant until, TraceContext trace) {
    return skus.ask(
            skuId, replyTo -> new SkuCommand.Reserve(orderNo, quantity, until, trace, replyTo))
        .thenApply(
            reply ->
                reply instanceof SkuReply.Refused ? new HoldReply.SoldOut(0) : holdReply(reply));
  }

  @Override
  public CompletionStage<HoldReply> letGo(String skuId, String orderNo, TraceContext trace) {
    return skus.ask(skuId, replyTo -> new SkuCommand.Release(orderNo, trace, replyTo))
        .thenApply(
            reply -> // What is sold is the order's for good.
            reply instanceof SkuReply.Refused ? new HoldReply.Held(null) : holdReply(reply));
  }

  private static HoldReply holdReply(SkuReply reply) {
    if (reply instanceof SkuReply.Reserved held) return new HoldReply.Held(held.heldUntil());
    if (reply instanceof SkuReply.SoldOut soldOut) return new HoldReply.SoldOut(soldOut.onHand());
    if (reply instanceof SkuReply.Differs differs) return new HoldReply.Differs(differs.reserved());
    if (reply instanceof SkuReply.Gone || reply instanceof SkuReply.Released) {
      return new HoldReply.Gone();
    }
    if (reply instanceof SkuReply.Unavailable unavailable) {
      return new HoldReply.Unavailable(unavailable.reason());
    }
    throw new IllegalStateException("no answer to a hold: " + reply);
  }
}
