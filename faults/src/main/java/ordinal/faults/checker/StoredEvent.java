package ordinal.faults.checker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/**
 * One event as the journal has it.
 *
 * @param slice null where the database says so
 * @param json the event itself, as text; read anew for each look, to keep many of them in memory
 */
record StoredEvent(
    long ordering,
    String persistenceId,
    long sequenceNr,
    @Nullable Integer slice,
    boolean deleted,
    String manifest,
    String json) {

  /** Amounts are compared exactly. */
  static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private static final String ORDER = "Order|";

  String eventId() {
    return DerivedIds.ofEvent(persistenceId, sequenceNr);
  }

  boolean isOfOrder() {
    return persistenceId.startsWith(ORDER);
  }

  static String persistenceId(String orderNo) {
    return ORDER + orderNo;
  }

  /** The id behind the entity's type. */
  String bizKey() {
    return persistenceId.substring(persistenceId.indexOf('|') + 1);
  }

  /** {@code ordinal.order.OrderEvent$OrderCreated}, perhaps with {@code #version} behind it. */
  String type() {
    int version = manifest.indexOf('#');
    var name = version < 0 ? manifest : manifest.substring(0, version);
    return name.substring(Math.max(name.lastIndexOf('$'), name.lastIndexOf('.')) + 1);
  }

  /** An object with nothing in it when the text is none; the journal's own check names that. */
  JsonNode event() {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      return JSON.createObjectNode();
    }
  }

  @Nullable Instant at(JsonNode event) {
    try {
      return Instant.parse(event.path("meta").path("at").asText());
    } catch (DateTimeParseException e) {
      return null;
    }
  }

  /** For people: which order, and which of its events. */
  String name() {
    return bizKey() + " #" + sequenceNr;
  }
}
