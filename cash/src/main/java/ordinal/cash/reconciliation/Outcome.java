package ordinal.cash.reconciliation;

import ordinal.cash.reconciliation.Reconciliations.Action;
import org.jspecify.annotations.Nullable;

/**
 * What became of something found.
 *
 * @param action null when it was no difference after all
 */
record Outcome(@Nullable Action action, @Nullable String detail) {

  /** It came right while it was looked at. */
  static final Outcome NONE = new Outcome(null, null);

  static Outcome repaired(String how) {
    return new Outcome(Action.REPAIRED, how);
  }

  static Outcome alerted() {
    return new Outcome(Action.ALERTED, null);
  }

  static Outcome failed(Throwable why) {
    return new Outcome(Action.FAILED, why.toString());
  }

  static Outcome failed(String why) {
    return new Outcome(Action.FAILED, why);
  }
}
