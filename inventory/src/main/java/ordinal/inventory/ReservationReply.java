package ordinal.inventory;

import ordinal.kernel.JsonMessage;
import org.jspecify.annotations.Nullable;

/** How an order's reservation stands after a call. */
public sealed interface ReservationReply extends JsonMessage {

  /** Where a reservation can be. All but RESERVED are final. */
  enum Status {
    RESERVED,
    FAILED,
    RELEASED,
    DEDUCTED
  }

  /**
   * It stands so, by this call or an earlier one.
   *
   * @param repeated nothing was stored by this call
   * @param reason why it FAILED
   */
  record Standing(Status status, boolean repeated, @Nullable String reason)
      implements ReservationReply {}

  /** What was asked for does not fit, and nothing was stored: a release of what is sold, say. */
  record Refused(@Nullable Status status, String reason) implements ReservationReply {}

  /** Nobody knows; try again. */
  record Unavailable(String reason) implements ReservationReply {}
}
