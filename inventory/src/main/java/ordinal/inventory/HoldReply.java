package ordinal.inventory;

import java.time.Instant;
import ordinal.kernel.JsonMessage;
import org.jspecify.annotations.Nullable;

/** What becomes of the wish to hold pieces of one sku for an order that is about to be made. */
public sealed interface HoldReply extends JsonMessage {

  /**
   * They are held, now or since an earlier call.
   *
   * @param until by when the order has to be there: what the first call said; null when the pieces
   *     are an order's already
   */
  record Held(@Nullable Instant until) implements HoldReply {}

  /** There are not as many; nothing was stored. */
  record SoldOut(long onHand) implements HoldReply {}

  /** They were held for this order and have gone back: it came too late or was canceled. */
  record Gone() implements HoldReply {}

  /** Another quantity is held for this order, and stays: a repeat that asks for something else. */
  record Differs(long held) implements HoldReply {}

  /** Nobody knows; try again. */
  record Unavailable(String reason) implements HoldReply {}
}
