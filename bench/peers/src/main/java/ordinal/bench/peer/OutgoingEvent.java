package ordinal.bench.peer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.UUID;
import ordinal.bench.peer.NewOrder.Item;

/**
 * What is to go out, with its message ready: the envelope and the words that Ordinal uses, so that
 * records are of equal size.
 */
public record OutgoingEvent(
    String eventId, String orderNo, String type, String traceId, Instant at, String message) {

  private static final JsonFactory JSON = new ObjectMapper().getFactory();

  static OutgoingEvent created(String orderNo, NewOrder order, String traceId, Instant at) {
    var payload = new StringWriter(256);
    try (var json = JSON.createGenerator(payload)) {
      json.writeStartObject();
      json.writeStringField("orderNo", orderNo);
      json.writeStringField("userId", order.userId());
      json.writeStringField("clientRequestId", order.clientRequestId());
      json.writeArrayFieldStart("items");
      for (Item item : order.items()) {
        json.writeStartObject();
        json.writeStringField("skuId", item.skuId());
        json.writeNumberField("quantity", item.quantity());
        json.writeNumberField("unitPrice", item.unitPrice());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeStringField("currency", order.currency());
      json.writeNumberField("totalAmount", order.total());
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return of(orderNo, "OrderCreated", 1, traceId, at, payload.toString());
  }

  static OutgoingEvent canceled(String orderNo, long version, String traceId, Instant at) {
    var payload = "{\"orderNo\":\"" + orderNo + "\",\"by\":\"USER\"}";
    return of(orderNo, "OrderCanceled", version, traceId, at, payload);
  }

  private static OutgoingEvent of(
      String orderNo, String type, long version, String traceId, Instant at, String payload) {
    var eventId = UUID.randomUUID().toString().replace("-", "");
    var message = new StringWriter(payload.length() + 320);
    try (var json = JSON.createGenerator(message)) {
      json.writeStartObject();
      json.writeStringField("eventId", eventId);
      json.writeStringField("eventType", type);
      json.writeStringField("bizKey", orderNo);
      json.writeNumberField("schemaVersion", 1);
      json.writeNumberField("sequenceNr", version);
      json.writeStringField("occurredAt", at.toString());
      json.writeStringField("traceId", traceId);
      json.writeStringField("tenantId", ShownOrder.TENANT);
      json.writeFieldName("payload");
      json.writeRawValue(payload);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new OutgoingEvent(eventId, orderNo, type, traceId, at, message.toString());
  }
}
