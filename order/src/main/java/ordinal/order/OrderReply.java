package ordinal.order;

import ordinal.kernel.ErrorCode;
import ordinal.kernel.JsonMessage;
import org.jspecify.annotations.Nullable;

/** What an order answers. A refusal is an answer, not an exception. */
public sealed interface OrderReply extends JsonMessage {

  /** Stored, or only shown. The order is as it stands now. */
  record Accepted(OrderState.Existing order) implements OrderReply {}

  /**
   * This was answered before, when the order stood at {@code version}; nothing was stored now. The
   * order is as it stands now: whoever wants the first answer folds the events up to that version.
   */
  record Repeated(long version, OrderState.Existing order) implements OrderReply {}

  /** A message that came late or out of order: kept in the timeline, the state stays. */
  record Ignored(String reason, OrderState.Existing order) implements OrderReply {}

  /**
   * Nothing was stored.
   *
   * @param status where the order stands, or null when there is none
   * @param field the field of the request that is at fault, if it is one field
   */
  record Refused(
      Refusal refusal, String detail, @Nullable OrderStatus status, @Nullable String field)
      implements OrderReply {}

  /** It is not known whether the journal took it: try again with the same key. */
  record Unavailable(String detail) implements OrderReply {}

  /**
   * Nothing was stored: this entity was read when there was no order yet, and there may be one now.
   * {@link ShardedOrders} asks again, so nobody else meets it.
   */
  record Outdated() implements OrderReply {}

  /** Highest precedence first: when two apply, the caller sees the earlier one. */
  enum Refusal {
    UNKNOWN_ORDER(ErrorCode.NOT_FOUND),
    /** An order whose stock was held came when it is held no longer, or not for sure. */
    TOO_LATE(ErrorCode.TRY_AGAIN),
    REUSED(ErrorCode.REUSED),
    NOT_ALLOWED(ErrorCode.NOT_ALLOWED_IN_STATE),
    WRONG_VALUE(ErrorCode.INVALID_REQUEST);

    private final ErrorCode code;

    Refusal(ErrorCode code) {
      this.code = code;
    }

    public ErrorCode code() {
      return code;
    }
  }
}
