package ordinal.http.order;

import static ordinal.kernel.ErrorCode.IN_PROGRESS;
import static ordinal.kernel.ErrorCode.NOT_ALLOWED_IN_STATE;
import static ordinal.kernel.ErrorCode.NOT_FOUND;
import static ordinal.kernel.ErrorCode.REUSED;

import java.util.List;
import ordinal.http.schema.ObjectSchema;
import ordinal.http.serving.Call;
import ordinal.http.serving.Endpoint;

/**
 * Flash sales: one sku, many buyers at once.
 *
 * <pre>
 * POST /flash-sales/{skuId}/orders  buy  201, 200 again, 409 sold out
 * </pre>
 */
public final class FlashSaleEndpoints {

  static final ObjectSchema BUY =
      ObjectSchema.of(
          "BuyInFlashSale",
          OrderSchemas.CLIENT_REQUEST_ID,
          OrderSchemas.USER_ID,
          OrderSchemas.QUANTITY,
          OrderSchemas.UNIT_PRICE_FIELD,
          OrderSchemas.CURRENCY,
          OrderSchemas.STORE_ID);

  private FlashSaleEndpoints() {}

  public static List<Endpoint> of(FlashSaleCalls calls) {
    return List.of(
        Endpoint.post(
                "/flash-sales/{skuId}/orders",
                "buyInFlashSale",
                "Order pieces of one sku, reserved at once or refused at once")
            .at("skuId", "The sku on sale.", "tea-500g")
            .taking(BUY)
            .answering(OrderSchemas.ORDER, 201, 200)
            .refusing(NOT_FOUND, IN_PROGRESS, REUSED, NOT_ALLOWED_IN_STATE)
            .onceAs(FlashSaleEndpoints::scope)
            .by(calls::buy));
  }

  private static String scope(Call call) {
    return OrderCalls.newOrderNo(call) + "|" + call.at("skuId") + "|" + call.fingerprint();
  }
}
