package ordinal.app;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What everybody must have in the end, by plain arithmetic from what callers were answered and how
 * their orders ended. It knows the rules as a customer would, and no class of the program.
 *
 * <pre>
 * order ended as      | wallet  points                   coupon     commissions
 * PAID                | - used  - used + 1 per 1.00 paid  USED       none
 * COMPLETED           | - used  - used + 1 per 1.00 paid  USED       15 % and 2 % of the total
 * REFUNDED, was paid  | 0       0                        USED       0
 * any other           | 0       0                        AVAILABLE  none
 * </pre>
 *
 * Of points, what is there and what is owed is told apart only where there were always enough:
 * which of two orders moved them first is not for the callers to know. Their difference is exact
 * for all.
 */
final class BankModel {

  /** What a checkout asked for; amounts in minor units. */
  record Checkout(@Nullable String couponId, long wallet, long points) {}

  /** One order, as whoever placed it was told. Used by one thread at a time. */
  static final class Life {
    final String user;
    final long total;
    volatile String orderNo = "";
    volatile @Nullable Checkout checkout;
    volatile boolean wasPaid;
    volatile @Nullable String technician;
    volatile @Nullable String mentor;
    volatile String ended = "";

    Life(String user, long total) {
      this.user = user;
      this.total = total;
    }

    /** An answer that can be relied on. */
    void told(String status) {
      if (isPaid(status)) wasPaid = true;
    }

    void ended(String status) {
      told(status);
      ended = status;
    }
  }

  private static boolean isPaid(String status) {
    return status.equals("PAID") || status.equals("COMPLETED");
  }

  private final Map<String, Long> given = new ConcurrentHashMap<>();
  private final Map<String, Long> discounts = new ConcurrentHashMap<>();
  private final Map<String, Boolean> rich = new ConcurrentHashMap<>();
  final List<Life> lives = new ArrayList<>();

  static String account(String kind, String owner) {
    return kind + "/default/" + owner;
  }

  void given(String account, long amount) {
    given.merge(account, amount, Long::sum);
  }

  /** It has more than all orders together could ever take back. */
  void isRich(String account) {
    rich.put(account, true);
  }

  void issued(String couponId, long discount) {
    discounts.put(couponId, discount);
  }

  /** What remains to be paid in money. */
  long due(long total, @Nullable Checkout checkout) {
    if (checkout == null) return total;
    long discount = checkout.couponId() == null ? 0 : discounts.get(checkout.couponId());
    return Math.max(0, total - discount) - checkout.wallet() - checkout.points();
  }

  /** How many orders ended how. */
  Map<String, Long> ends() {
    var ends = new TreeMap<String, Long>();
    lives.forEach(life -> ends.merge(life.ended, 1L, Long::sum));
    return ends;
  }

  // What must be there.

  private static final class Expected {
    private long in;
    private long spent;
  }

  private Map<String, Expected> expected() {
    var all = new TreeMap<String, Expected>();
    given.forEach((account, amount) -> of(all, account).in += amount);
    for (var life : lives) {
      if (!isPaid(life.ended)) continue;
      var checkout = life.checkout;
      if (checkout != null) {
        of(all, account("wallet", life.user)).spent += checkout.wallet();
        of(all, account("points", life.user)).spent += checkout.points();
      }
      of(all, account("points", life.user)).in += due(life.total, checkout) / 100;
      if (!life.ended.equals("COMPLETED")) continue;
      of(all, account("commission", Objects.requireNonNull(life.technician))).in +=
          (life.total * 15 + 50) / 100;
      if (life.mentor != null) {
        of(all, account("commission", life.mentor)).in += (life.total * 2 + 50) / 100;
      }
    }
    return all;
  }

  private static Expected of(Map<String, Expected> all, String account) {
    return all.computeIfAbsent(account, unused -> new Expected());
  }

  /** Everything in which these books are not as they must be, in words. */
  List<String> differences(BankBooks books) {
    var found = new ArrayList<String>();
    books.held().forEach(hold -> found.add("still held: " + hold));
    var expected = expected();
    var accounts = new TreeSet<>(expected.keySet());
    accounts.addAll(books.accounts().keySet());
    var nothing = new BankBooks.Row(0, 0, 0, 0, 0, null, 0);
    for (var account : accounts) {
      var row = books.accounts().getOrDefault(account, nothing);
      var fault = row.fault();
      if (fault != null) found.add(account + " " + fault);
      compare(account, of(expected, account), row, found);
    }
    compareCoupons(books, found);
    return found;
  }

  private void compare(String account, Expected expected, BankBooks.Row row, List<String> found) {
    long net = expected.in - expected.spent;
    boolean mayOwe = account.startsWith("points/") && !rich.containsKey(account);
    boolean isRight =
        row.frozen() == 0
            && row.spent() == expected.spent
            && row.funded() == -expected.in
            && row.available() + row.owed() == net
            && (mayOwe || row.owed() == Math.min(0, net));
    if (!isRight) {
      found.add(
          "%s must have %d, of %d given or earned and %d spent, but is %s"
              .formatted(account, net, expected.in, expected.spent, row));
    }
  }

  private void compareCoupons(BankBooks books, List<String> found) {
    var users = new HashMap<String, List<String>>();
    for (var life : lives) {
      var checkout = life.checkout;
      if (life.wasPaid && checkout != null && checkout.couponId() != null) {
        users.computeIfAbsent(checkout.couponId(), unused -> new ArrayList<>()).add(life.orderNo);
      }
    }
    for (var couponId : discounts.keySet()) {
      var by = users.getOrDefault(couponId, List.of());
      if (by.size() > 1) found.add(couponId + " was used by " + by);
      var must =
          by.isEmpty()
              ? new BankBooks.Coupon("AVAILABLE", null)
              : new BankBooks.Coupon("USED", by.get(0));
      var is = books.coupons().get(couponId);
      if (!must.equals(is)) found.add(couponId + " must be " + must + ", but is " + is);
    }
  }
}
