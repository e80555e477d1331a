package ordinal.faults.checker;

import java.util.ArrayList;
import java.util.List;

/**
 * An order of a world that a test makes: its events, and how it stands after the last of them.
 *
 * @param statusReason why it stands there, or null
 * @param refundFrom where a failed refund takes it back to, or null
 */
record PlantedOrder(
    String request, List<PlantedEvent> events, String statusReason, String refundFrom) {

  static final String CREATED_FIELDS =
      """
      "orderNo":"ORDERNO","tenantId":"default","userId":"u-REQUEST","clientRequestId":"REQUEST",\
      "items":[{"skuId":"socks","quantity":2,"unitPriceMinor":499},\
      {"skuId":"tape","quantity":1,"unitPriceMinor":2}],"currency":"CNY","totalMinor":1000""";

  static final String CREATED_PAYLOAD =
      """
      "userId":"u-REQUEST","clientRequestId":"REQUEST",\
      "items":[{"skuId":"socks","quantity":2,"unitPrice":4.99},\
      {"skuId":"tape","quantity":1,"unitPrice":0.02}],"currency":"CNY","totalAmount":10.00""";

  String orderNo() {
    return events.get(0).orderNo();
  }

  PlantedEvent event(int sequenceNr) {
    return events.get(sequenceNr - 1);
  }

  PlantedEvent last() {
    return events.get(events.size() - 1);
  }

  /** Why an event happened, as the flow shows it. */
  static String reasonOf(PlantedEvent event) {
    if (event.type().equals("OrderPaymentFailed")) return "payment pay-1 failed";
    var text = event.fields();
    int at = text.indexOf("\"reason\":\"");
    return at < 0 ? null : text.substring(at + 10, text.indexOf('"', at + 10));
  }

  /** Five orders that have between them every event that there is. */
  static List<PlantedOrder> all() {
    return List.of(canceled(), completed(), soldOut(), rejected(), refunded());
  }

  private static PlantedOrder canceled() {
    return new Builder("a")
        .add(
            "OrderMessageIgnored",
            "\"message\":\"PaymentFailed\",\"reason\":\"PaymentFailed does not fit CREATED\"",
            "\"message\":\"PaymentFailed\",\"reason\":\"PaymentFailed does not fit CREATED\"",
            "CREATED")
        .add(
            "OrderCanceled",
            "\"by\":\"USER\",\"reason\":\"changed my mind\"",
            "\"by\":\"USER\",\"reason\":\"changed my mind\"",
            "CANCELED")
        .add(
            "OrderRefundRequested",
            "\"refundId\":\"REF-1\",\"paymentId\":\"pay-1\",\"amountMinor\":1000,"
                + "\"reason\":\"paid when the order was CANCELED\",\"cause\":\"PAID_TOO_LATE\"",
            "\"refundId\":\"REF-1\",\"paymentId\":\"pay-1\",\"amount\":10.00,"
                + "\"reason\":\"paid when the order was CANCELED\",\"cause\":\"PAID_TOO_LATE\"",
            "REFUNDING")
        .add("OrderRefundFailed", "\"refundId\":\"REF-1\"", "\"refundId\":\"REF-1\"", "CANCELED")
        .with("changed my mind", null);
  }

  private static PlantedOrder completed() {
    return new Builder("b")
        .add("OrderStockReserved", "", "", "STOCK_RESERVED")
        .add(
            "OrderCheckoutLocked",
            "\"checkout\":{\"couponId\":\"c-7\",\"walletMinor\":300,\"points\":50},\"assetsLocked\":false",
            "\"couponId\":\"c-7\",\"walletAmount\":3.00,\"points\":50,\"assetsLocked\":false",
            "WAIT_PAY")
        .add("OrderAssetsLocked", "\"dueMinor\":700", "\"amountDue\":7.00", "WAIT_PAY")
        .add(
            "OrderPaymentFailed",
            "\"paymentId\":\"pay-1\"",
            "\"paymentId\":\"pay-1\"",
            "STOCK_RESERVED")
        .add(
            "OrderCheckoutLocked",
            "\"checkout\":{\"walletMinor\":0,\"points\":0},\"assetsLocked\":true,\"checkoutNo\":2",
            "\"walletAmount\":0.00,\"points\":0,\"assetsLocked\":true,\"checkoutNo\":2",
            "WAIT_PAY")
        .add(
            "OrderPaid",
            "\"paymentId\":\"pay-2\",\"amountMinor\":1000",
            "\"paymentId\":\"pay-2\",\"amount\":10.00",
            "PAID")
        .add(
            "OrderCompleted",
            "\"technicianId\":\"t-1\",\"mentorId\":\"t-2\"",
            "\"technicianId\":\"t-1\",\"mentorId\":\"t-2\"",
            "COMPLETED")
        .add(
            "OrderRefundRequested",
            "\"refundId\":\"REF-2\",\"paymentId\":\"pay-2\",\"amountMinor\":1000,\"cause\":\"REQUESTED\"",
            "\"refundId\":\"REF-2\",\"paymentId\":\"pay-2\",\"amount\":10.00,\"cause\":\"REQUESTED\"",
            "REFUNDING")
        .with(null, "COMPLETED");
  }

  private static PlantedOrder soldOut() {
    return new Builder("c")
        .add(
            "OrderStockFailed",
            "\"reason\":\"sold out\"",
            "\"reason\":\"sold out\"",
            "STOCK_FAILED")
        .with("sold out", null);
  }

  private static PlantedOrder rejected() {
    return new Builder("d")
        .add("OrderStockReserved", "", "", "STOCK_RESERVED")
        .add(
            "OrderCheckoutLocked",
            "\"checkout\":{\"walletMinor\":5,\"points\":0},\"assetsLocked\":false",
            "\"walletAmount\":0.05,\"points\":0,\"assetsLocked\":false",
            "WAIT_PAY")
        .add(
            "OrderAssetsRejected",
            "\"reason\":\"wallet is empty\"",
            "\"reason\":\"wallet is empty\"",
            "STOCK_RESERVED")
        .with("wallet is empty", null);
  }

  private static PlantedOrder refunded() {
    return new Builder("e")
        .add("OrderCanceled", "\"by\":\"TIMEOUT\"", "\"by\":\"TIMEOUT\"", "CANCELED")
        .add(
            "OrderRefundRequested",
            "\"refundId\":\"REF-5\",\"paymentId\":\"pay-5\",\"amountMinor\":1,\"cause\":\"PAID_TOO_LATE\"",
            "\"refundId\":\"REF-5\",\"paymentId\":\"pay-5\",\"amount\":0.01,\"cause\":\"PAID_TOO_LATE\"",
            "REFUNDING")
        .add("OrderRefunded", "\"refundId\":\"REF-5\"", "\"refundId\":\"REF-5\"", "REFUNDED")
        .with(null, null);
  }

  private static final class Builder {
    private final String request;
    private final List<PlantedEvent> events = new ArrayList<>();

    Builder(String request) {
      this.request = request;
      add("OrderCreated", CREATED_FIELDS, CREATED_PAYLOAD, "CREATED");
    }

    Builder add(String type, String fields, String payload, String to) {
      int next = events.size() + 1;
      events.add(new PlantedEvent(request, next, type, fields, payload, to));
      return this;
    }

    PlantedOrder with(String statusReason, String refundFrom) {
      return new PlantedOrder(request, List.copyOf(events), statusReason, refundFrom);
    }
  }
}
