package ordinal.assets;

import ordinal.kernel.JsonMessage;
import ordinal.kernel.TraceContext;
import org.jspecify.annotations.Nullable;

/**
 * Why an account moves.
 *
 * @param key the same key never moves it twice: {@code points:ORD…:earn}, {@code
 *     wallet:REF…:revert}, or a caller's own request id with {@code credit:} before it
 * @param orderNo the order that it is about, if it is about one
 */
public record Cause(String key, @Nullable String orderNo, TraceContext trace)
    implements JsonMessage {}
