package ordinal.assets.coupon;

import java.time.Instant;
import ordinal.assets.CouponReply;
import ordinal.assets.Hold;
import ordinal.kernel.JsonMessage;
import ordinal.kernel.TraceContext;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;

/** What a coupon can be told. */
public sealed interface CouponCommand {

  /**
   * Sharding wants the memory back. A command of ours, and not Pekko's own signal, so that it waits
   * for its turn behind a write.
   */
  enum Passivate implements CouponCommand {
    INSTANCE
  }

  /** Someone waits for what becomes of it. */
  sealed interface Asked extends CouponCommand, JsonMessage {
    ActorRef<CouponReply> replyTo();
  }

  record Get(ActorRef<CouponReply> replyTo) implements Asked {}

  record Issue(
      String userId,
      long discountMinor,
      @Nullable Instant expiresAt,
      TraceContext trace,
      ActorRef<CouponReply> replyTo)
      implements Asked {
    public Issue {
      if (discountMinor < 1) throw new IllegalArgumentException("discount is " + discountMinor);
    }
  }

  record Lock(String userId, Hold hold, TraceContext trace, ActorRef<CouponReply> replyTo)
      implements Asked {}

  record Use(Hold hold, TraceContext trace, ActorRef<CouponReply> replyTo) implements Asked {}

  record Unlock(Hold hold, TraceContext trace, ActorRef<CouponReply> replyTo) implements Asked {}
}
