package ordinal.inventory;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import ordinal.kernel.TraceContext;

/**
 * All stock, wherever it lives: the one way in. Every call may be repeated, with the same effect as
 * one. Stages fail with a TimeoutException when there is no answer.
 */
public interface Inventory {

  /** Empty when nobody ever set it. */
  CompletionStage<Optional<SkuLevels>> levels(String skuId);

  /** How it stands afterwards; fails when it could not be stored. */
  CompletionStage<SkuLevels> setOnHand(String skuId, long onHand, TraceContext trace);

  /** All lines or none. The outcome is stored once and stays. */
  CompletionStage<ReservationReply> reserve(String orderNo, List<Line> lines, TraceContext trace);

  /** Takes note that an order was created with lines that {@link #hold} has reserved already. */
  CompletionStage<ReservationReply> adopt(String orderNo, List<Line> lines, TraceContext trace);

  /** Gives back what is reserved; before its reservation, it makes that one fail. */
  CompletionStage<ReservationReply> release(String orderNo, TraceContext trace);

  /** What is reserved is sold. */
  CompletionStage<ReservationReply> deduct(String orderNo, TraceContext trace);

  /** For a flash sale: reserves pieces of one sku for an order that has to be there by then. */
  CompletionStage<HoldReply> hold(
      String skuId, String orderNo, long quantity, Instant until, TraceContext trace);

  /** The order did not come: its pieces go back, and a hold that comes late is refused. */
  CompletionStage<HoldReply> letGo(String skuId, String orderNo, TraceContext trace);
}
