package ordinal.inventory.sku;

import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import ordinal.inventory.sku.SkuCommand.Asked;
import ordinal.inventory.sku.SkuCommand.BatchAnswered;
import ordinal.inventory.sku.SkuCommand.Passivate;
import ordinal.inventory.sku.SkuReply.Unavailable;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.Terminated;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;
import org.apache.pekko.cluster.sharding.typed.javadsl.EntityTypeKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the commands to one sku queue. Whatever arrives while a batch is being stored goes to
 * {@link Sku} together as the next batch, so that a hot sku costs a write per batch and not one per
 * order; with nothing to wait for, a command goes at once.
 *
 * <p>Everybody is answered in the order of arrival. More than {@code
 * ordinal.inventory.sku.max-waiting} commands do not wait: they hear {@link Unavailable} at once. A
 * desk that is to go ends when all that wait are answered.
 */
public final class SkuDesk extends AbstractBehavior<SkuCommand> {

  public static final EntityTypeKey<SkuCommand> KEY = EntityTypeKey.create(SkuCommand.class, "Sku");

  private static final Logger LOG = LoggerFactory.getLogger(SkuDesk.class);

  private final String skuId;
  private final Clock clock;
  private final SkuSettings settings;
  private final ArrayDeque<Asked> waiting = new ArrayDeque<>();
  private List<Asked> underWay = List.of();
  private ActorRef<Sku.Batch> sku;
  private boolean leaving;

  public static Behavior<SkuCommand> create(String skuId, Clock clock, SkuSettings settings) {
    return Behaviors.setup(ctx -> new SkuDesk(ctx, skuId, clock, settings));
  }

  private SkuDesk(
      ActorContext<SkuCommand> context, String skuId, Clock clock, SkuSettings settings) {
    super(context);
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
        .onSignal(Terminated.class, ended -> skuBroke())
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
    underWay = List.of();
    return sendBatch();
  }

  private Behavior<SkuCommand> leave() {
    leaving = true;
    return underWay.isEmpty() ? sendBatch() : this;
  }

  private Behavior<SkuCommand> sendBatch() {
    if (waiting.isEmpty()) return leaving ? Behaviors.stopped() : this;
    var batch = new ArrayList<Asked>(Math.min(waiting.size(), settings.maxBatch()));
    while (!waiting.isEmpty() && batch.size() < settings.maxBatch()) {
      batch.add(waiting.remove());
    }
    underWay = batch;
    sku.tell(new Sku.Batch(batch, getContext().getSelf()));
    return this;
  }

  /** Only a bug ends it. Its batch may be the cause and is not tried again; the others wait on. */
  private Behavior<SkuCommand> skuBroke() {
    LOG.error("[Inventory] [ALERT] sku {}: broke off and starts anew", skuId);
    for (var command : underWay) {
      command.replyTo().tell(new Unavailable("sku " + skuId + " broke off"));
    }
    underWay = List.of();
    sku = startSku(getContext(), skuId, clock, settings);
    return sendBatch();
  }
}
