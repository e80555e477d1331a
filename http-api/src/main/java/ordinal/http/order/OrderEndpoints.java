package ordinal.http.order;

import static ordinal.kernel.ErrorCode.IN_PROGRESS;
import static ordinal.kernel.ErrorCode.NOT_ALLOWED_IN_STATE;
import static ordinal.kernel.ErrorCode.NOT_FOUND;
import static ordinal.kernel.ErrorCode.REUSED;

import java.util.List;
import ordinal.http.serving.Call;
import ordinal.http.serving.Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * The calls about orders.
 *
 * <pre>
 * POST /orders                     create    201, 200 again
 * GET  /orders                     list      200
 * GET  /orders/{orderNo}           show      200
 * GET  /orders/{orderNo}/timeline  timeline  200
 * POST /orders/{orderNo}/cancel    cancel    200
 * POST /orders/{orderNo}/checkout  checkout  200
 * POST /orders/{orderNo}/payments  paid      200
 * POST /orders/{orderNo}/complete  complete  200
 * POST /orders/{orderNo}/refunds   refund    200
 * POST /refunds/{refundId}/result  refunded  200
 * </pre>
 */
public final class OrderEndpoints {

  private OrderEndpoints() {}

  public static List<Endpoint> of(OrderCalls calls, OrderViewCalls views) {
    return List.of(
        Endpoint.post("/orders", "createOrder", "Create an order")
            .taking(OrderSchemas.CREATE)
            .answering(OrderSchemas.ORDER, 201, 200)
            .refusing(IN_PROGRESS, REUSED)
            .onceAs(call -> OrderCalls.newOrderNo(call) + "|" + call.fingerprint())
            .by(calls::create),
        Endpoint.get("/orders", "listOrders", "Find orders, newest first")
            .asking(OrderSchemas.LIST_QUERY)
            .answering(OrderSchemas.ORDER_LIST, 200)
            .by(views::list),
        order(Endpoint.get("/orders/{orderNo}", "getOrder", "Show an order"))
            .asking(OrderSchemas.GET_QUERY)
            .answering(OrderSchemas.ORDER, 200)
            .refusing(NOT_FOUND)
            .by(calls::show),
        order(
                Endpoint.get(
                    "/orders/{orderNo}/timeline", "getTimeline", "What happened to an order"))
            .answering(OrderSchemas.TIMELINE, 200)
            .refusing(NOT_FOUND)
            .by(views::timeline),
        request(Endpoint.post("/orders/{orderNo}/cancel", "cancelOrder", "Cancel an order"))
            .taking(OrderSchemas.CANCEL)
            .by(calls::cancel),
        request(Endpoint.post("/orders/{orderNo}/checkout", "checkoutOrder", "Begin to pay"))
            .taking(OrderSchemas.CHECKOUT)
            .by(calls::checkout),
        order(Endpoint.post("/orders/{orderNo}/payments", "paymentResult", "A payment's result"))
            .taking(OrderSchemas.PAYMENT)
            .answering(OrderSchemas.ORDER_AFTER_MESSAGE, 200)
            .refusing(NOT_FOUND, IN_PROGRESS, REUSED)
            .onceAs(OrderEndpoints::paymentScope)
            .by(calls::payment),
        request(Endpoint.post("/orders/{orderNo}/complete", "completeOrder", "The work is done"))
            .taking(OrderSchemas.COMPLETE)
            .by(calls::complete),
        request(Endpoint.post("/orders/{orderNo}/refunds", "requestRefund", "Give the money back"))
            .taking(OrderSchemas.REFUND)
            .by(calls::refund),
        Endpoint.post("/refunds/{refundId}/result", "refundResult", "A refund's result")
            .at("refundId", "The refund's id.", OrderSchemas.REFUND_ID_EXAMPLE)
            .taking(OrderSchemas.REFUND_RESULT)
            .answering(OrderSchemas.ORDER_AFTER_MESSAGE, 200)
            .refusing(NOT_FOUND, IN_PROGRESS, REUSED)
            .onceAs(call -> call.at("refundId") + "|" + call.body().canonical())
            .by(calls::refundResult));
  }

  private static Endpoint.Builder order(Endpoint.Builder endpoint) {
    return endpoint.at("orderNo", "The order's number.", OrderSchemas.ORDER_NO_EXAMPLE);
  }

  /** What a caller asks of an order, and the order may refuse. */
  private static Endpoint.Builder request(Endpoint.Builder endpoint) {
    return order(endpoint)
        .answering(OrderSchemas.ORDER, 200)
        .refusing(NOT_FOUND, IN_PROGRESS, REUSED, NOT_ALLOWED_IN_STATE)
        .onceAs(OrderEndpoints::keyScope);
  }

  private static @Nullable String keyScope(Call call) {
    return call.key() == null
        ? null
        : call.at("orderNo") + "|" + call.key() + "|" + call.fingerprint();
  }

  private static String paymentScope(Call call) {
    var result = call.body().get(OrderSchemas.RESULT).name();
    return call.at("orderNo") + "|" + call.body().get(OrderSchemas.PAYMENT_ID) + "|" + result;
  }
}
