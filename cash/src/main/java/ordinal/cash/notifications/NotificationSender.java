package ordinal.cash.notifications;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import ordinal.cash.notifications.Notification.Channel;
import ordinal.cash.notifications.Notifier.Delivered;
import ordinal.cash.notifications.Notifier.Delivery;
import ordinal.cash.notifications.Notifier.Failed;
import ordinal.cash.notifications.Notifier.Refused;
import ordinal.projections.sql.Sql;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Hands over what is due: at least once, and within an order and a channel in order.
 *
 * <p>A notification is claimed for a while before it is handed over, and what became of it is
 * written down after. Whoever dies in between leaves a claim that ends; then it is handed over
 * again, with the same id. Two that run at a time, which a cluster may have for a moment, never
 * have the same claim.
 *
 * <p>Channels do not wait for each other: a receiver that is slow holds up none but its own.
 */
final class NotificationSender {

  private static final Logger LOG = LoggerFactory.getLogger(NotificationSender.class);

  private final Sql sql;
  private final Map<Channel, Notifier> notifiers;
  private final NotificationSettings settings;
  private final NotificationMetrics metrics;
  private final Clock clock;
  private final Set<Channel> busy = ConcurrentHashMap.newKeySet();

  NotificationSender(
      Sql sql,
      Map<Channel, Notifier> notifiers,
      NotificationSettings settings,
      NotificationMetrics metrics,
      Clock clock) {
    this.sql = sql;
    this.notifiers = Map.copyOf(notifiers);
    this.settings = settings;
    this.metrics = metrics;
    this.clock = clock;
  }

  /**
   * Looks whether something is due, and begins with it where nothing is under way. Does not wait
   * for what it began. Fails when the database does not answer.
   */
  CompletionStage<Void> look() {
    return sql.ask(db -> NotificationTable.due(db, clock.instant()))
        .thenAccept(due -> due.forEach(this::begin));
  }

  private void begin(Channel channel) {
    if (!busy.add(channel)) return;
    var unused =
        handOver(channel)
            .whenComplete(
                (done, failure) -> {
                  busy.remove(channel);
                  if (failure != null) {
                    LOG.warn("[Notifications] {}: trying again later: {}", channel, failure + "");
                  }
                });
  }

  /** Some at a time, until there are no more. */
  private CompletionStage<Void> handOver(Channel channel) {
    return claim(channel)
        .thenCompose(claimed -> handOver(claimed).thenCompose(done -> next(channel, claimed)));
  }

  private CompletionStage<Void> next(Channel channel, List<Notification> last) {
    return last.size() < settings.atOnce()
        ? CompletableFuture.completedFuture(null)
        : handOver(channel);
  }

  private CompletionStage<List<Notification>> claim(Channel channel) {
    var now = clock.instant();
    var until = now.plus(settings.claim());
    return sql.inTransaction(
        db -> NotificationTable.claim(db, channel, now, until, settings.atOnce()));
  }

  private CompletableFuture<Void> handOver(List<Notification> claimed) {
    return CompletableFuture.allOf(
        claimed.stream().map(this::handOver).toArray(CompletableFuture<?>[]::new));
  }

  /** Never fails: what became of it is not known then, and its claim ends. */
  private CompletableFuture<Notification> handOver(Notification one) {
    return send(one)
        .thenCompose(delivery -> note(one, delivery))
        .exceptionally(
            failure -> {
              LOG.warn(
                  "[Notifications] {} {}: not noted what became of it: {}",
                  one.channel(),
                  one.id(),
                  failure.toString());
              return one;
            })
        .toCompletableFuture();
  }

  private CompletionStage<Delivery> send(Notification one) {
    CompletionStage<Delivery> sent;
    try {
      sent = Objects.requireNonNull(notifiers.get(one.channel())).send(one);
    } catch (RuntimeException e) {
      sent = CompletableFuture.failedFuture(e);
    }
    return sent.exceptionally(failure -> new Failed(failure.toString()));
  }

  private CompletionStage<Notification> note(Notification one, Delivery delivery) {
    if (delivery instanceof Delivered) return delivered(one);
    metrics.failed(one.channel());
    return delivery instanceof Refused refused
        ? givenUp(one, refused.reason())
        : failed(one, ((Failed) delivery).reason());
  }

  private CompletionStage<Notification> delivered(Notification one) {
    return sql.ask(
        db -> {
          NotificationTable.sent(db, one, clock.instant());
          metrics.sent(one.channel());
          return one;
        });
  }

  private CompletionStage<Notification> failed(Notification one, String reason) {
    var plan = settings.retry();
    if (plan.isOver(one.attempts())) return givenUp(one, reason);
    var wait = plan.after(one.attempts(), ThreadLocalRandom.current());
    return sql.ask(
        db -> {
          NotificationTable.failed(db, one, clock.instant().plus(wait), reason);
          LOG.debug("[Notifications] {} {}: {}", one.channel(), one.id(), reason);
          return one;
        });
  }

  private CompletionStage<Notification> givenUp(Notification one, String reason) {
    return sql.ask(
        db -> {
          if (NotificationTable.failed(db, one, null, reason)) sayDead(one, reason);
          return one;
        });
  }

  private static void sayDead(Notification one, String reason) {
    MDC.put("traceId", one.trace().traceId());
    MDC.put("eventId", one.eventId());
    try {
      LOG.error(
          "[Notifications] [ALERT] {} {} of order {} is DEAD after {} attempt(s): {}",
          one.channel(),
          one.id(),
          one.orderNo(),
          one.attempts(),
          reason);
    } finally {
      MDC.remove("traceId");
      MDC.remove("eventId");
    }
  }
}
