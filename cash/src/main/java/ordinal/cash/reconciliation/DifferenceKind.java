package ordinal.cash.reconciliation;

/**
 * What can be otherwise, and what is done about it. What follows from the journal is put right,
 * because the journal is the truth; what only the outside knows is told, because nobody here can
 * say which side is right.
 *
 * <pre>
 * kind                  | one side                     | the other side           | what is done
 * VIEW                  | the order's events           | its rows in the view     | written anew
 * NOT_ON_KAFKA          | an event of the journal      | committed records        | recorded or sent again
 * PAYMENT_MISSING       | a paid order                 | the provider's payments  | told
 * PAYMENT_UNKNOWN       | the provider's payments      | an order that took it    | told
 * PAYMENT_AMOUNT        | a paid order's amount        | the payment's amount     | told
 * ASSET_STEP_MISSING    | what the order demands       | movements of its assets  | done again
 * HOLD_LEFT             | an order that needs no lock  | what is frozen or locked | done again
 * ACCOUNT               | the account's last event     | its row                  | written anew
 * BOOKS                 | zero                         | the account's columns    | told
 * NOTIFICATION_MISSING  | the order's events           | its notifications        | inserted again
 * REFUND_MISSING        | a refund that was requested  | what is to be carried out| inserted again
 * REFUND_PENDING        | its provider's answer        | nothing for too long     | told
 * </pre>
 */
public enum DifferenceKind {
  VIEW(true),
  NOT_ON_KAFKA(true),
  PAYMENT_MISSING(false),
  PAYMENT_UNKNOWN(false),
  PAYMENT_AMOUNT(false),
  ASSET_STEP_MISSING(true),
  HOLD_LEFT(true),
  ACCOUNT(true),
  BOOKS(false),
  NOTIFICATION_MISSING(true),
  REFUND_MISSING(true),
  REFUND_PENDING(false);

  private final boolean isRepaired;

  DifferenceKind(boolean isRepaired) {
    this.isRepaired = isRepaired;
  }

  /** Whether a run puts it right by itself. */
  public boolean isRepaired() {
    return isRepaired;
  }
}
