package ordinal.projections.message;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
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
import ordinal.inventory.Line;

/** What a stock event says, in a format of its own, as {@link OrderPayload} has one. */
final class InventoryPayload {

  private InventoryPayload() {}

  /** One branch per event. A new event fails here, loudly, until someone decides what it says. */
  static void write(InventoryEvent event, JsonGenerator json) throws IOException {
    if (event instanceof SkuStockSet e) {
      json.writeNumberField("onHand", e.onHand());
    } else if (event instanceof SkuReserved e) {
      pieces(json, e.orderNo(), e.quantity());
      if (e.heldUntil() != null) json.writeStringField("heldUntil", e.heldUntil().toString());
    } else if (event instanceof SkuReleased e) {
      pieces(json, e.orderNo(), e.quantity());
    } else if (event instanceof SkuDeducted e) {
      pieces(json, e.orderNo(), e.quantity());
    } else if (event instanceof StockReserved e) {
      lines(json, e.lines());
    } else if (event instanceof StockReserveFailed e) {
      json.writeStringField("reason", e.reason());
    } else if (event instanceof StockAdopted e) {
      lines(json, e.lines());
    } else if (event instanceof StockReleased e) {
      lines(json, e.lines());
    } else if (event instanceof StockDeducted e) {
      lines(json, e.lines());
    } else {
      throw new IllegalStateException("no message is known for " + event.getClass().getName());
    }
  }

  private static void pieces(JsonGenerator json, String orderNo, long quantity) throws IOException {
    json.writeStringField("orderNo", orderNo);
    json.writeNumberField("quantity", quantity);
  }

  private static void lines(JsonGenerator json, List<Line> lines) throws IOException {
    json.writeArrayFieldStart("lines");
    for (var line : lines) {
      json.writeStartObject();
      json.writeStringField("skuId", line.skuId());
      json.writeNumberField("quantity", line.quantity());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
