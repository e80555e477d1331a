package ordinal.projections.holds;

import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Orders and stock as a test wants them. Who is in neither table has no order. */
final class TestOwners implements HoldOwners {

  final Map<String, Owner> owners = new ConcurrentHashMap<>();
  final Set<String> silent = ConcurrentHashMap.newKeySet();
  final Set<String> stuck = ConcurrentHashMap.newKeySet();
  final Queue<String> asked = new ConcurrentLinkedQueue<>();
  final Queue<String> letGo = new ConcurrentLinkedQueue<>();

  @Override
  public CompletionStage<Owner> ownerOf(String skuId, String orderNo) {
    asked.add(orderNo);
    return silent.contains(orderNo)
        ? CompletableFuture.failedFuture(new IllegalStateException("no answer"))
        : CompletableFuture.completedFuture(owners.getOrDefault(orderNo, Owner.NOBODY));
  }

  @Override
  public CompletionStage<?> letGo(String skuId, String orderNo) {
    letGo.add(skuId + " " + orderNo);
    return stuck.contains(orderNo)
        ? CompletableFuture.failedFuture(new IllegalStateException("no answer"))
        : CompletableFuture.completedFuture("gone");
  }
}
