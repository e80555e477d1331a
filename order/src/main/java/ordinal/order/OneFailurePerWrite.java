package ordinal.order;

import java.util.function.BooleanSupplier;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.BehaviorInterceptor;
import org.apache.pekko.actor.typed.TypedActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.persistence.JournalProtocol;

/**
 * Lets an entity hear of a failed write once, however many events were in it.
 *
 * <p>The journal says it once for each of them. The first makes the entity start anew; the others
 * wait with the commands that came meanwhile and are of no use to anyone then. But Pekko takes the
 * next command from that queue only when it has handled one, so such a message would hold up all
 * that is behind it until someone sends another command.
 */
final class OneFailurePerWrite extends BehaviorInterceptor<Object, OrderCommand> {

  private final BooleanSupplier isWriting;

  private OneFailurePerWrite(BooleanSupplier isWriting) {
    super(Object.class);
    this.isWriting = isWriting;
  }

  /**
   * Around an entity's behavior.
   *
   * @param isWriting whether a write is under way of which the entity has heard nothing yet
   */
  static Behavior<OrderCommand> around(Behavior<OrderCommand> entity, BooleanSupplier isWriting) {
    return Behaviors.intercept(() -> new OneFailurePerWrite(isWriting), entity).narrow();
  }

  @Override
  public Behavior<OrderCommand> aroundReceive(
      TypedActorContext<Object> context, Object message, ReceiveTarget<OrderCommand> entity) {
    boolean failure =
        message instanceof JournalProtocol.WriteMessageFailure
            || message instanceof JournalProtocol.WriteMessageRejected;
    return failure && !isWriting.getAsBoolean() ? Behaviors.same() : pass(context, message, entity);
  }

  /** What the journal says is no command, but it comes by the same way. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Behavior<OrderCommand> pass(
      TypedActorContext<Object> context, Object message, ReceiveTarget<OrderCommand> entity) {
    return ((ReceiveTarget) entity).apply(context, message);
  }
}
