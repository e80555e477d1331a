package ordinal.inventory.sku;

import java.time.Instant;
import ordinal.inventory.SkuLevels;
import ordinal.kernel.JsonMessage;
import org.jspecify.annotations.Nullable;

/** What a sku answers. {@code repeated} means that nothing was stored by this command. */
public sealed interface SkuReply extends JsonMessage {

  /** How it stands now; null when nobody ever counted. */
  record Levels(@Nullable SkuLevels levels) implements SkuReply {}

  /**
   * The pieces are the order's; if this is a repeat, they may be sold by now.
   *
   * @param heldUntil by when the order has to be there, as it was said first; null when it was
   *     there before, or they are sold
   */
  record Reserved(boolean repeated, @Nullable Instant heldUntil) implements SkuReply {}

  /** There are not as many. Nothing was stored. */
  record SoldOut(long onHand) implements SkuReply {}

  /** What was reserved for this order has gone back, or was given up before it came. */
  record Gone() implements SkuReply {}

  /** Another quantity is reserved for this order, and stays. */
  record Differs(long reserved) implements SkuReply {}

  record Released(boolean repeated) implements SkuReply {}

  record Deducted(boolean repeated) implements SkuReply {}

  /** It does not fit, and nothing was stored. */
  record Refused(String reason) implements SkuReply {}

  /** It is not known whether it was stored: try again. */
  record Unavailable(String reason) implements SkuReply {}
}
