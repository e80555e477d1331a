package ordinal.inventory.sku;

import java.time.Instant;
import ordinal.kernel.JsonMessage;
import ordinal.kernel.TraceContext;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;

/** What a sku can be told. */
public sealed interface SkuCommand {

  /**
   * Sharding wants the memory back. A command of ours, and not Pekko's own signal, so that the desk
   * can finish what it has begun.
   */
  enum Passivate implements SkuCommand {
    INSTANCE
  }

  /** Said to the desk by its own {@link Sku}: the batch is answered, the next may come. */
  enum BatchAnswered implements SkuCommand {
    INSTANCE
  }

  /** Said to the desk by itself, some time after a failure. */
  enum StartSku implements SkuCommand {
    INSTANCE
  }

  /** Someone waits for what becomes of it. */
  sealed interface Asked extends SkuCommand, JsonMessage {
    ActorRef<SkuReply> replyTo();
  }

  record GetLevels(ActorRef<SkuReply> replyTo) implements Asked {}

  record SetOnHand(long onHand, TraceContext trace, ActorRef<SkuReply> replyTo) implements Asked {}

  /**
   * Some pieces for an order.
   *
   * @param heldUntil of a flash sale, whose order comes only afterwards
   */
  record Reserve(
      String orderNo,
      long quantity,
      @Nullable Instant heldUntil,
      TraceContext trace,
      ActorRef<SkuReply> replyTo)
      implements Asked {

    public Reserve {
      if (quantity < 1) throw new IllegalArgumentException("quantity is " + quantity);
    }
  }

  record Release(String orderNo, TraceContext trace, ActorRef<SkuReply> replyTo) implements Asked {}

  record Deduct(String orderNo, TraceContext trace, ActorRef<SkuReply> replyTo) implements Asked {}
}
