package ordinal.http.inventory;

import static ordinal.http.schema.Field.required;
import static ordinal.http.schema.Field.sometimes;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import ordinal.http.docs.EventEnvelope;
import ordinal.http.docs.Topic;
import ordinal.http.order.OrderMessages;
import ordinal.http.order.OrderNoSchema;
import ordinal.http.schema.AnswerText;
import ordinal.http.schema.Field;
import ordinal.http.schema.Fields;
import ordinal.http.schema.IdSchema;
import ordinal.http.schema.IntegerSchema;
import ordinal.http.schema.ListSchema;
import ordinal.http.schema.ObjectSchema;
import ordinal.http.schema.Schema;
import ordinal.inventory.InventoryEvent;
import ordinal.inventory.InventoryEvent.SkuDeducted;
import ordinal.inventory.InventoryEvent.SkuReleased;
import ordinal.inventory.InventoryEvent.SkuReserved;
import ordinal.inventory.InventoryEvent.SkuStockSet;
import ordinal.inventory.InventoryEvent.StockAdopted;
import ordinal.inventory.InventoryEvent.StockDeducted;
import ordinal.inventory.InventoryEvent.StockReleased;
import ordinal.inventory.InventoryEvent.StockReserveFailed;
import ordinal.inventory.InventoryEvent.StockReserved;
import ordinal.projections.message.EventMessage;

/**
 * What the stock service says on Kafka: the description of what {@link EventMessage} writes of its
 * events. EventDescriptionTest holds the two together.
 */
public final class InventoryMessages {

  private static final String SOURCE = "/ordinal/inventory";
  private static final String SKU_EXAMPLE = "tea-500g";
  private static final int MOST_LINES = 100;
  private static final Schema<String> ID = IdSchema.id();
  private static final Schema<Long> PIECES = new IntegerSchema(0, Long.MAX_VALUE);

  private static final Field<String> SKU_ID = required("skuId", ID, "The sku.", SKU_EXAMPLE);
  private static final Field<String> ORDER_NO =
      required("orderNo", new OrderNoSchema(), "The order.", OrderNoSchema.EXAMPLE);
  private static final Field<Long> QUANTITY = required("quantity", PIECES, "How many pieces.", 2);
  private static final Field<List<Fields>> LINES =
      required(
          "lines",
          new ListSchema<>(0, MOST_LINES, ObjectSchema.of("StockLine", SKU_ID, QUANTITY)),
          "Which pieces.",
          List.of(Map.of("skuId", SKU_EXAMPLE, "quantity", 2)));

  private static final EventEnvelope OF_SKUS_AND_ORDERS =
      new EventEnvelope(
          "InventoryEvent",
          SOURCE,
          ID,
          "The sku, or the order for what is of an order.",
          SKU_EXAMPLE);

  private static final EventEnvelope OF_ORDERS =
      new EventEnvelope(
          "StockEvent", SOURCE, new OrderNoSchema(), "The order's number.", OrderNoSchema.EXAMPLE);

  /** Everything about stock that no order waits for. */
  public static final Topic INVENTORY =
      OF_SKUS_AND_ORDERS.topic(
          EventMessage.INVENTORY_EVENTS,
          OrderMessages.PARTITIONS,
          "What happens to stock. The key is the sku, or the order for what is of an order's"
              + " reservation as a whole.",
          List.of(
              ofSku(
                  SkuStockSet.class,
                  "Somebody counted",
                  required("onHand", PIECES, "How many are on hand now.", 100)),
              ofSku(
                  SkuReserved.class,
                  "Pieces are reserved for an order",
                  ORDER_NO,
                  QUANTITY,
                  sometimes(
                      "heldUntil",
                      AnswerText.instant(),
                      "Of a flash sale: by then its order is there, or they go back.",
                      "2026-05-01T10:01:00Z")),
              ofSku(SkuReleased.class, "They went back on hand", ORDER_NO, QUANTITY),
              ofSku(SkuDeducted.class, "They are sold", ORDER_NO, QUANTITY),
              ofOrder(
                  OF_SKUS_AND_ORDERS,
                  StockAdopted.class,
                  "An order was created with its pieces reserved",
                  LINES),
              ofOrder(
                  OF_SKUS_AND_ORDERS,
                  StockReleased.class,
                  "All that an order had reserved went back",
                  LINES),
              ofOrder(
                  OF_SKUS_AND_ORDERS,
                  StockDeducted.class,
                  "All that it had reserved is sold",
                  LINES)));

  /** What orders wait for. Another stock service may write here in our place. */
  public static final Topic STOCK =
      OF_ORDERS.topic(
          EventMessage.STOCK_EVENTS,
          OrderMessages.PARTITIONS,
          "Whether an order's items are reserved. The key is the order's number. With"
              + " ORDINAL_INVENTORY=external yours writes here and Ordinal only reads: `eventId`,"
              + " `eventType`, `bizKey` and `payload` are enough.",
          List.of(
              ofOrder(OF_ORDERS, StockReserved.class, "All of its items are reserved", LINES),
              ofOrder(
                  OF_ORDERS,
                  StockReserveFailed.class,
                  "One was short, so none is reserved",
                  required(
                      "reason", AnswerText.plain(), "Why.", "sku tea-500g: 2 wanted, 1 on hand"))));

  private InventoryMessages() {}

  private static Topic.Message ofSku(
      Class<? extends InventoryEvent.SkuEvent> type, String summary, Field<?>... says) {
    return message(OF_SKUS_AND_ORDERS, type, summary, SKU_ID, says);
  }

  private static Topic.Message ofOrder(
      EventEnvelope envelope,
      Class<? extends InventoryEvent.ReservationEvent> type,
      String summary,
      Field<?>... says) {
    return message(envelope, type, summary, ORDER_NO, says);
  }

  private static Topic.Message message(
      EventEnvelope envelope, Class<?> type, String summary, Field<?> id, Field<?>... says) {
    var fields = new ArrayList<Field<?>>(List.of(says));
    fields.add(0, id);
    var payload =
        ObjectSchema.of(type.getSimpleName() + "Payload", fields.toArray(Field<?>[]::new));
    return envelope.message(
        type.getSimpleName(),
        summary,
        InventoryEvent.SCHEMA_VERSION,
        payload,
        payload.example(true));
  }
}
