package ordinal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import ordinal.assets.AccountId;
import ordinal.assets.Cause;
import ordinal.assets.CouponStatus;
import ordinal.cash.notifications.Notification.Status;
import ordinal.kernel.TraceContext;
import org.apache.pekko.http.javadsl.ServerBinding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Lists of what users own and were told. */
class UserListTest {

  private static final List<String> LISTS =
      List.of("/wallet/entries", "/points/entries", "/coupons", "/commissions", "/notifications");

  private final Api api = Api.shared();
  private final UserViews views = api.userViews;
  private final String user = "listed-" + Api.fresh();
  private final String at = "/users/" + user;
  private ServerBinding hasty;

  @AfterEach
  void stop() {
    views.instead = null;
    if (hasty != null) Api.wait(hasty.unbind());
  }

  @Test
  void whoNeverHadAnythingHasEmptyLists() {
    for (var list : LISTS) {
      var data = api.get(at + list).is(200, "00000").data();

      assertThat(data.get("items")).as(list).isEmpty();
      assertThat(data.get("nextCursor").isNull()).as(list).isTrue();
    }
  }

  @Test
  void pagesFollowEachOtherWithoutGapOrRepeat() {
    for (int i = 1; i <= 45; i++) {
      views.coupon(i, "default", user, CouponStatus.AVAILABLE, null);
      views.entry(i, AccountId.wallet("default", user), "WalletCredited", i, (long) i);
      views.entry(i, AccountId.points("default", user), "PointsEarned", i, (long) i);
      views.entry(i, AccountId.commission("default", user), "CommissionEarned", i, (long) i);
      views.notification(i, "default", user, Status.SENT);
    }

    for (var list : LISTS) {
      var sizes = new ArrayList<Integer>();
      var seen = new ArrayList<String>();
      var next = "";
      do {
        var data = api.get(at + list + "?limit=20" + next).is(200, "00000").data();
        sizes.add(data.get("items").size());
        data.get("items").forEach(item -> seen.add(item.toString()));
        next =
            data.get("nextCursor").isNull() ? null : "&cursor=" + data.get("nextCursor").asText();
      } while (next != null);
      assertThat(sizes).as(list).containsExactly(20, 20, 5);
      assertThat(seen).as(list).hasSize(45).doesNotHaveDuplicates();
      assertThat(api.get(at + list).data().get("items")).as(list).hasSize(20);
      assertThat(api.get(at + list + "?limit=100").data().get("items")).as(list).hasSize(45);
    }
  }

  @Test
  void wrongLimitsAndCursorsAreNamed() {
    for (var list : LISTS) {
      api.get(at + list + "?limit=0&cursor=%20&x=1").faults("limit", "cursor", "x");
      api.get(at + list + "?limit=101").faults("limit");
      api.get(at + list + "?cursor=nonsense").faults("cursor");
      api.get(at + list + "?cursor=" + "x".repeat(65)).faults("cursor");
      api.get("/users/a%20b" + list + "?limit=-1").faults("userId", "limit");
    }
  }

  @Test
  void moneyHasTwoDecimalsAndPointsAreWhole() {
    views.entry(1, AccountId.wallet("default", user), "WalletSuspended", 0, null);
    views.entry(2, AccountId.wallet("default", user), "WalletFrozen", 1250, 3750L);
    views.entry(1, AccountId.points("default", user), "PointsEarned", 34, 134L);

    assertThat(api.get(at + "/wallet/entries").is(200, "00000").text())
        .contains(
            "{\"event\":\"WalletFrozen\",\"amount\":12.50,\"orderNo\":\"ORD-1\",\"key\":\"key-2\","
                + "\"available\":37.50,\"frozen\":0.00,\"traceId\":\"trace-1\","
                + "\"at\":\"2026-01-01T12:00:00Z\"}",
            "{\"event\":\"WalletSuspended\",\"amount\":0.00,\"key\":\"key-1\",\"traceId\"");
    assertThat(api.get(at + "/points/entries").text())
        .contains("\"amount\":34,", "\"available\":134,\"frozen\":0,");
  }

  @Test
  void aCouponThatNobodyUsedInTimeIsExpired() {
    views.coupon(1, "default", user, CouponStatus.AVAILABLE, Instant.EPOCH);
    views.coupon(2, "default", user, CouponStatus.USED, Instant.EPOCH);
    views.coupon(3, "default", user, CouponStatus.AVAILABLE, null);

    var coupons = api.get(at + "/coupons").is(200, "00000").data().get("items");

    assertThat(coupons.findValuesAsText("status")).containsExactly("AVAILABLE", "USED", "EXPIRED");
    assertThat(coupons.get(0).toString())
        .isEqualTo(
            "{\"couponId\":\"c-3\",\"userId\":\"%s\",\"discount\":5.00,\"status\":\"AVAILABLE\","
                    .formatted(user)
                + "\"issuedAt\":\"2026-01-01T12:00:00Z\"}");
    assertThat(coupons.get(1).get("orderNo").asText()).isEqualTo("ORD-1");
  }

  @Test
  void commissionsSayWhatThereIsAndWhatMadeItSo() {
    var account = AccountId.commission("default", user);
    var cause = new Cause("commission:ORD-1:technician", "ORD-1", TraceContext.fresh());
    Api.wait(api.users.assets().earn(account, 597, cause));
    views.entry(1, account, "CommissionEarned", 597, 597L);

    var data = api.get(at + "/commissions").is(200, "00000").data();

    assertThat(data.get("available").decimalValue()).isEqualByComparingTo("5.97");
    assertThat(data.get("userId").asText()).isEqualTo(user);
    assertThat(data.get("items").get(0).get("event").asText()).isEqualTo("CommissionEarned");
  }

  @Test
  void notificationsSayNothingOfWhyTheyAreNotDelivered() {
    views.notification(1, "default", user, Status.DEAD);
    views.notification(2, "default", user, Status.SENT);

    var told = api.get(at + "/notifications").is(200, "00000");

    assertThat(told.data().get("items").findValuesAsText("status")).containsExactly("SENT", "DEAD");
    assertThat(told.text()).contains("\"sentAt\"").doesNotContain("10.1.2.3", "attempts");
  }

  @Test
  void aViewThatFailsOrTakesTooLongMeansTryAgain() {
    hasty = api.start(api.orders, api.settings("ordinal.http.view-timeout = 50ms"));
    int port = hasty.localAddress().getPort();
    for (var list : LISTS) {
      views.instead = CompletableFuture.failedFuture(new SQLException("no connection"));
      Api.wait(api.send(port, "GET", at + list, null)).is(503, "B0100");
      views.instead = new CompletableFuture<>();
      Api.wait(api.send(port, "GET", at + list, null)).is(503, "B0100");
      views.instead = CompletableFuture.failedFuture(new IllegalStateException("a bug"));
      Api.wait(api.send(port, "GET", at + list, null)).is(500, "B0001");
    }
  }
}
