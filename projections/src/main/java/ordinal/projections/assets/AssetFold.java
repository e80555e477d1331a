package ordinal.projections.assets;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import ordinal.assets.AccountId;
import ordinal.assets.AssetEvent;
import ordinal.assets.AssetEvent.AccountEvent;
import ordinal.assets.AssetEvent.Committed;
import ordinal.assets.AssetEvent.CouponEvent;
import ordinal.assets.AssetEvent.CouponIssued;
import ordinal.assets.AssetEvent.CouponLocked;
import ordinal.assets.AssetEvent.CouponReleased;
import ordinal.assets.AssetEvent.CouponUsed;
import ordinal.assets.AssetEvent.Credited;
import ordinal.assets.AssetEvent.Earned;
import ordinal.assets.AssetEvent.Frozen;
import ordinal.assets.AssetEvent.Released;
import ordinal.assets.AssetEvent.Reverted;
import ordinal.assets.AssetEvent.Suspended;
import ordinal.assets.AssetEvent.TakenBack;
import ordinal.assets.CouponId;
import ordinal.assets.CouponStatus;
import ordinal.assets.Hold;
import ordinal.projections.tail.JournalRow;
import ordinal.projections.tail.UnreadableEvent;
import org.jspecify.annotations.Nullable;

/**
 * What a page of events makes of the rows that are there.
 *
 * <pre>
 * the row knows n events, and event s comes
 * s &lt;= n    known already: a second delivery, skipped
 * s = n+1   applied
 * s &gt; n+1   an {@link AssetHole}
 * </pre>
 */
final class AssetFold {

  static final String ACCOUNTS = "Account|";
  static final String COUPONS = "Coupon|";

  private final Map<String, AccountRow> knownAccounts;
  private final Map<String, CouponRow> knownCoupons;
  private final Map<String, AccountRow> accounts = new LinkedHashMap<>();
  private final Map<String, CouponRow> coupons = new LinkedHashMap<>();
  private final List<AssetEntry> entries = new ArrayList<>();
  private final Map<HeldAsset.Of, HeldAsset> held = new LinkedHashMap<>();
  private final Set<HeldAsset.Of> ended = new LinkedHashSet<>();

  private AssetFold(Map<String, AccountRow> accounts, Map<String, CouponRow> coupons) {
    this.knownAccounts = accounts;
    this.knownCoupons = coupons;
  }

  /**
   * Folds events into rows.
   *
   * @param accounts the rows that the table has of these accounts
   * @param coupons and of these coupons
   */
  static AssetFold of(
      List<JournalRow> events, Map<String, AccountRow> accounts, Map<String, CouponRow> coupons) {
    var fold = new AssetFold(accounts, coupons);
    for (var row : events) {
      if (row.persistenceId().startsWith(ACCOUNTS)) {
        fold.account(row);
      } else if (row.persistenceId().startsWith(COUPONS)) {
        fold.coupon(row);
      }
    }
    return fold;
  }

  private static boolean isNext(JournalRow row, long known) {
    if (row.sequenceNr() <= known) return false;
    if (row.sequenceNr() > known + 1) throw new AssetHole(row, known);
    return true;
  }

  private static <E extends AssetEvent> E event(JournalRow row, Class<E> type) {
    try {
      return type.cast(row.event());
    } catch (UnreadableEvent | ClassCastException e) {
      throw new IllegalStateException(
          "%s: its event %d (ordering %d) %s"
              .formatted(row.persistenceId(), row.sequenceNr(), row.ordering(), e.getMessage()),
          e);
    }
  }

  // Accounts.

  private void account(JournalRow row) {
    var id = row.entityId();
    var before = accounts.containsKey(id) ? accounts.get(id) : knownAccounts.get(id);
    if (!isNext(row, before == null ? 0 : before.lastSeq())) return;
    var event = event(row, AccountEvent.class);
    var account = before == null ? AccountId.parse(id) : before.id();
    var suspendedBy = suspendedBy(before == null ? null : before.suspendedBy(), event);
    accounts.put(
        id,
        new AccountRow(account, event.after(), suspendedBy, row.sequenceNr(), event.meta().at()));
    var kind = AssetKind.of(account.kind());
    var hold = hold(event);
    if (event instanceof Frozen e) {
      hold(new HeldAsset(new HeldAsset.Of(id, e.hold()), kind, e.amount(), e.meta().at()));
    } else if (hold != null) {
      end(new HeldAsset.Of(id, hold));
    }
    entries.add(
        new AssetEntry(
            row.ordering(),
            id,
            row.sequenceNr(),
            event.eventType(),
            kind,
            account.tenantId(),
            account.ownerId(),
            event.key(),
            event.orderNo(),
            hold == null ? null : hold.checkoutNo(),
            amount(event),
            event.after().available(),
            event.after().frozen(),
            event.meta().trace().traceId(),
            event.meta().at()));
  }

  /** One branch per event. A new event fails here, loudly, until someone decides what it moves. */
  static long amount(AccountEvent event) {
    if (event instanceof Credited e) return e.amount();
    if (event instanceof Frozen e) return e.amount();
    if (event instanceof Committed e) return e.amount();
    if (event instanceof Released e) return e.amount();
    if (event instanceof Reverted e) return e.amount();
    if (event instanceof Earned e) return e.amount();
    if (event instanceof TakenBack e) return e.amount();
    if (event instanceof Suspended) return 0;
    throw new IllegalStateException("asset_entry has no rule for " + event.getClass().getName());
  }

