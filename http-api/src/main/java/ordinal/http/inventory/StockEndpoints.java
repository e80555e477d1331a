package ordinal.http.inventory;

import static ordinal.kernel.ErrorCode.NOT_FOUND;

import java.util.List;
import ordinal.http.serving.Endpoint;

/**
 * The calls about stock.
 *
 * <pre>
 * GET /inventory/{skuId}  levels  200
 * PUT /inventory/{skuId}  count   200
 * </pre>
 */
public final class StockEndpoints {

  private StockEndpoints() {}

  public static List<Endpoint> of(StockCalls calls) {
    return List.of(
        sku(Endpoint.get("/inventory/{skuId}", "getStock", "How much there is of a sku"))
            .by(calls::show),
        sku(Endpoint.put("/inventory/{skuId}", "setStock", "Say how much is on hand"))
            .taking(StockSchemas.SET)
            .by(calls::set));
  }

  private static Endpoint.Builder sku(Endpoint.Builder endpoint) {
    return endpoint
        .at("skuId", "The sku.", StockSchemas.SKU_EXAMPLE)
        .answering(StockSchemas.STOCK, 200)
        .refusing(NOT_FOUND);
  }
}
