package ordinal.projections.holds;

import java.util.concurrent.CompletionStage;

/** Whom held pieces belong to, and how they go back when it is nobody. */
public interface HoldOwners {

  /** Whose pieces are. */
  enum Owner {
    /** The order is there and they are its own. */
    ORDER,
    /** No order has them, and none will. */
    NOBODY,
    /** An order is there that may still take them. */
    UNDECIDED
  }

  /** Asks the order; to be asked only when the time of the hold is over. */
  CompletionStage<Owner> ownerOf(String skuId, String orderNo);

  /** Completes when the pieces have gone back, now or before; fails when that is not known. */
  CompletionStage<?> letGo(String skuId, String orderNo);
}
