package ordinal.projections.message;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import ordinal.kernel.TraceContext;
import ordinal.order.OrderEvent;
import ordinal.projections.tail.JournalRow;

/** An event as the outside sees it: the body of a Kafka record and of a server-sent event. */
public final class EventMessage {

  /** Orders' events are here. */
  public static final String ORDER_EVENTS = "order-events";

  private static final JsonFactory JSON = new JsonFactory();

  private final String eventId;
  private final String bizKey;
  private final OrderEvent event;
  private final byte[] body;

  private EventMessage(String eventId, String bizKey, OrderEvent event, byte[] body) {
    this.eventId = eventId;
    this.bizKey = bizKey;
    this.event = event;
    this.body = body;
  }

  /** Fails with an {@code UnreadableEvent} when the row does not hold an event that we know. */
  public static EventMessage of(JournalRow row) {
    var event = (OrderEvent) row.event();
    var eventId = row.eventId();
    return new EventMessage(eventId, row.entityId(), event, body(row, event, eventId));
  }

  public String topic() {
    return ORDER_EVENTS;
  }

  public String eventId() {
    return eventId;
  }

  public String eventType() {
    return event.eventType();
  }

  /** The aggregate's id, which is also the record's key: order is kept per key. */
  public String bizKey() {
    return bizKey;
  }

  public Instant occurredAt() {
    return event.meta().at();
  }

  public TraceContext trace() {
    return event.meta().trace();
  }

  /**
   * JSON: eventId, eventType, bizKey, schemaVersion, sequenceNr, occurredAt, traceId, tenantId,
   * payload. Not a copy.
   */
  public byte[] body() {
    return body;
  }

  private static byte[] body(JournalRow row, OrderEvent event, String eventId) {
    var bytes = new ByteArrayOutputStream(512);
    try (var json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("eventId", eventId);
      json.writeStringField("eventType", event.eventType());
      json.writeStringField("bizKey", row.entityId());
      json.writeNumberField("schemaVersion", OrderEvent.SCHEMA_VERSION);
      json.writeNumberField("sequenceNr", row.sequenceNr());
      json.writeStringField("occurredAt", event.meta().at().toString());
      json.writeStringField("traceId", event.meta().trace().traceId());
      json.writeStringField("tenantId", event.meta().tenant());
      json.writeFieldName("payload");
      writePayload(json, row, event);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void writePayload(JsonGenerator json, JournalRow row, OrderEvent event)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("orderNo", row.entityId());
    OrderPayload.write(event, json);
    json.writeEndObject();
  }
}
