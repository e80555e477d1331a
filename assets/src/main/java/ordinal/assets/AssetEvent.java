package ordinal.assets;

import java.time.Instant;
import ordinal.kernel.EventMeta;
import ordinal.kernel.JsonMessage;
import org.jspecify.annotations.Nullable;

/** What accounts and coupons store, and the outside hears of on {@code asset-events}. */
public sealed interface AssetEvent extends JsonMessage {

  int SCHEMA_VERSION = 1;

  EventMeta meta();

  /** The operation's idempotency key. */
  String key();

  /** The order that it is about, if it is about one. */
  @Nullable String orderNo();

  /**
   * A movement of one account.
   *
   * <p>Each says how the books stand afterwards, so that whoever listens need not add up.
   */
  sealed interface AccountEvent extends AssetEvent {
    AccountKind kind();

    Balance after();

    /** {@code WalletFrozen}: the account's kind and the record's own name. */
    @Override
    default String eventType() {
      return kind().word() + getClass().getSimpleName();
    }
  }

  /**
   * From funded to available.
   *
   * @param debtPaid how much of it paid what was owed
   */
  record Credited(
      EventMeta meta,
      AccountKind kind,
      String key,
      @Nullable String orderNo,
      long amount,
      long debtPaid,
      Balance after)
      implements AccountEvent {}

  /** From available to frozen. */
  record Frozen(EventMeta meta, AccountKind kind, String key, Hold hold, long amount, Balance after)
      implements AccountEvent {
    @Override
    public String orderNo() {
      return hold.orderNo();
    }
  }

  /**
   * To spent.
   *
   * @param fromAvailable how much of it was not frozen any more
   */
  record Committed(
      EventMeta meta,
      AccountKind kind,
      String key,
      Hold hold,
      long amount,
      long fromAvailable,
      Balance after)
      implements AccountEvent {
    @Override
    public String orderNo() {
      return hold.orderNo();
    }
  }

  /** From frozen to available; 0 is a release that came before its freeze. */
  record Released(
      EventMeta meta, AccountKind kind, String key, Hold hold, long amount, Balance after)
      implements AccountEvent {
    @Override
    public String orderNo() {
      return hold.orderNo();
    }
  }

  /** From spent to available. */
  record Reverted(
      EventMeta meta, AccountKind kind, String key, String orderNo, long amount, Balance after)
      implements AccountEvent {}

  /** From funded to available, by an order. */
  record Earned(
      EventMeta meta,
      AccountKind kind,
      String key,
      @Nullable String orderNo,
      long amount,
      long debtPaid,
      Balance after)
      implements AccountEvent {}

  /**
   * From available back to funded.
   *
   * @param missing how much of it was not there and is owed now
   */
  record TakenBack(
      EventMeta meta,
      AccountKind kind,
      String key,
      @Nullable String orderNo,
      long amount,
      long missing,
      Balance after)
      implements AccountEvent {}

  /** The account has frozen itself: somebody has to look. */
  record Suspended(
      EventMeta meta,
      AccountKind kind,
      String key,
      @Nullable String orderNo,
      String reason,
      Balance after)
      implements AccountEvent {}

  /** Of one coupon. */
  sealed interface CouponEvent extends AssetEvent {
    @Override
    default String eventType() {
      return getClass().getSimpleName();
    }
  }

  record CouponIssued(
      EventMeta meta, String key, String userId, long discountMinor, @Nullable Instant expiresAt)
      implements CouponEvent {
    @Override
    public @Nullable String orderNo() {
      return null;
    }
  }

  record CouponLocked(EventMeta meta, String key, Hold hold) implements CouponEvent {
    @Override
    public String orderNo() {
      return hold.orderNo();
    }
  }

  record CouponUsed(EventMeta meta, String key, Hold hold) implements CouponEvent {
    @Override
    public String orderNo() {
      return hold.orderNo();
    }
  }

  /**
   * Free again.
   *
   * @param beforeItsLock the lock that it is about is refused when it comes
   */
  record CouponReleased(EventMeta meta, String key, Hold hold, boolean beforeItsLock)
      implements CouponEvent {
    @Override
    public String orderNo() {
      return hold.orderNo();
    }
  }

  /** The name that the outside knows it by. */
  String eventType();
}
