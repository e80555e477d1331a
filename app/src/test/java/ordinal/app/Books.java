package ordinal.app;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import ordinal.assets.AccountId;
import ordinal.assets.AccountReply;
import ordinal.assets.Balance;
import ordinal.assets.Cause;
import ordinal.assets.CouponId;
import ordinal.assets.CouponReply;
import ordinal.assets.account.Account;
import ordinal.assets.account.AccountCommand;
import ordinal.assets.coupon.Coupon;
import ordinal.assets.coupon.CouponCommand;
import ordinal.kernel.TraceContext;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;
import org.jspecify.annotations.Nullable;

/** The accounts and coupons of a node, asked as they are, past all views. */
final class Books {

  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final ClusterSharding sharding;

  Books(TestNode node) {
    this.sharding = ClusterSharding.get(node.node.system());
  }

  private AccountReply.Standing ask(
      AccountId id, Function<ActorRef<AccountReply>, AccountCommand> command) {
    var reply = sharding.entityRefFor(Account.KEY, id.entityId()).ask(command::apply, LIMIT);
    return (AccountReply.Standing) got(reply);
  }

  private CouponReply.Standing ask(
      CouponId id, Function<ActorRef<CouponReply>, CouponCommand> command) {
    var reply = sharding.entityRefFor(Coupon.KEY, id.entityId()).ask(command::apply, LIMIT);
    return (CouponReply.Standing) got(reply);
  }

  private static <R> R got(CompletionStage<R> reply) {
    try {
      return reply.toCompletableFuture().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Under a key of its own. */
  void credit(AccountId id, long amount) {
    var trace = TraceContext.fresh();
    var cause = new Cause("credit:" + trace.traceId(), null, trace);
    ask(id, to -> new AccountCommand.Credit(amount, cause, to));
  }

  Balance balance(AccountId id) {
    var balance = ask(id, AccountCommand.Get::new).balance();
    if (balance.sum() != 0) throw new AssertionError(id + " does not add up: " + balance);
    return balance;
  }

  void issue(String couponId, String userId, long discountMinor, @Nullable Instant expiresAt) {
    ask(
        new CouponId("default", couponId),
        to -> new CouponCommand.Issue(userId, discountMinor, expiresAt, TraceContext.fresh(), to));
  }

  CouponReply.Standing coupon(String couponId) {
    return ask(new CouponId("default", couponId), CouponCommand.Get::new);
  }
}
