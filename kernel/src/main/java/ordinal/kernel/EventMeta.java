package ordinal.kernel;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What every stored event carries beside its own fields.
 *
 * @param request the request or message that caused the event, so that its repeat is recognised
 * @param tenantId whose event it is; null is {@link #DEFAULT_TENANT}, which most are, and which
 *     therefore takes no room in the journal
 */
public record EventMeta(
    Instant at, TraceContext trace, @Nullable IdempotencyKey request, @Nullable String tenantId)
    implements JsonMessage {

  /** There is one tenant until callers sign in; then it is whom they sign in for. */
  public static final String DEFAULT_TENANT = "default";

  public static EventMeta of(
      Instant at, TraceContext trace, @Nullable IdempotencyKey request, String tenant) {
    return new EventMeta(at, trace, request, tenant.equals(DEFAULT_TENANT) ? null : tenant);
  }

  /** For an event that is stored together with another one, which is the one that answers. */
  public EventMeta withoutRequest() {
    return new EventMeta(at, trace, null, tenantId);
  }

  @JsonIgnore
  public String tenant() {
    return tenantId == null ? DEFAULT_TENANT : tenantId;
  }
}
