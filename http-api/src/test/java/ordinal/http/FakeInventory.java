package ordinal.http;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import ordinal.inventory.HoldReply;
import ordinal.inventory.Inventory;
import ordinal.inventory.Line;
import ordinal.inventory.ReservationReply;
import ordinal.inventory.SkuLevels;
import ordinal.kernel.TraceContext;

/** Stock that answers to holds what the test says, and remembers what it was asked. */
final class FakeInventory implements Inventory {

  record Hold(String skuId, String orderNo, long quantity, Instant until, String traceId) {}

  final Map<String, SkuLevels> levels = new ConcurrentHashMap<>();
  final Queue<Hold> held = new ConcurrentLinkedQueue<>();
  final Queue<String> letGo = new ConcurrentLinkedQueue<>();
  volatile CompletionStage<HoldReply> toHold = done(new HoldReply.Held(Instant.MAX));
  volatile CompletionStage<HoldReply> toLetGo = done(new HoldReply.Gone());
  volatile Throwable failure;

  static <T> CompletionStage<T> done(T reply) {
    return CompletableFuture.completedFuture(reply);
  }

  @Override
  public CompletionStage<Optional<SkuLevels>> levels(String skuId) {
    if (failure != null) return CompletableFuture.failedFuture(failure);
    return done(Optional.ofNullable(levels.get(skuId)));
  }

  @Override
  public CompletionStage<SkuLevels> setOnHand(String skuId, long onHand, TraceContext trace) {
    if (failure != null) return CompletableFuture.failedFuture(failure);
    return done(
        levels.compute(
            skuId,
            (sku, before) ->
                before == null
                    ? new SkuLevels(onHand, 0, 0)
                    : new SkuLevels(onHand, before.reserved(), before.sold())));
  }

  @Override
  public CompletionStage<HoldReply> hold(
      String skuId, String orderNo, long quantity, Instant until, TraceContext trace) {
    held.add(new Hold(skuId, orderNo, quantity, until, trace.traceId()));
    return toHold;
  }

  @Override
  public CompletionStage<HoldReply> letGo(String skuId, String orderNo, TraceContext trace) {
    letGo.add(skuId + " " + orderNo);
    return toLetGo;
  }

  @Override
  public CompletionStage<ReservationReply> reserve(
      String orderNo, List<Line> lines, TraceContext trace) {
    throw new UnsupportedOperationException("the API reserves nothing");
  }

  @Override
  public CompletionStage<ReservationReply> adopt(
      String orderNo, List<Line> lines, TraceContext trace) {
    throw new UnsupportedOperationException("the API adopts nothing");
  }

  @Override
  public CompletionStage<ReservationReply> release(String orderNo, TraceContext trace) {
    throw new UnsupportedOperationException("the API releases nothing");
  }

  @Override
  public CompletionStage<ReservationReply> deduct(String orderNo, TraceContext trace) {
    throw new UnsupportedOperationException("the API deducts nothing");
  }
}
