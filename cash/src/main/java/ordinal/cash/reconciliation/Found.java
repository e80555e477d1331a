package ordinal.cash.reconciliation;

/**
 * What a check has found otherwise.
 *
 * @param entity whose events are one side, as the journal names it
 * @param subject what people call it: an order's number, an account, an event
 */
record Found(DifferenceKind kind, String entity, String subject, String expected, String found) {

  /** Found again: the same thing about the same subject, whatever its values are by now. */
  record Identity(DifferenceKind kind, String subject) {}

  Identity identity() {
    return new Identity(kind, subject);
  }
}
