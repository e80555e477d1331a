package ordinal.inventory.sku;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import ordinal.inventory.InventoryEvent.SkuEvent;
import ordinal.inventory.sku.SkuCommand.Asked;
import ordinal.inventory.sku.SkuCommand.BatchAnswered;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.persistence.typed.PersistenceId;
import org.apache.pekko.persistence.typed.SnapshotAdapter;
import org.apache.pekko.persistence.typed.javadsl.CommandHandler;
import org.apache.pekko.persistence.typed.javadsl.Effect;
import org.apache.pekko.persistence.typed.javadsl.EventHandler;
import org.apache.pekko.persistence.typed.javadsl.EventSourcedBehavior;
import org.apache.pekko.persistence.typed.javadsl.RetentionCriteria;

/**
 * One sku's stock: the only writer of its events.
 *
 * <pre>
 * the order's claim | Reserve         Release        Deduct
 * none              | open (1)        released (2)   refuse
 * open              | repeat (3)      released       deducted
 * released          | gone            repeat         refuse
 * deducted          | repeat (3)      refuse         repeat
 * </pre>
 *
 * <ol>
 *   <li>If as many are on hand, else sold out, which stores nothing.
 *   <li>Of no pieces: the reservation that comes late is refused.
 *   <li>If it is of the same quantity, else it differs, and the first one stays.
 * </ol>
 *
 * {@code onHand + reserved + sold} changes only when somebody sets what is on hand; none of them is
 * ever below zero, and their sum always fits a long. Claims that have ended are remembered up to a
 * number ({@code ordinal.stock.sku.closed-remembered}); an order that comes back after as many
 * others is a new one to this sku.
 *
 * <p>Commands come in batches, from {@link SkuDesk}. Each is decided on what the ones before it
 * leave; then all events of the batch are stored in one write, and everybody is answered. Where the
 * write fails, this actor ends: the desk answers for it and starts another one, which reads what
 * became of it. It does not start anew by itself, as other entities do: after a failed write of
 * several events, an actor that did was seen to leave the next batch waiting for ever. The journal
 * reports such a failure once for every event, and the later reports reach the actor started anew.
 */
final class Sku extends EventSourcedBehavior<Sku.Batch, SkuEvent, SkuState> {

  /** What came in while the batch before was being stored. */
  record Batch(List<Asked> commands, ActorRef<SkuCommand> desk) {

    Batch {
      commands = List.copyOf(commands);
    }

    /** The desk hears it first: whoever asks again on this answer does not find it busy. */
    void answer(List<SkuReply> replies) {
      desk.tell(BatchAnswered.INSTANCE);
      for (int i = 0; i < replies.size(); i++) {
        commands.get(i).replyTo().tell(replies.get(i));
      }
    }
  }

  private final Clock clock;
  private final SkuSettings settings;

  static Behavior<Batch> create(String skuId, Clock clock, SkuSettings settings) {
    return Behaviors.setup(ctx -> new Sku(skuId, clock, settings));
  }

  private Sku(String skuId, Clock clock, SkuSettings settings) {
    super(PersistenceId.of(SkuDesk.KEY.name(), skuId));
    this.clock = clock;
    this.settings = settings;
  }

  @Override
  public SkuState emptyState() {
    return SkuState.EMPTY;
  }

  @Override
  public CommandHandler<Batch, SkuEvent, SkuState> commandHandler() {
    return this::handle;
  }

  @Override
  public EventHandler<SkuState, SkuEvent> eventHandler() {
    return (state, event) -> state.after(event, settings.closedRemembered());
  }

  private Effect<SkuEvent, SkuState> handle(SkuState state, Batch batch) {
    var now = clock.instant();
    var running = state;
    var events = new ArrayList<SkuEvent>();
    var replies = new ArrayList<SkuReply>(batch.commands().size());
    for (var command : batch.commands()) {
      var decision = SkuDecisions.decide(running, command, now);
      replies.add(decision.reply());
      if (decision.event() != null) {
        events.add(decision.event());
        running = running.after(decision.event(), settings.closedRemembered());
      }
    }
    if (events.isEmpty()) return Effect().none().thenRun(after -> batch.answer(replies));
    return Effect().persist(events).thenRun(after -> batch.answer(replies));
  }

  @Override
  public RetentionCriteria retentionCriteria() {
    return RetentionCriteria.snapshotEvery(settings.snapshotEvery(), settings.snapshotsKept());
  }

  @Override
  public SnapshotAdapter<SkuState> snapshotAdapter() {
    return new SnapshotAdapter<>() {
      @Override
      public Object toJournal(SkuState state) {
        return state.toSnapshot();
      }

      @Override
      public SkuState fromJournal(Object stored) {
        return SkuState.of((SkuState.Snapshot) stored, settings.closedRemembered());
      }
    };
  }
}
