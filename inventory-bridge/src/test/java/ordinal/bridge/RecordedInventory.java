package ordinal.bridge;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import ordinal.inventory.HoldReply;
import ordinal.inventory.Inventory;
import ordinal.inventory.Line;
import ordinal.inventory.ReservationReply;
import ordinal.inventory.ReservationReply.Standing;
import ordinal.inventory.ReservationReply.Status;
import ordinal.inventory.SkuLevels;
import ordinal.kernel.TraceContext;

/** A stock service that notes what it is told, and does nothing of it. */
final class RecordedInventory implements Inventory {

  /** What was asked and answered, as "call orderNo lines". */
  final List<String> calls = new CopyOnWriteArrayList<>();

  final Set<String> unavailable = ConcurrentHashMap.newKeySet();

  List<String> callsOf(String orderNo) {
    return calls.stream().filter(call -> call.contains(orderNo)).toList();
  }

  private CompletionStage<ReservationReply> answer(
      String call, String orderNo, String more, Status status) {
    if (unavailable.contains(orderNo)) {
      return CompletableFuture.completedFuture(new ReservationReply.Unavailable("on purpose"));
    }
    var text = (call + " " + orderNo + " " + more).strip();
    boolean repeated = calls.contains(text);
    calls.add(text);
    return CompletableFuture.completedFuture(new Standing(status, repeated, null));
  }

  private static String text(List<Line> lines) {
    return String.join(
        ",", lines.stream().map(line -> line.skuId() + "*" + line.quantity()).toList());
  }

  @Override
  public CompletionStage<ReservationReply> reserve(
      String orderNo, List<Line> lines, TraceContext trace) {
    return answer("reserve", orderNo, text(lines), Status.RESERVED);
  }

  @Override
  public CompletionStage<ReservationReply> adopt(
      String orderNo, List<Line> lines, TraceContext trace) {
    return answer("adopt", orderNo, text(lines), Status.RESERVED);
  }

  @Override
  public CompletionStage<ReservationReply> release(String orderNo, TraceContext trace) {
    return answer("release", orderNo, "", Status.RELEASED);
  }

  @Override
  public CompletionStage<ReservationReply> deduct(String orderNo, TraceContext trace) {
    return orderNo.startsWith("REFUSED")
        ? CompletableFuture.completedFuture(
            new ReservationReply.Refused(Status.RELEASED, "it was released"))
        : answer("deduct", orderNo, "", Status.DEDUCTED);
  }

  @Override
  public CompletionStage<Optional<SkuLevels>> levels(String skuId) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletionStage<SkuLevels> setOnHand(String skuId, long onHand, TraceContext trace) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletionStage<HoldReply> hold(
      String skuId, String orderNo, long quantity, Instant until, TraceContext trace) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletionStage<HoldReply> letGo(String skuId, String orderNo, TraceContext trace) {
    throw new UnsupportedOperationException();
  }
}
