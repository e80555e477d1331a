package ordinal.projections.assets;

import ordinal.assets.AccountKind;

/** What a row is about. Its name is stored. */
public enum AssetKind {
  WALLET,
  POINTS,
  COMMISSION,
  COUPON;

  static AssetKind of(AccountKind kind) {
    return switch (kind) {
      case WALLET -> WALLET;
      case POINTS -> POINTS;
      case COMMISSION -> COMMISSION;
    };
  }
}
