package ordinal.http.serving;

import java.util.Map;
import java.util.NoSuchElementException;
import ordinal.http.schema.Fields;
import ordinal.kernel.IdempotencyKey;
import ordinal.kernel.Ids;
import ordinal.kernel.TraceContext;
import org.jspecify.annotations.Nullable;

/**
 * A request that has been read and found right.
 *
 * @param tenantId whose shop it is about: everything else is not there for this call
 * @param headers those that the endpoint names
 * @param key the caller's idempotency key, or null when there was none
 */
public record Call(
    Endpoint endpoint,
    String tenantId,
    Map<String, String> path,
    Fields query,
    Fields headers,
    Fields body,
    @Nullable String key,
    TraceContext trace) {

  public String at(String parameter) {
    var value = path.get(parameter);
    if (value == null) throw new NoSuchElementException(parameter);
    return value;
  }

  /** The same for two requests that ask for the same thing, however they were written. */
  public String fingerprint() {
    return Ids.derive(endpoint.operationId(), body.canonical());
  }

  public @Nullable IdempotencyKey idempotencyKey() {
    return key == null ? null : new IdempotencyKey(key, fingerprint());
  }
}
