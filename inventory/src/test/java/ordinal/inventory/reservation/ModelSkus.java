package ordinal.inventory.reservation;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import ordinal.inventory.SkuLevels;
import ordinal.inventory.sku.SkuCommand;
import ordinal.inventory.sku.SkuModel;
import ordinal.inventory.sku.SkuReply;
import ordinal.inventory.sku.Skus;
import org.apache.pekko.actor.typed.ActorRef;

/** Skus without actors, whose answers can be held back or fail. */
final class ModelSkus implements Skus {

  private final Map<String, SkuModel> skus = new HashMap<>();
  private final Map<String, CompletableFuture<Void>> heldBack = new ConcurrentHashMap<>();

  /** They answer that they cannot, and do nothing. */
  final Set<String> unavailable = ConcurrentHashMap.newKeySet();

  /** They do what they are asked, but the answer is lost. */
  final Set<String> silent = ConcurrentHashMap.newKeySet();

  synchronized SkuModel sku(String skuId) {
    return skus.computeIfAbsent(skuId, id -> new SkuModel(1000));
  }

  synchronized SkuLevels levels(String skuId) {
    return sku(skuId).levels();
  }

  void holdBack(String skuId) {
    heldBack.put(skuId, new CompletableFuture<>());
  }

  void letAnswer(String skuId) {
    heldBack.remove(skuId).complete(null);
  }

  @Override
  public CompletionStage<SkuReply> ask(
      String skuId, Function<ActorRef<SkuReply>, SkuCommand.Asked> command) {
    var gate = heldBack.getOrDefault(skuId, CompletableFuture.completedFuture(null));
    return gate.thenCompose(open -> answer(skuId, command));
  }

  private synchronized CompletionStage<SkuReply> answer(
      String skuId, Function<ActorRef<SkuReply>, SkuCommand.Asked> command) {
    if (unavailable.contains(skuId)) {
      return CompletableFuture.completedFuture(new SkuReply.Unavailable("is away"));
    }
    var reply = sku(skuId).ask(command);
    return silent.contains(skuId)
        ? CompletableFuture.failedFuture(new java.util.concurrent.TimeoutException())
        : CompletableFuture.completedFuture(reply);
  }
}
