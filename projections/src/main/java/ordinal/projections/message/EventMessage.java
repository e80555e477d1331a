package ordinal.projections.message;

import com.fasterxml.jackson.core.JsonFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
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
    return of(row, Integer.MAX_VALUE);
  }

  /**
   * The same, but with a reference in the payload's place when the payload is larger than this many
   * bytes: where to fetch it, its size, and a SHA-256 to check it by.
   */
  public static EventMessage of(JournalRow row, int referenceAbove) {
    if (!(row.event() instanceof OrderEvent event)) throw UnknownEvent.of(row);
    var eventId = row.eventId();
    var payload = payload(row, event);
    boolean inline = payload.length <= referenceAbove;
    var body = body(row, event, eventId, inline ? payload : PayloadReference.to(row, payload));
    return new EventMessage(eventId, row.entityId(), event, body);
  }

  /** What {@link PayloadReference} refers to: the payload as it would have been in the message. */
  public static byte[] payload(JournalRow row) {
    if (!(row.event() instanceof OrderEvent event)) throw UnknownEvent.of(row);
    return payload(row, event);
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

  private static byte[] body(JournalRow row, OrderEvent event, String eventId, byte[] payload) {
    var bytes = new ByteArrayOutputStream(payload.length + 320);
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
      json.writeRawValue(new String(payload, StandardCharsets.UTF_8));
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static byte[] payload(JournalRow row, OrderEvent event) {
    var bytes = new ByteArrayOutputStream(256);
    try (var json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("orderNo", row.entityId());
      OrderPayload.write(event, json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
