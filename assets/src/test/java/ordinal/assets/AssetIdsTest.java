package ordinal.assets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class AssetIdsTest {

  @Test
  void anAccountIsFoundByItsKindTenantAndOwner() {
    var id = AccountId.commission("acme", "tech-5");

    assertEquals("commission/acme/tech-5", id.entityId());
    for (var kind : AccountKind.values()) {
      var one = new AccountId(kind, "default", "a.b:c-d_e");
      assertEquals(one, AccountId.parse(one.entityId()));
    }
  }

  @Test
  void aCouponIsFoundByItsTenantAndId() {
    assertEquals("acme/coupon-88", new CouponId("acme", "coupon-88").entityId());
    assertEquals(new CouponId("acme", "coupon-88"), CouponId.parse("acme/coupon-88"));
  }

  @Test
  void whatCannotBeAnIdIsRefused() {
    for (var wrong : List.of("", "a/b", "a|b", " ", "x".repeat(65))) {
      assertThrows(IllegalArgumentException.class, () -> AccountId.wallet("default", wrong));
      assertThrows(IllegalArgumentException.class, () -> AccountId.points(wrong, "1001"));
      assertThrows(IllegalArgumentException.class, () -> new CouponId("default", wrong));
      assertThrows(IllegalArgumentException.class, () -> new CouponId(wrong, "coupon-88"));
    }
    for (var wrong : List.of("wallet/default", "wallet/default/1/2", "purse/default/1001", "")) {
      assertThrows(IllegalArgumentException.class, () -> AccountId.parse(wrong));
    }
    for (var wrong : List.of("default", "default/c/1", "/c")) {
      assertThrows(IllegalArgumentException.class, () -> CouponId.parse(wrong));
    }
  }

  /** The first checkout's keys are the ones that everybody knows; later ones add their number. */
  @Test
  void theKeysOfAnOrdersHoldsAreThoseThatPeopleLookFor() {
    assertEquals("wallet:ORD1:freeze", new Hold("ORD1", 1).key("wallet", "freeze"));
    assertEquals("points:ORD1:release", new Hold("ORD1", 1).key("points", "release"));
    assertEquals("order:ORD1:checkout:3", new Hold("ORD1", 3).key("order", "checkout"));
  }
}
