package ordinal.bridge;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import ordinal.kernel.Ids;
import ordinal.kernel.TraceContext;
import org.jspecify.annotations.Nullable;

/**
 * Reads what every message has: {@code eventId}, {@code eventType}, {@code bizKey}, and maybe
 * {@code traceId}, {@code occurredAt} and {@code payload}. Other fields may be there. What does not
 * fit is named, never repeated: a reason ends up in logs.
 */
final class MessageReader {

  private static final int DEEPEST = 50;
  private static final int LONGEST_TYPE = 100;

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .build();

  static {
    JSON.getFactory()
        .setStreamReadConstraints(
            StreamReadConstraints.builder().maxNestingDepth(DEEPEST).maxNumberLength(100).build());
  }

  private final int largest;

  /**
   * @param largest how many bytes a message may have
   */
  MessageReader(int largest) {
    this.largest = largest;
  }

  Message read(Received received) throws Unusable {
    var body = object(received.value());
    var eventId = id(body, "eventId");
    var eventType = text(body, "eventType", LONGEST_TYPE);
    var bizKey = id(body, "bizKey");
    time(body, "occurredAt");
    var payload = body.path("payload");
    if (payload.isMissingNode() || payload.isNull())
      payload = JsonNodeFactory.instance.objectNode();
    if (!payload.isObject()) throw new Unusable("payload must be an object");
    return new Message(
        eventId,
        eventType,
        bizKey,
        body.path("sequenceNr").asLong(0),
        trace(received, body),
        payload);
  }

  private JsonNode object(byte @Nullable [] bytes) throws Unusable {
    if (bytes == null || bytes.length == 0) throw new Unusable("the message is empty");
    if (bytes.length > largest) {
      throw new Unusable("too large: %d bytes, at most %d".formatted(bytes.length, largest));
    }
    JsonNode body;
    try {
      body = JSON.readTree(bytes);
    } catch (JsonProcessingException e) {
      var at = e.getLocation();
      throw new Unusable(
          at == null
              ? "malformed JSON"
              : "malformed JSON at line %d, column %d".formatted(at.getLineNr(), at.getColumnNr()));
    } catch (IOException e) {
      throw new Unusable("malformed JSON");
    }
    if (!body.isObject()) throw new Unusable("not a JSON object");
    return body;
  }

  /** The headers know more than the body's own trace id, which is the caller's word. */
  private static TraceContext trace(Received received, JsonNode body) throws Unusable {
    var inBody = body.path("traceId");
    if (!inBody.isMissingNode() && !inBody.isNull() && !inBody.isTextual()) {
      throw new Unusable("traceId must be text");
    }
    var inHeader = received.header("X-Trace-Id");
    var traceId = inHeader != null ? inHeader : inBody.isTextual() ? inBody.asText() : null;
    return TraceContext.continuing(traceId, received.header("traceparent"));
  }

  private static String id(JsonNode body, String field) throws Unusable {
    var text = text(body, field, Integer.MAX_VALUE);
    if (!Ids.isId(text)) throw new Unusable(field + " must be 1 to 64 of A-Z, a-z, 0-9, . _ : -");
    return text;
  }

  static String text(JsonNode object, String field, int longest) throws Unusable {
    var value = object.path(field);
    if (value.isMissingNode() || value.isNull()) throw new Unusable(field + " is missing");
    if (!value.isTextual()) throw new Unusable(field + " must be text");
    var text = value.asText();
    if (text.isEmpty() || text.length() > longest) {
      throw new Unusable(field + " must have 1 to " + longest + " characters");
    }
    return text;
  }

  static @Nullable String optionalText(JsonNode object, String field, int longest) throws Unusable {
    var value = object.path(field);
    if (value.isMissingNode() || value.isNull()) return null;
    if (!value.isTextual()) throw new Unusable(field + " must be text");
    var text = value.asText();
    return text.length() <= longest ? text : text.substring(0, longest);
  }

  private static void time(JsonNode body, String field) throws Unusable {
    var value = body.path(field);
    if (value.isMissingNode() || value.isNull()) return;
    try {
      if (value.isTextual()) {
        var unused = OffsetDateTime.parse(value.asText());
        return;
      }
    } catch (DateTimeException e) {
      // Said below.
    }
    throw new Unusable(field + " must be a time as in 2026-03-01T08:30:00Z");
  }
}
