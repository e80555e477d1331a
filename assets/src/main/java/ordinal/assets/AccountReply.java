package ordinal.assets;

import ordinal.kernel.JsonMessage;

/** What an account answers. */
public sealed interface AccountReply extends JsonMessage {

  /**
   * Done, or only shown.
   *
   * @param repeated this was done before; nothing moved now
   */
  record Standing(Balance balance, boolean suspended, boolean repeated) implements AccountReply {}

  /** Nothing moved, and the same again would not either, unless something else happens first. */
  record Refused(Refusal refusal, String detail, Balance balance) implements AccountReply {}

  /** It is not known whether it was stored: try again with the same key. */
  record Unavailable(String detail) implements AccountReply {}

  /** Highest precedence first. */
  enum Refusal {
    /** The same key, or hold, said something else before. */
    REUSED,
    /** The hold was released, or its release came first. */
    RELEASED,
    /** The account has frozen itself, because its books would have gone wrong. */
    SUSPENDED,
    /** There is not as much available. */
    INSUFFICIENT,
    /** More than an account can hold. */
    TOO_MUCH
  }
}
