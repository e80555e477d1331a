package ordinal.assets;

/** What an account counts. */
public enum AccountKind {
  /** Money of a user, in minor units. */
  WALLET("Wallet"),
  /** Points of a user, in pieces. */
  POINTS("Points"),
  /** What a technician or mentor has earned, in minor units. */
  COMMISSION("Commission");

  private final String word;

  AccountKind(String word) {
    this.word = word;
  }

  /** How the names of its events begin: {@code WalletFrozen}. */
  public String word() {
    return word;
  }
}
