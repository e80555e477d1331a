package ordinal.bridge;

/** What became of a message. */
public sealed interface Outcome {

  /** It had its effect. */
  record Done() implements Outcome {}

  /** It was handled before: nothing happened now. */
  record Repeated() implements Outcome {}

  /** It came late or out of order; whoever it was for has said why. */
  record Ignored(String reason) implements Outcome {}

  /** None of this consumer's business: it leaves no trace. */
  record Skipped() implements Outcome {}

  /** Not now; later perhaps. */
  record MayPass(String reason) implements Outcome {}

  /** Never. */
  record CannotPass(String reason) implements Outcome {}
}
