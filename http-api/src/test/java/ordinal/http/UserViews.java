package ordinal.http;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToLongFunction;
import ordinal.assets.AccountId;
import ordinal.assets.CouponStatus;
import ordinal.cash.notifications.Notification;
import ordinal.cash.notifications.Notifications;
import ordinal.kernel.Ids;
import ordinal.kernel.TraceContext;
import ordinal.projections.assets.AccountRow;
import ordinal.projections.assets.AssetEntry;
import ordinal.projections.assets.AssetKind;
import ordinal.projections.assets.AssetViews;
import ordinal.projections.assets.CouponRow;

/** Lists about users, in memory and filled by the test. */
final class UserViews implements AssetViews, Notifications {

  static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  final List<CouponRow> coupons = new CopyOnWriteArrayList<>();
  final List<AssetEntry> entries = new CopyOnWriteArrayList<>();
  final List<Notification> told = new CopyOnWriteArrayList<>();
  volatile CompletionStage<?> instead;

  void coupon(long position, String tenant, String user, CouponStatus status, Instant expiresAt) {
    coupons.add(
        new CouponRow(
            position,
            tenant,
            "c-" + position,
            user,
            500,
            expiresAt,
            status,
            status == CouponStatus.AVAILABLE ? null : "ORD-1",
            NOON,
            1));
  }

  void entry(long position, AccountId account, String event, long amount, Long available) {
    entries.add(
        new AssetEntry(
            position,
            account.entityId(),
            position,
            event,
            AssetKind.valueOf(account.kind().name()),
            account.tenantId(),
            account.ownerId(),
            "key-" + position,
            available == null ? null : "ORD-1",
            null,
            amount,
            available,
            available == null ? null : 0L,
            "trace-1",
            NOON));
  }

  void notification(int no, String tenant, String user, Notification.Status status) {
    told.add(
        new Notification(
            Ids.derive("told", Integer.toString(no)),
            tenant,
            user,
            "store",
            Notification.Channel.TECHNICIAN,
            "OrderPaid",
            Ids.derive("event", Integer.toString(no)),
            "ORD-1",
            null,
            4,
            "Order ORD-1 is paid.",
            TraceContext.fresh(),
            status,
            1,
            null,
            status == Notification.Status.SENT ? null : "connection refused by 10.1.2.3",
            NOON.plusSeconds(no),
            status == Notification.Status.SENT ? NOON.plusSeconds(no + 1) : null));
  }

  @Override
  public CompletionStage<Coupons> coupons(String tenant, String user, int limit, Long before) {
    if (instead != null) return failed();
    var theirs =
        coupons.stream().filter(c -> c.tenantId().equals(tenant) && c.userId().equals(user));
    var found = page(theirs.toList(), CouponRow::position, limit, before);
    return done(new Coupons(found.rows(), found.next()));
  }

  @Override
  public CompletionStage<Entries> entries(AccountId account, int limit, Long before) {
    if (instead != null) return failed();
    var theirs = entries.stream().filter(e -> e.entityId().equals(account.entityId()));
    var found = page(theirs.toList(), AssetEntry::position, limit, before);
    return done(new Entries(found.rows(), found.next()));
  }

  private record Found<T>(List<T> rows, Long next) {}

  /** They were added oldest first. */
  private static <T> Found<T> page(
      List<T> all, ToLongFunction<T> position, int limit, Long before) {
    var rows = new ArrayList<T>();
    for (int i = all.size() - 1; i >= 0; i--) {
      if (before != null && position.applyAsLong(all.get(i)) >= before) continue;
      if (rows.size() == limit) {
        return new Found<>(rows, position.applyAsLong(rows.get(limit - 1)));
      }
      rows.add(all.get(i));
    }
    return new Found<>(rows, null);
  }

  /** Its cursor is the number of the next one. */
  @Override
  public CompletionStage<Page> ofUser(String tenant, String user, int limit, String cursor) {
    if (instead != null) return failed();
    if (cursor != null && !cursor.matches("[0-9]{1,9}-x")) {
      return CompletableFuture.failedFuture(new IllegalArgumentException("no cursor of ours"));
    }
    var theirs =
        told.stream()
            .filter(n -> n.tenantId().equals(tenant) && n.userId().equals(user))
            .sorted((a, b) -> b.createdAt().compareTo(a.createdAt()))
            .toList();
    int from = cursor == null ? 0 : Integer.parseInt(cursor.split("-")[0]);
    int to = Math.min(theirs.size(), from + limit);
    return done(new Page(theirs.subList(from, to), to < theirs.size() ? to + "-x" : null));
  }

  @SuppressWarnings("unchecked")
  private <T> CompletionStage<T> failed() {
    return (CompletionStage<T>) instead;
  }

  private static <T> CompletionStage<T> done(T value) {
    return CompletableFuture.completedFuture(value);
  }

  // What the API does not ask.

  @Override
  public CompletionStage<List<AssetEntry>> ofOrder(String tenantId, String orderNo) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletionStage<Optional<AccountRow>> account(AccountId account) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletionStage<List<Notification>> ofOrder(String orderNo) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletionStage<Page> list(Filter filter, int limit, String cursor) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletionStage<Optional<Notification>> get(String id) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletionStage<Integer> replay(String id) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletionStage<Integer> replayAll(Filter filter) {
    throw new UnsupportedOperationException();
  }
}
