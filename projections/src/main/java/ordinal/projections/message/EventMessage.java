package ordinal.projections.message;

import com.fasterxml.jackson.core.JsonFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import ordinal.kernel.TraceContext;
import ordinal.order.OrderEvent.OrderCreated;
import ordinal.projections.tail.JournalRow;
import org.jspecify.annotations.Nullable;

/** An event as the outside sees it: the body of a Kafka record and of a server-sent event. */
public final class EventMessage {

  /** Orders' events are here. */
  public static final String ORDER_EVENTS = "order-events";

  /** Events of skus and reservations, but for what orders wait for. */
  public static final String INVENTORY_EVENTS = "inventory-events";

  /** What orders wait for: from our own stock service, or from any other. */
  public static final String STOCK_EVENTS = "stock-events";

  /** Events of wallets, points, commissions and coupons. */
  public static final String ASSET_EVENTS = "asset-events";

  /** Where events of this journal can be. */
  public static final List<String> TOPICS =
      List.of(ORDER_EVENTS, INVENTORY_EVENTS, STOCK_EVENTS, ASSET_EVENTS);

  private static final String ORDERS = "Order|";
  private static final String ACCOUNTS = "Account|";
  private static final String COUPONS = "Coupon|";

  private static final JsonFactory JSON = new JsonFactory();

  private final String eventId;
  private final String bizKey;
  private final Told told;
  private final @Nullable String storeId;
  private final byte[] body;

  private EventMessage(
      String eventId, String bizKey, Told told, @Nullable String storeId, byte[] body) {
    this.eventId = eventId;
    this.bizKey = bizKey;
    this.told = told;
    this.storeId = storeId;
    this.body = body;
  }

  /** Fails with an {@code UnreadableEvent} when the row does not hold an event that we know. */
  public static EventMessage of(JournalRow row) {
    return of(row, Integer.MAX_VALUE);
  }

  /**
   * The same, but with a reference in the payload's place when an order's payload is larger than
   * this many bytes: where to fetch it, its size, and a SHA-256 to check it by.
   */
  public static EventMessage of(JournalRow row, int referenceAbove) {
    var told = told(row);
    var eventId = row.eventId();
    var payload = payload(told);
    boolean inline = payload.length <= referenceAbove || !told.mayBeReferredTo();
    var body = body(row, told, eventId, inline ? payload : PayloadReference.to(row, payload));
    var storeId = row.event() instanceof OrderCreated created ? created.storeId() : null;
    return new EventMessage(eventId, row.entityId(), told, storeId, body);
  }

  /** What {@link PayloadReference} refers to: the payload as it would have been in the message. */
  public static byte[] payload(JournalRow row) {
    return payload(told(row));
  }

  private static Told told(JournalRow row) {
    var told = Told.of(row.entityId(), row.event());
    if (told == null) throw UnknownEvent.of(row);
    return told;
  }

  /** Where events of this entity go, as far as its id tells: one of them may go elsewhere. */
  public static String topicOf(String persistenceId) {
    if (persistenceId.startsWith(ORDERS)) return ORDER_EVENTS;
    return isOfAssets(persistenceId) ? ASSET_EVENTS : INVENTORY_EVENTS;
  }

  /** Stock is told on Kafka only: whoever listens to people wants to hear of people's things. */
  public static boolean isForListeners(String persistenceId) {
    return persistenceId.startsWith(ORDERS) || isOfAssets(persistenceId);
  }

  private static boolean isOfAssets(String persistenceId) {
    return persistenceId.startsWith(ACCOUNTS) || persistenceId.startsWith(COUPONS);
  }

  public String topic() {
    return told.topic();
  }

  /** Who tells it, in CloudEvents' words. */
  public String source() {
    return told.source();
  }

  public String eventId() {
    return eventId;
  }

  public String eventType() {
    return told.eventType();
  }

  /** The aggregate's id, which is also the record's key: order is kept per key. */
  public String bizKey() {
    return bizKey;
  }

  public Instant occurredAt() {
    return told.meta().at();
  }

  public String tenantId() {
    return told.meta().tenant();
  }

  /** Where the event names a store itself, which only an order's first does. */
  public @Nullable String storeId() {
    return storeId;
  }

  public TraceContext trace() {
    return told.meta().trace();
  }

  /**
   * JSON: eventId, eventType, bizKey, schemaVersion, sequenceNr, occurredAt, traceId, tenantId,
   * payload. Not a copy.
   */
  public byte[] body() {
    return body;
  }

  private static byte[] body(JournalRow row, Told told, String eventId, byte[] payload) {
    var bytes = new ByteArrayOutputStream(payload.length + 320);
    try (var json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("eventId", eventId);
      json.writeStringField("eventType", told.eventType());
      json.writeStringField("bizKey", row.entityId());
      json.writeNumberField("schemaVersion", told.schemaVersion());
      json.writeNumberField("sequenceNr", row.sequenceNr());
      json.writeStringField("occurredAt", told.meta().at().toString());
      json.writeStringField("traceId", told.meta().trace().traceId());
      json.writeStringField("tenantId", told.meta().tenant());
      json.writeFieldName("payload");
      json.writeRawValue(new String(payload, StandardCharsets.UTF_8));
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static byte[] payload(Told told) {
    var bytes = new ByteArrayOutputStream(256);
    try (var json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField(told.idField(), told.id());
      told.payload().write(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
