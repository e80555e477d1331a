package ordinal.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.Random;
import java.util.StringJoiner;
import ordinal.faults.Http.Answer;
import ordinal.faults.Http.Call;
import ordinal.faults.checker.Acknowledged;
import org.jspecify.annotations.Nullable;

/**
 * The lives of orders as one caller leads them: created, asked for again, paid, canceled, refunded,
 * wherever the order stands. What it asks for is decided by its random numbers and by the answers.
 */
final class Story {

  /** Sends a call until it is answered; null when it was given up. */
  @FunctionalInterface
  interface Asking {
    @Nullable Answer ask(Call call);
  }

  private static final int MOST_STEPS = 6;
  private static final int USERS = 500;

  private final String name;
  private final Random random;
  private int orders;
  private int requests;

  /** The creation that is under way or was last, for its answers to be held against it. */
  private String userId = "";

  private String contents = "";

  Story(long seed, int caller) {
    this.name = "f" + seed + "-" + caller;
    this.random = new Random(seed * 1_000 + caller);
  }

  String userId() {
    return userId;
  }

  String contents() {
    return contents;
  }

  /** One order's life. */
  void tell(Asking asking) {
    var create = create();
    var order = asking.ask(create);
    if (order == null || !order.isDone()) return;
    if (chance(10)) asking.ask(create);
    if (chance(2)) asking.ask(reuse(create));
    for (int step = 0; step < MOST_STEPS; step++) {
      var call = next(order.data());
      if (call == null) return;
      var answer = asking.ask(call);
      if (answer == null) return;
      if (chance(10)) asking.ask(call);
      if (!answer.isDone()) return;
      order = answer;
    }
  }

  private Call create() {
    orders++;
    var clientRequestId = name + "-" + orders;
    userId = "u" + random.nextInt(USERS);
    var body = Http.JSON.createObjectNode();
    body.put("clientRequestId", clientRequestId).put("userId", userId);
    if (chance(20)) body.put("storeId", "store-" + random.nextInt(5));
    var items = body.putArray("items");
    var said = new StringJoiner(",");
    for (int i = random.nextInt(3); i >= 0; i--) {
      var sku = "sku-" + random.nextInt(100);
      int quantity = 1 + random.nextInt(9);
      int priceMinor = 1 + random.nextInt(100_000);
      items
          .addObject()
          .put("skuId", sku)
          .put("quantity", quantity)
          .put("unitPrice", BigDecimal.valueOf(priceMinor, 2));
      said.add(sku + ":" + quantity + ":" + priceMinor);
    }
    contents = said.toString();
    return new Call(Acknowledged.CREATE, "/orders", body, null, clientRequestId, null, false);
  }

  /** The same clientRequestId with other contents, which must be refused. */
  private static Call reuse(Call create) {
    ObjectNode body = Http.JSON.createObjectNode();
    var first = create.body();
    if (first != null) body.setAll((ObjectNode) first);
    body.put("currency", "JPY");
    return new Call("reuse", create.path(), body, null, create.key(), null, true);
  }

  /** What the order goes through next, or null when this is all. */
  private @Nullable Call next(JsonNode order) {
    int choice = random.nextInt(100);
    return switch (order.path("status").asText()) {
      case "CREATED" ->
          choice < 45
              ? null
              : choice < 70
                  ? cancel(order)
                  : choice < 85
                      ? payment(order, "FAILED")
                      : choice < 90 ? checkout(order) : choice < 93 ? paid(order) : show(order);
      case "STOCK_RESERVED" -> choice < 80 ? checkout(order) : cancel(order);
      case "WAIT_PAY" ->
          choice < 60 ? paid(order) : choice < 80 ? payment(order, "FAILED") : cancel(order);
      case "CANCELED" -> choice < 50 ? null : choice < 80 ? paid(order) : cancel(order);
      case "REFUNDING" -> refundResult(order, choice < 60 ? "SUCCESS" : "FAILED");
      case "PAID" -> choice < 50 ? complete(order) : choice < 80 ? refund(order) : show(order);
      case "COMPLETED" -> choice < 30 ? refund(order) : null;
      default -> choice < 10 ? show(order) : null;
    };
  }

  private Call cancel(JsonNode order) {
    var body = Http.JSON.createObjectNode();
    if (chance(50)) body.put("reason", "changed my mind");
    return keyed("cancel", order, body);
  }

  private Call checkout(JsonNode order) {
    return keyed("checkout", order, Http.JSON.createObjectNode());
  }

  private Call complete(JsonNode order) {
    return keyed("complete", order, Http.JSON.createObjectNode().put("technicianId", "tech-1"));
  }

  private Call refund(JsonNode order) {
    return keyed("refunds", order, Http.JSON.createObjectNode().put("reason", "too small"));
  }

  private Call keyed(String what, JsonNode order, ObjectNode body) {
    var key = nextKey();
    var path = path(order) + "/" + what;
    return new Call(what, path, body, key, key, "key:" + key, false);
  }

  private Call paid(JsonNode order) {
    return payment(order, "SUCCESS");
  }

  private Call payment(JsonNode order, String result) {
    var id = nextKey();
    boolean success = result.equals("SUCCESS");
    var body = Http.JSON.createObjectNode().put("paymentId", id).put("result", result);
    var due = order.has("amountDue") ? order.path("amountDue") : order.path("totalAmount");
    if (success) body.set("amount", due);
    var stored = "payment:" + id + (success ? ":succeeded" : ":failed");
    return new Call("payment", path(order) + "/payments", body, null, id, stored, false);
  }

  private Call refundResult(JsonNode order, String result) {
    var id = order.path("refundId").asText();
    var body = Http.JSON.createObjectNode().put("result", result);
    var stored = "refund:" + id + (result.equals("SUCCESS") ? ":succeeded" : ":failed");
    return new Call("refundResult", "/refunds/" + id + "/result", body, null, id, stored, false);
  }

  private static Call show(JsonNode order) {
    return new Call("show", path(order), null, null, "-", null, false);
  }

  private static String path(JsonNode order) {
    return "/orders/" + order.path("orderNo").asText();
  }

  private String nextKey() {
    requests++;
    return name + "-r" + requests;
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }
}
