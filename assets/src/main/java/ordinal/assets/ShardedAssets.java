package ordinal.assets;

import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import ordinal.assets.account.Account;
import ordinal.assets.account.AccountCommand;
import ordinal.assets.coupon.Coupon;
import ordinal.assets.coupon.CouponCommand;
import ordinal.kernel.TraceContext;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.cluster.sharding.typed.javadsl.ClusterSharding;
import org.apache.pekko.cluster.sharding.typed.javadsl.Entity;
import org.jspecify.annotations.Nullable;

/** The accounts and coupons of the whole cluster: entities behind sharding. */
public final class ShardedAssets implements Assets {

  private final ClusterSharding sharding;
  private final AssetSettings settings;

  /** Starts the entities of this node. */
  public static ShardedAssets start(ActorSystem<?> system, Clock clock) {
    return new ShardedAssets(system, clock, AssetSettings.of(system.settings().config()));
  }

  private ShardedAssets(ActorSystem<?> system, Clock clock, AssetSettings settings) {
    this.settings = settings;
    this.sharding = ClusterSharding.get(system);
    sharding.init(
        Entity.of(Account.KEY, ctx -> Account.create(ctx.getEntityId(), clock, settings))
            .withStopMessage(AccountCommand.Passivate.INSTANCE));
    sharding.init(
        Entity.of(Coupon.KEY, ctx -> Coupon.create(ctx.getEntityId(), clock, settings))
            .withStopMessage(CouponCommand.Passivate.INSTANCE));
  }

  @Override
  public CompletionStage<AccountReply> account(AccountId account) {
    return ask(account, AccountCommand.Get::new);
  }

  @Override
  public CompletionStage<AccountReply> credit(AccountId account, long amount, Cause cause) {
    return ask(account, replyTo -> new AccountCommand.Credit(amount, cause, replyTo));
  }

  @Override
  public CompletionStage<AccountReply> freeze(
      AccountId account, Hold hold, long amount, TraceContext trace) {
    return ask(account, replyTo -> new AccountCommand.Freeze(hold, amount, trace, replyTo));
  }

  @Override
  public CompletionStage<AccountReply> commit(
      AccountId account, Hold hold, long amount, TraceContext trace) {
    return ask(account, replyTo -> new AccountCommand.Commit(hold, amount, trace, replyTo));
  }

  @Override
  public CompletionStage<AccountReply> release(AccountId account, Hold hold, TraceContext trace) {
    return ask(account, replyTo -> new AccountCommand.Release(hold, trace, replyTo));
  }

  @Override
  public CompletionStage<AccountReply> revert(
      AccountId account, String orderNo, long amount, Cause cause) {
    return ask(account, replyTo -> new AccountCommand.Revert(orderNo, amount, cause, replyTo));
  }

  @Override
  public CompletionStage<AccountReply> earn(AccountId account, long amount, Cause cause) {
    return ask(account, replyTo -> new AccountCommand.Earn(amount, cause, replyTo));
  }

  @Override
  public CompletionStage<AccountReply> takeBack(AccountId account, long amount, Cause cause) {
    return ask(account, replyTo -> new AccountCommand.TakeBack(amount, cause, replyTo));
  }

  private CompletionStage<AccountReply> ask(
      AccountId account, Function<ActorRef<AccountReply>, AccountCommand> command) {
    return sharding
        .entityRefFor(Account.KEY, account.entityId())
        .ask(command::apply, settings.askTimeout());
  }

  @Override
  public CompletionStage<CouponReply> coupon(CouponId coupon) {
    return ask(coupon, CouponCommand.Get::new);
  }

  @Override
  public CompletionStage<CouponReply> issue(
      CouponId coupon,
      String userId,
      long discountMinor,
      @Nullable Instant expiresAt,
      TraceContext trace) {
    return ask(
        coupon,
        replyTo -> new CouponCommand.Issue(userId, discountMinor, expiresAt, trace, replyTo));
  }

  @Override
  public CompletionStage<CouponReply> lock(
      CouponId coupon, String userId, Hold hold, TraceContext trace) {
    return ask(coupon, replyTo -> new CouponCommand.Lock(userId, hold, trace, replyTo));
  }

  @Override
  public CompletionStage<CouponReply> use(CouponId coupon, Hold hold, TraceContext trace) {
    return ask(coupon, replyTo -> new CouponCommand.Use(hold, trace, replyTo));
  }

  @Override
  public CompletionStage<CouponReply> unlock(CouponId coupon, Hold hold, TraceContext trace) {
    return ask(coupon, replyTo -> new CouponCommand.Unlock(hold, trace, replyTo));
  }

  private CompletionStage<CouponReply> ask(
      CouponId coupon, Function<ActorRef<CouponReply>, CouponCommand> command) {
    return sharding
        .entityRefFor(Coupon.KEY, coupon.entityId())
        .ask(command::apply, settings.askTimeout());
  }
}
