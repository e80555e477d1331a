package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import ordinal.app.BankBooks.Coupon;
import ordinal.app.BankBooks.Row;
import ordinal.app.BankModel.Checkout;
import ordinal.app.BankModel.Life;
import org.junit.jupiter.api.Test;

/** The arithmetic of {@link BankTest} by itself: that it is right, and that it can say no. */
class BankModelTest {

  private static final String WALLET = "wallet/default/ann";

  private final BankModel model = new BankModel();
  private final Map<String, Row> accounts = new HashMap<>();
  private final Map<String, Coupon> coupons = new HashMap<>();

  /** Paid with all four and completed; canceled; and one whose money went back. */
  BankModelTest() {
    model.given(WALLET, 5000);
    model.given("points/default/ann", 800);
    model.isRich("points/default/ann");
    model.issued("c-1", 1000);
    model.issued("c-2", 1000);
    model.issued("c-3", 1000);
    order("o-1", new Checkout("c-1", 3000, 500), "COMPLETED").technician = "tom";
    order("o-2", new Checkout("c-2", 1, 1), "CANCELED");
    order("o-3", new Checkout("c-3", 2000, 0), "REFUNDED").told("PAID");
    accounts.put(WALLET, new Row(2000, 0, 3000, 0, -5000, null, 0));
    accounts.put("points/default/ann", new Row(355, 0, 500, 0, -855, null, 0));
    accounts.put("commission/default/tom", new Row(1500, 0, 0, 0, -1500, null, 0));
    coupons.put("c-1", new Coupon("USED", "o-1"));
    coupons.put("c-2", new Coupon("AVAILABLE", null));
    coupons.put("c-3", new Coupon("USED", "o-3"));
  }

  private Life order(String orderNo, Checkout checkout, String ended) {
    var life = new Life("ann", 10_000);
    life.orderNo = orderNo;
    life.checkout = checkout;
    life.ended(ended);
    model.lives.add(life);
    return life;
  }

  private List<String> differences(String... held) {
    return model.differences(new BankBooks(accounts, coupons, List.of(held)));
  }

  private void assertSeen(String... held) {
    assertThat(differences(held)).hasSize(1);
  }

  @Test
  void rightBooksHaveNoDifference() {
    assertThat(differences()).isEmpty();
  }

  @Test
  void aWrongBalanceIsSeenThoughItAddsUp() {
    accounts.put(WALLET, new Row(2001, 0, 3000, 0, -5001, null, 0));
    assertSeen();
    accounts.put(WALLET, new Row(2001, 0, 2999, 0, -5000, null, 0));
    assertSeen();
    accounts.remove(WALLET);
    assertSeen();
  }

  @Test
  void somethingThatIsStillHeldIsSeen() {
    assertSeen("wallet/default/ann for o-2");
    accounts.put(WALLET, new Row(1999, 1, 3000, 0, -5000, null, 1));
    assertSeen();
  }

  @Test
  void anAccountOfNobodyIsSeen() {
    accounts.put("wallet/default/eve", new Row(0, 0, 0, 0, 0, null, 0));
    assertThat(differences()).isEmpty();
    accounts.put("wallet/default/eve", new Row(1, 0, 0, 0, -1, null, 0));
    assertSeen();
  }

  @Test
  void booksThatCannotBeAreSeenAtAnyMoment() {
    assertThat(new Row(1, 2, 0, 0, -3, null, 2).fault()).isNull();
    assertThat(new Row(1, 2, 0, 0, -2, null, 2).fault()).startsWith("does not add up");
    assertThat(new Row(-1, 2, 0, 0, -1, null, 2).fault()).startsWith("below zero");
    assertThat(new Row(1, -2, 1, 0, 0, null, -2).fault()).startsWith("below zero");
    assertThat(new Row(0, 0, 0, 1, -1, null, 0).fault()).startsWith("owes less than nothing");
    assertThat(new Row(1, 2, 0, 0, -3, null, 1).fault()).startsWith("is not what is held");
    assertThat(new Row(1, 0, 0, 0, -1, "key", 0).fault()).startsWith("suspended");
  }

  @Test
  void aCouponThatIsUsedTwiceOrByNobodyIsSeen() {
    coupons.put("c-2", new Coupon("LOCKED", "o-2"));
    assertSeen();
    coupons.put("c-2", new Coupon("AVAILABLE", null));
    order("o-4", new Checkout("c-1", 0, 0), "PAID");
    assertThat(differences()).contains("c-1 was used by [o-1, o-4]");
  }
}
