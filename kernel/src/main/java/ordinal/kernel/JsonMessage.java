package ordinal.kernel;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * Marks what may cross the wire between nodes or reach the journal: commands, replies, events,
 * states. Bound to Pekko's JSON serializer in {@code conf/serialization.conf}.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public interface JsonMessage {}
