package ordinal.http.inventory;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import ordinal.http.serving.Answer;
import ordinal.http.serving.Call;
import ordinal.http.serving.ErrorHandler;
import ordinal.inventory.Inventory;
import ordinal.inventory.SkuLevels;
import ordinal.kernel.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Asks the stock service what it has, and tells it what somebody counted. */
public final class StockCalls {

  private static final Answer KEPT_ELSEWHERE =
      Answer.error(
          ErrorCode.NOT_FOUND,
          "Stock is kept elsewhere: the built-in stock service is off"
              + " (ORDINAL_INVENTORY=external).");

  private final @Nullable Inventory inventory;
  private final StockSettings settings;

  /** How much of a sku is where. */
  record Stock(String skuId, long onHand, long reserved, long sold) {
    static Stock of(String skuId, SkuLevels levels) {
      return new Stock(skuId, levels.onHand(), levels.reserved(), levels.sold());
    }
  }

  public StockCalls(@Nullable Inventory inventory, StockSettings settings) {
    this.inventory = inventory;
    this.settings = settings;
  }

  /** What every call about stock is answered when there is no stock service here. */
  public static CompletionStage<Answer> keptElsewhere() {
    return CompletableFuture.completedFuture(KEPT_ELSEWHERE);
  }

  CompletionStage<Answer> show(Call call) {
    if (inventory == null) return keptElsewhere();
    var skuId = call.at("skuId");
    return within("cannot read levels", inventory.levels(skuId))
        .thenApply(
            levels ->
                levels
                    .map(found -> Answer.ok(Stock.of(skuId, found)))
                    .orElseGet(
                        () ->
                            Answer.error(
                                ErrorCode.NOT_FOUND,
                                "Nobody has set the stock of " + skuId + ".")));
  }

  CompletionStage<Answer> set(Call call) {
    if (inventory == null) return keptElsewhere();
    var skuId = call.at("skuId");
    var onHand = call.body().get(StockSchemas.ON_HAND);
    return within("cannot set stock", inventory.setOnHand(skuId, onHand, call.trace()))
        .thenApply(levels -> Answer.ok(Stock.of(skuId, levels)));
  }

  private <T> CompletableFuture<T> within(String what, CompletionStage<T> asked) {
    return ErrorHandler.within(settings.timeout(), what, asked);
  }
}
