package ordinal.bridge;

import com.fasterxml.jackson.databind.JsonNode;
import ordinal.kernel.TraceContext;

/** A message that says something: every message of ours and of other services has these. */
record Message(
    String eventId, String eventType, String bizKey, TraceContext trace, JsonNode payload) {}
