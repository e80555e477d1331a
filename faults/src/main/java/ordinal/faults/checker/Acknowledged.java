package ordinal.faults.checker;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * One answer that a caller got and may rely on: a line of the load's own record.
 *
 * @param request what was asked, such as {@code create} or {@code cancel}
 * @param key the request's own name: clientRequestId, idempotency key or payment id
 * @param storedKey under which the journal keeps this request with its event, or null when it does
 *     not (creating, showing)
 * @param httpStatus below 300, or of a refusal that should not have been
 * @param code the answer's own code
 * @param replayed whether the answer said that it repeats an earlier one
 * @param version how many events the order had
 * @param contents of a creation: {@code sku:quantity:unitPriceMinor} of each item, comma between
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Acknowledged(
    String request,
    String key,
    @Nullable String storedKey,
    int httpStatus,
    String code,
    boolean replayed,
    String orderNo,
    long version,
    @Nullable String status,
    @Nullable Long totalMinor,
    @Nullable String userId,
    @Nullable String contents) {

  /** The request that makes an order. */
  public static final String CREATE = "create";

  @JsonIgnore
  public boolean isDone() {
    return httpStatus < 300;
  }
}
