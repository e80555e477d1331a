package ordinal.http.user;

import java.util.function.LongFunction;
import ordinal.assets.AccountKind;
import ordinal.assets.AccountReply.Standing;
import ordinal.kernel.Money;

/**
 * An account as callers see it: {@link UserSchemas#WALLET} or {@link UserSchemas#POINTS}.
 *
 * @param available and the others: money with two decimals, or whole points
 */
record AccountView(
    String userId, Number available, Number frozen, Number spent, Number owed, boolean suspended) {

  static AccountView of(AccountKind kind, String userId, Standing standing) {
    var balance = standing.balance();
    var shown = shownAs(kind);
    return new AccountView(
        userId,
        shown.apply(balance.available()),
        shown.apply(balance.frozen()),
        shown.apply(balance.spent()),
        shown.apply(-balance.owed()),
        standing.suspended());
  }

  /** How amounts of such an account are written. */
  static LongFunction<Number> shownAs(AccountKind kind) {
    return switch (kind) {
      case WALLET, COMMISSION -> Money::toDecimal;
      case POINTS -> Long::valueOf;
    };
  }
}