  private static @Nullable Hold hold(AccountEvent event) {
    if (event instanceof Frozen e) return e.hold();
    if (event instanceof Committed e) return e.hold();
    if (event instanceof Released e) return e.hold();
    return null;
  }

  /** As the account itself sees it: the operation that it stopped at, once done, sets it free. */
  private static @Nullable String suspendedBy(@Nullable String before, AccountEvent event) {
    if (event instanceof Suspended) return event.key();
    boolean isSetAside = event instanceof Frozen || event instanceof Released;
    return !isSetAside && event.key().equals(before) ? null : before;
  }

  // Coupons.

  private void coupon(JournalRow row) {
    var id = row.entityId();
    var before = coupons.containsKey(id) ? coupons.get(id) : knownCoupons.get(id);
    if (!isNext(row, before == null ? 0 : before.lastSeq())) return;
    var event = event(row, CouponEvent.class);
    var after = after(row, before, event);
    coupons.put(id, after);
    var hold = hold(event);
    if (event instanceof CouponLocked e) {
      var of = new HeldAsset.Of(id, e.hold());
      hold(new HeldAsset(of, AssetKind.COUPON, after.discountMinor(), e.meta().at()));
    } else if (hold != null) {
      end(new HeldAsset.Of(id, hold));
    }
    entries.add(
        new AssetEntry(
            row.ordering(),
            id,
            row.sequenceNr(),
            event.eventType(),
            AssetKind.COUPON,
            after.tenantId(),
            after.userId(),
            event.key(),
            event.orderNo(),
            hold == null ? null : hold.checkoutNo(),
            after.discountMinor(),
            null,
            null,
            event.meta().trace().traceId(),
            event.meta().at()));
  }

  /** One branch per event. */
  private static CouponRow after(JournalRow row, @Nullable CouponRow before, CouponEvent event) {
    if (event instanceof CouponIssued e) return issued(row, e);
    if (before == null) {
      throw new IllegalStateException(row.persistenceId() + ": its first event is " + event);
    }
    if (event instanceof CouponLocked e) {
      return moved(before, row, CouponStatus.LOCKED, e.hold().orderNo());
    }
    if (event instanceof CouponUsed e) {
      return moved(before, row, CouponStatus.USED, e.hold().orderNo());
    }
    if (event instanceof CouponReleased e) {
      return e.beforeItsLock()
          ? moved(before, row, before.status(), before.orderNo())
          : moved(before, row, CouponStatus.AVAILABLE, null);
    }
    throw new IllegalStateException("coupon_view has no rule for " + event.getClass().getName());
  }

  private static CouponRow issued(JournalRow row, CouponIssued e) {
    var id = CouponId.parse(row.entityId());
    return new CouponRow(
        row.ordering(),
        id.tenantId(),
        id.couponId(),
        e.userId(),
        e.discountMinor(),
        e.expiresAt(),
        CouponStatus.AVAILABLE,
        null,
        e.meta().at(),
        row.sequenceNr());
  }

  private static CouponRow moved(
      CouponRow before, JournalRow row, CouponStatus status, @Nullable String orderNo) {
    return new CouponRow(
        before.position(),
        before.tenantId(),
        before.couponId(),
        before.userId(),
        before.discountMinor(),
        before.expiresAt(),
        status,
        orderNo,
        before.issuedAt(),
        row.sequenceNr());
  }

  private static @Nullable Hold hold(CouponEvent event) {
    if (event instanceof CouponLocked e) return e.hold();
    if (event instanceof CouponUsed e) return e.hold();
    if (event instanceof CouponReleased e) return e.hold();
    return null;
  }

  // Holds: what one page begins and ends leaves no row.

  private void hold(HeldAsset begun) {
    held.put(begun.of(), begun);
    ended.remove(begun.of());
  }

  private void end(HeldAsset.Of of) {
    held.remove(of);
    ended.add(of);
  }

  // What becomes of the tables.

  /** Accounts that the table does not have. */
  Collection<AccountRow> begunAccounts() {
    return accounts.entrySet().stream()
        .filter(one -> !knownAccounts.containsKey(one.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }

  /** Accounts that the table has and that moved on. */
  Collection<AccountRow> movedAccounts() {
    return accounts.entrySet().stream()
        .filter(one -> knownAccounts.containsKey(one.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }

  /** Coupons that the table does not have. */
  Collection<CouponRow> begunCoupons() {
    return coupons.entrySet().stream()
        .filter(one -> !knownCoupons.containsKey(one.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }

  /** Coupons that the table has and that moved on. */
  Collection<CouponRow> movedCoupons() {
    return coupons.entrySet().stream()
        .filter(one -> knownCoupons.containsKey(one.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }

  /** Every event that was applied, in order. */
  List<AssetEntry> entries() {
    return entries;
  }

  Collection<HeldAsset> held() {
    return held.values();
  }

  Collection<HeldAsset.Of> ended() {
    return ended;
  }
}
