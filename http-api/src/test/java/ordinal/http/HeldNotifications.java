package ordinal.http;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import ordinal.cash.notifications.Notification;
import ordinal.cash.notifications.Notification.Channel;
import ordinal.cash.notifications.Notification.Status;
import ordinal.cash.notifications.Notifications;
import ordinal.kernel.TraceContext;

/** Notifications in memory: one that is dead and one that is sent; remembers what it was asked. */
final class HeldNotifications implements Notifications {

  /** As everything else that is held: calls are tried by one id. */
  static final String ID = HeldOperation.LETTER;

  static final String CURSOR = "1772354400123-" + ID;

  final List<String> asked = new CopyOnWriteArrayList<>();

  @Override
  public CompletionStage<Page> ofUser(String tenantId, String userId, int limit, String cursor) {
    asked.add("ofUser " + tenantId + " " + userId + " " + limit + " " + cursor);
    return page(cursor);
  }

  @Override
  public CompletionStage<List<Notification>> ofOrder(String orderNo) {
    asked.add("ofOrder " + orderNo);
    return done(List.of(dead(), sent()));
  }

  @Override
  public CompletionStage<Page> list(Filter filter, int limit, String cursor) {
    asked.add("list " + filter + " " + limit + " " + cursor);
    return page(cursor);
  }

  private static CompletionStage<Page> page(String cursor) {
    if (cursor != null && !cursor.equals(CURSOR)) throw new IllegalArgumentException("cursor");
    return done(new Page(List.of(dead(), sent()), cursor == null ? CURSOR : null));
  }

  @Override
  public CompletionStage<Optional<Notification>> get(String id) {
    return done(id.equals(ID) ? Optional.of(dead()) : Optional.empty());
  }

  @Override
  public CompletionStage<Integer> replay(String id) {
    asked.add("replay " + id);
    return done(1);
  }

  @Override
  public CompletionStage<Integer> replayAll(Filter filter) {
    asked.add("replayAll " + filter);
    return done(4);
  }

  private static Notification dead() {
    return notification(ID, Channel.TECHNICIAN, "store-1", Status.DEAD);
  }

  private static Notification sent() {
    return notification("6X8K2M9QWERTVB7Z3CDFGH7JPA", Channel.SMS, null, Status.SENT);
  }

  private static Notification notification(
      String id, Channel channel, String storeId, Status status) {
    var at = Instant.parse("2026-03-01T08:30:00.123Z");
    boolean isSent = status == Status.SENT;
    return new Notification(
        id,
        "default",
        "10001",
        storeId == null ? "10001" : storeId,
        channel,
        "OrderPaid",
        "5X8K2M9QWERTVB7Z3CDFGH7JPA",
        "ORD1",
        storeId,
        4,
        "Order ORD1 is paid.",
        new TraceContext("trace-1", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"),
        status,
        2,
        null,
        isSent ? null : "the receiver answered 400",
        at,
        isSent ? at.plusSeconds(1) : null);
  }

  private static <T> CompletionStage<T> done(T value) {
    return CompletableFuture.completedFuture(value);
  }
}
