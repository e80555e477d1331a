package ordinal.assets;

import static ordinal.assets.Samples.CLOCK;
import static ordinal.assets.Samples.LIMIT;
import static ordinal.assets.Samples.NOON;
import static ordinal.assets.Samples.TRACE;
import static ordinal.assets.Samples.config;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.ConfigFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.testkit.typed.javadsl.ActorTestKit;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Join;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** On a cluster of one node, with the limits that the program has and few entities in memory. */
class ShardedAssetsTest {

  static final ActorTestKit actors =
      ActorTestKit.create(
          "ordinal",
          ConfigFactory.parseString(
                  """
                  pekko.actor.provider = cluster
                  pekko.remote.artery.canonical { hostname = "127.0.0.1", port = 0 }
                  pekko.cluster.sharding.number-of-shards = 4
                  pekko.cluster.sharding.passivation {
                    strategy = default-strategy
                    default-strategy.active-entity-limit = 10
                  }
                  """)
              .withFallback(config()));

  static Assets assets;

  @BeforeAll
  static void join() {
    var cluster = Cluster.get(actors.system());
    cluster.manager().tell(Join.create(cluster.selfMember().address()));
    await()
        .atMost(LIMIT.multipliedBy(2))
        .until(() -> cluster.selfMember().status() == MemberStatus.up());
    assets = ShardedAssets.start(actors.system(), CLOCK);
  }

  @AfterAll
  static void stopActors() {
    actors.shutdownTestKit();
  }

  @Test
  void anAccountThatNobodyEverUsedHasNothing() throws Exception {
    var nobody = AccountId.wallet("default", "nobody");

    assertEquals(
        new AccountReply.Standing(Balance.ZERO, false, false), get(assets.account(nobody)));
  }

  @Test
  void aWalletPaysAnOrderAndGetsItBack() throws Exception {
    var wallet = AccountId.wallet("default", "pays");
    var hold = new Hold("ORD-1", 1);

    get(assets.credit(wallet, 1000, cause("credit:1", null)));
    get(assets.freeze(wallet, hold, 300, TRACE));
    get(assets.commit(wallet, hold, 300, TRACE));
    get(assets.revert(wallet, "ORD-1", 300, cause("wallet:REF-1:revert", "ORD-1")));
    var again = get(assets.release(wallet, new Hold("ORD-1", 2), TRACE));

    var balance = new Balance(1000, 0, 0, 0, -1000);
    assertEquals(new AccountReply.Standing(balance, false, false), again);
  }

  @Test
  void pointsAreEarnedAndTakenBack() throws Exception {
    var points = AccountId.points("default", "earns");

    get(assets.earn(points, 30, cause("points:ORD-1:earn", "ORD-1")));
    var repeated = get(assets.earn(points, 30, cause("points:ORD-1:earn", "ORD-1")));
    var owing = get(assets.takeBack(points, 40, cause("points:REF-1:take-back", "ORD-1")));

    assertTrue(((AccountReply.Standing) repeated).repeated());
    assertEquals(new Balance(0, 0, 0, -10, 10), ((AccountReply.Standing) owing).balance());
  }

  @Test
  void oneTenantsUserIsNotAnothers() throws Exception {
    get(assets.credit(AccountId.wallet("a", "same"), 1000, cause("credit:1", null)));
    get(assets.issue(new CouponId("a", "same"), "same", 500, null, TRACE));

    var other = (AccountReply.Standing) get(assets.account(AccountId.wallet("b", "same")));
    assertEquals(Balance.ZERO, other.balance());
    assertEquals(
        CouponReply.Refusal.UNKNOWN,
        ((CouponReply.Refused) get(assets.coupon(new CouponId("b", "same")))).refusal());
  }

  @Test
  void aCouponIsIssuedLockedUnlockedAndUsed() throws Exception {
    var coupon = new CouponId("default", "life");
    var hold = new Hold("ORD-1", 1);
    var expiresAt = NOON.plusSeconds(60);
    get(assets.issue(coupon, "1001", 500, expiresAt, TRACE));

    get(assets.lock(coupon, "1001", hold, TRACE));
    get(assets.unlock(coupon, hold, TRACE));
    get(assets.lock(coupon, "1001", new Hold("ORD-1", 2), TRACE));
    get(assets.use(coupon, new Hold("ORD-1", 2), TRACE));

    assertEquals(
        new CouponReply.Standing(CouponStatus.USED, "1001", 500, expiresAt, "ORD-1", false),
        get(assets.coupon(coupon)));
  }

  /** More than may be in memory: each is put away and comes back as it was. */
  @Test
  void manyAccountsAtOnceAreAllThereAfterTheyWerePutAway() throws Exception {
    var credits = new ArrayList<CompletableFuture<AccountReply>>();
    for (int twice = 0; twice < 2; twice++) {
      for (int i = 0; i < 100; i++) {
        var cause = cause("credit:1", null);
        credits.add(
            assets.credit(AccountId.wallet("many", "u-" + i), i + 1, cause).toCompletableFuture());
      }
    }

    long newOnes = 0;
    for (var credit : credits) {
      if (!((AccountReply.Standing) get(credit)).repeated()) newOnes++;
    }
    assertEquals(100, newOnes);
    for (int i : List.of(0, 50, 99)) {
      var shown = (AccountReply.Standing) get(assets.account(AccountId.wallet("many", "u-" + i)));
      assertEquals(i + 1, shown.balance().available());
    }
  }

  private static Cause cause(String key, String orderNo) {
    return new Cause(key, orderNo, TRACE);
  }

  private static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
  }
}
