package ordinal.inventory.sku;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import ordinal.inventory.sku.SkuCommand.Asked;
import ordinal.inventory.sku.SkuCommand.BatchAnswered;
import ordinal.inventory.sku.SkuCommand.Passivate;
import ordinal.inventory.sku.SkuCommand.StartSku;
import ordinal.inventory.sku.SkuReply.Unavailable;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.ChildFailed;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;
import org.apache.pekko.actor.typed.javadsl.TimerScheduler;
import org.apache.pekko.cluster.sharding.typed.javadsl.EntityTypeKey;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the commands to one sku queue. Whatever arrives while a batch is being stored goes to
 * {@link Sku} together as the next batch, so that a hot sku costs a write per batch and not one per
 * order; with nothing to wait for, a command goes at once.
 *
 * <p>Everybody is answered in the order of arrival. More than {@code ordinal.stock.sku.max-waiting}
 * commands do not wait: they hear {@link Unavailable} at once. A desk that is to go ends when all
 * that wait are answered.
 */
public final class SkuDesk extends AbstractBehavior<SkuCommand> {

  public static final EntityTypeKey<SkuCommand> KEY = EntityTypeKey.create(SkuCommand.class, "Sku");

  private static final Logger LOG = LoggerFactory.getLogger(SkuDesk.class);

  private final String skuId;
  private final TimerScheduler<SkuCommand> timers;
  private final Clock clock;
  private final SkuSettings settings;
  private final ArrayDeque<Asked> waiting = new ArrayDeque<>();
  private List<Asked> underWay = List.of();
  private @Nullable ActorRef<Sku.Batch> sku;
  private int failures;
  private boolean leaving;

  public static Behavior<SkuCommand> create(String skuId, Clock clock, SkuSettings settings) {
    return Behaviors.setup(
        ctx -> Behaviors.withTimers(timers -> new SkuDesk(ctx, timers, skuId, clock, settings)));
  }

  private SkuDesk(
      ActorContext<SkuCommand> context,
      TimerScheduler<SkuCommand> timers,
      String skuId,
      Clock clock,
      SkuSettings settings) {
    super(context);
    this.timers = timers;
    this.skuId = skuId;
    this.clock = clock;
    this.settings = settings;
    this.sku = startSku(context, skuId, clock, settings);
  }

  private static ActorRef<Sku.Batch> startSku(
      ActorContext<SkuCommand> context, String skuId, Clock clock, SkuSettings settings) {
    var sku = context.spawnAnonymous(Sku.create(skuId, clock, settings));
    context.watch(sku);
    return sku;
  }

  @Override
  public Receive<SkuCommand> createReceive() {
    return newReceiveBuilder()
        .onMessage(Asked.class, this::queue)
        .onMessage(BatchAnswered.class, answered -> batchAnswered())
        .onMessage(Passivate.class, passivate -> leave())
        .onMessage(StartSku.class, start -> startAgain())
        .onSignal(ChildFailed.class, this::skuFailed)
        .build();
  }

  private Behavior<SkuCommand> queue(Asked command) {
    if (waiting.size() >= settings.maxWaiting()) {
      command.replyTo().tell(new Unavailable("too many wait for sku " + skuId));
      return this;
    }
    waiting.add(command);
    return underWay.isEmpty() ? sendBatch() : this;
  }

  private Behavior<SkuCommand> batchAnswered() {
    failures = 0;
    underWay = List.of();
    return sendBatch();
  }

  private Behavior<SkuCommand> leave() {
    leaving = true;
    return underWay.isEmpty() ? sendBatch() : this;
  }

  private Behavior<SkuCommand> sendBatch() {
    if (waiting.isEmpty()) return leaving ? Behaviors.stopped() : this;
    if (sku == null) return this;
    var batch = new ArrayList<Asked>(Math.min(waiting.size(), settings.maxBatch()));
    while (!waiting.isEmpty() && batch.size() < settings.maxBatch()) {
      batch.add(waiting.remove());
    }
    underWay = batch;
    sku.tell(new Sku.Batch(batch, getContext().getSelf()));
    return this;
  }

  /** Its batch is not tried again: nobody knows whether it was stored. The others wait on. */
  private Behavior<SkuCommand> skuFailed(ChildFailed failed) {
    var delay = backoff();
    LOG.warn("[Inventory] sku {}: {}; starts anew in {}", skuId, failed.getCause(), delay);
    for (var command : underWay) {
      command.replyTo().tell(new Unavailable("sku " + skuId + " could not store it"));
    }
    underWay = List.of();
    sku = null;
    timers.startSingleTimer(StartSku.INSTANCE, delay);
    return sendBatch();
  }

  private Duration backoff() {
    var doubled = settings.minBackoff().multipliedBy(1L << Math.min(failures++, 20));
    var longest = doubled.compareTo(settings.maxBackoff()) < 0 ? doubled : settings.maxBackoff();
    double jitter = 1 + settings.backoffJitter() * ThreadLocalRandom.current().nextDouble();
    return Duration.ofMillis((long) (longest.toMillis() * jitter));
  }

  private Behavior<SkuCommand> startAgain() {
    sku = startSku(getContext(), skuId, clock, settings);
    return sendBatch();
  }
}
