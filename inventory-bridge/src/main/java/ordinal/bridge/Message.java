package ordinal.bridge;

import com.fasterxml.jackson.databind.JsonNode;
import ordinal.kernel.TraceContext;

/**
 * A message that says something: every message of ours and of other services has these.
 *
 * @param sequenceNr of which event of its entity it tells; 0 when it does not say, as others' do
 *     not
 */
public record Message(
    String eventId,
    String eventType,
    String bizKey,
    long sequenceNr,
    TraceContext trace,
    JsonNode payload) {}
