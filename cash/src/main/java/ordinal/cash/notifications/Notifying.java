package ordinal.cash.notifications;

import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import ordinal.cash.notifications.Notification.Channel;
import ordinal.cash.projection.PageRows;
import ordinal.order.OrderStep;
import ordinal.projections.JobProcess;
import ordinal.projections.sql.Sql;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.serialization.SerializationExtension;

/** Notifications as one node runs them: their rows, their job, and the view of them. */
public final class Notifying {

  private Notifying() {}

  /** Who is to be told what, for the projection. */
  public static PageRows rows(ActorSystem<?> system, NotificationSettings settings, Clock clock) {
    var serialization = SerializationExtension.get(system);
    return new NotificationRows(
        new NotificationPlan(settings.expireAfter()), new FirstEvents(serialization), clock);
  }

  /** Starts this node's share of the job. */
  public static Notifications start(
      ActorSystem<?> system,
      Sql sql,
      NotificationSettings settings,
      Clock clock,
      MeterRegistry registry) {
    var metrics = new NotificationMetrics(registry);
    var sender = new NotificationSender(sql, notifiers(settings, clock), settings, metrics, clock);
    JobProcess.start(system, "notifications", sender::look, settings.lookEvery());
    var unused =
        system
            .scheduler()
            .scheduleWithFixedDelay(
                Duration.ZERO,
                settings.measureEvery(),
                () -> sql.ask(metrics::count),
                system.executionContext());
    return new SqlNotifications(sql, clock);
  }

  static Map<Channel, Notifier> notifiers(NotificationSettings settings, Clock clock) {
    var notifiers = new EnumMap<Channel, Notifier>(Channel.class);
    for (var channel : Channel.values()) notifiers.put(channel, new LogNotifier());
    var secret = settings.secret();
    if (settings.webhooks().isEmpty() || secret == null) return notifiers;
    var client = WebhookNotifier.client(settings.connectTimeout());
    var signature = new WebhookSignature(secret);
    settings
        .webhooks()
        .forEach(
            (channel, url) ->
                notifiers.put(
                    channel,
                    new WebhookNotifier(client, url, signature, settings.timeout(), clock)));
    return notifiers;
  }

  // For the comparison of books.

  /** The notifications that an order's life must have led to, as they are when nobody sent them. */
  public static List<Notification> expected(
      List<OrderStep> history, NotificationSettings settings, Instant now) {
    return new NotificationPlan(settings.expireAfter()).of(history, now);
  }

  /** Brings back rows that got lost, in the caller's transaction; those that are there stay. */
  public static void restore(Connection db, Collection<Notification> lost) throws SQLException {
    NotificationTable.insert(db, lost);
  }
}
