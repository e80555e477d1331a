package ordinal.bridge;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import ordinal.inventory.Inventory;
import ordinal.inventory.Line;
import ordinal.inventory.ReservationReply;
import ordinal.inventory.ReservationReply.Refused;
import ordinal.inventory.ReservationReply.Standing;
import ordinal.inventory.ReservationReply.Unavailable;
import ordinal.kernel.Ids;

/**
 * Tells the built-in stock service of orders, as an outside one would hear of them: the messages of
 * {@code order-events}. What else happens to orders is none of its business.
 *
 * <pre>
 * OrderCreated   reserve its lines, or adopt those that a flash sale has reserved already
 * OrderCanceled  release
 * OrderPaid      deduct
 * </pre>
 */
final class OrderEvents implements MessageTarget {

  static final String TOPIC = "order-events";
  static final String GROUP = "ordinal-inventory";

  private static final String CREATED = "OrderCreated";
  private static final String CANCELED = "OrderCanceled";
  private static final String PAID = "OrderPaid";

  private final Inventory inventory;

  OrderEvents(Inventory inventory) {
    this.inventory = inventory;
  }

  @Override
  public boolean isFor(String eventType) {
    return Set.of(CREATED, CANCELED, PAID).contains(eventType);
  }

  @Override
  public CompletionStage<Outcome> handle(Message message) throws Unusable {
    var orderNo = message.bizKey();
    var answer =
        switch (message.eventType()) {
          case CREATED -> created(message);
          case CANCELED -> inventory.release(orderNo, message.trace());
          case PAID -> inventory.deduct(orderNo, message.trace());
          default -> throw new Unusable("unknown eventType");
        };
    return answer.thenApply(OrderEvents::outcome);
  }

  private CompletionStage<ReservationReply> created(Message message) throws Unusable {
    var lines = lines(message.payload());
    return message.payload().path("stockHeld").asBoolean(false)
        ? inventory.adopt(message.bizKey(), lines, message.trace())
        : inventory.reserve(message.bizKey(), lines, message.trace());
  }

  /** One line for each sku, however many of the order's items ask for it. */
  private static List<Line> lines(JsonNode payload) throws Unusable {
    if (payload.has("payloadRef")) {
      throw new Unusable("payload is a reference: an order with this many bytes is not reserved");
    }
    var items = payload.path("items");
    if (!items.isArray() || items.isEmpty()) throw new Unusable("payload.items must be a list");
    var quantities = new LinkedHashMap<String, Long>();
    for (var item : items) {
      var skuId = MessageReader.text(item, "skuId", Integer.MAX_VALUE);
      if (!Ids.isId(skuId)) throw new Unusable("payload.items.skuId is no id");
      var quantity = item.path("quantity");
      if (!quantity.canConvertToLong() || !quantity.isIntegralNumber() || quantity.asLong() < 1) {
        throw new Unusable("payload.items.quantity must be a whole number from 1");
      }
      quantities.merge(skuId, quantity.asLong(), Long::sum);
    }
    var lines = new ArrayList<Line>();
    quantities.forEach((skuId, quantity) -> lines.add(new Line(skuId, quantity)));
    return lines;
  }

  private static Outcome outcome(ReservationReply reply) {
    if (reply instanceof Standing standing) {
      return standing.repeated() ? new Outcome.Repeated() : new Outcome.Done();
    }
    if (reply instanceof Refused refused) return new Outcome.Ignored(refused.reason());
    if (reply instanceof Unavailable unavailable) {
      return new Outcome.MayPass("the stock service cannot store it now: " + unavailable.reason());
    }
    throw new IllegalStateException("no outcome is known for " + reply.getClass().getName());
  }
}
