package ordinal.projections.message;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import ordinal.assets.AssetEvent;
import ordinal.assets.AssetEvent.AccountEvent;
import ordinal.assets.AssetEvent.CouponEvent;
import ordinal.assets.CouponId;
import ordinal.inventory.InventoryEvent;
import ordinal.inventory.InventoryEvent.ReservationEvent;
import ordinal.inventory.InventoryEvent.StockReserveFailed;
import ordinal.inventory.InventoryEvent.StockReserved;
import ordinal.kernel.EventMeta;
import ordinal.order.OrderEvent;
import org.jspecify.annotations.Nullable;

/**
 * What the outside is told of a stored event, whatever entity stored it.
 *
 * @param source CloudEvents' word for who tells it
 * @param idField what the entity is called in the payload
 * @param id and its value there
 * @param payload writes the rest of the payload
 */
record Told(
    String topic,
    String source,
    String idField,
    String id,
    int schemaVersion,
    String eventType,
    EventMeta meta,
    Payload payload) {

  /** Writes fields into an object that is begun. */
  @FunctionalInterface
  interface Payload {
    void write(JsonGenerator json) throws IOException;
  }

  /** Null for an event that there is no message for. */
  static @Nullable Told of(String entityId, Object stored) {
    if (stored instanceof OrderEvent event) {
      return new Told(
          EventMessage.ORDER_EVENTS,
          "/ordinal/orders",
          "orderNo",
          entityId,
          OrderEvent.SCHEMA_VERSION,
          event.eventType(),
          event.meta(),
          json -> OrderPayload.write(event, json));
    }
    if (stored instanceof InventoryEvent event) {
      return new Told(
          isForOrders(event) ? EventMessage.STOCK_EVENTS : EventMessage.INVENTORY_EVENTS,
          "/ordinal/inventory",
          event instanceof ReservationEvent ? "orderNo" : "skuId",
          entityId,
          InventoryEvent.SCHEMA_VERSION,
          event.eventType(),
          event.meta(),
          json -> InventoryPayload.write(event, json));
    }
    if (stored instanceof AccountEvent event) {
      return asset(event, "accountId", entityId, json -> AssetPayload.write(entityId, event, json));
    }
    if (stored instanceof CouponEvent event) {
      var couponId = CouponId.parse(entityId).couponId();
      return asset(event, "couponId", couponId, json -> AssetPayload.write(event, json));
    }
    return null;
  }

  private static Told asset(AssetEvent event, String idField, String id, Payload payload) {
    return new Told(
        EventMessage.ASSET_EVENTS,
        "/ordinal/assets",
        idField,
        id,
        AssetEvent.SCHEMA_VERSION,
        event.eventType(),
        event.meta(),
        payload);
  }

  /** Only an order's payload can grow large; all others have a few short fields. */
  boolean mayBeReferredTo() {
    return topic.equals(EventMessage.ORDER_EVENTS);
  }

  /** What an order waits for is told where any stock service tells it. */
  private static boolean isForOrders(InventoryEvent event) {
    return event instanceof StockReserved || event instanceof StockReserveFailed;
  }
}
