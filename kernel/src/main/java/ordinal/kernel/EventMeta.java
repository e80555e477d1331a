package ordinal.kernel;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What every stored event carries beside its own fields.
 *
 * @param request the request or message that caused the event, so that its repeat is recognised
 */
public record EventMeta(Instant at, TraceContext trace, @Nullable IdempotencyKey request)
    implements JsonMessage {}
