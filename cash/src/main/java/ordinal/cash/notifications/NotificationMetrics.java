package ordinal.cash.notifications;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import ordinal.cash.notifications.Notification.Channel;
import ordinal.cash.notifications.Notification.Status;

/**
 * What this node counts, by channel; and how many are pending and dead in the whole cluster, as it
 * has counted them last.
 */
final class NotificationMetrics {

  private static final String COUNT =
      """
      SELECT status, channel, COUNT(*) FROM notification
      WHERE status IN ('PENDING', 'DEAD') GROUP BY status, channel
      """;

  private final Map<Channel, Counter> sent = new EnumMap<>(Channel.class);
  private final Map<Channel, Counter> failed = new EnumMap<>(Channel.class);
  private volatile Map<Channel, Long> pending = Map.of();
  private volatile Map<Channel, Long> dead = Map.of();

  NotificationMetrics(MeterRegistry registry) {
    for (var channel : Channel.values()) {
      sent.put(
          channel,
          counter(registry, "notification.sent", "Notifications that were delivered.", channel));
      failed.put(
          channel,
          counter(
              registry, "notification.failed", "Attempts to deliver one that failed.", channel));
      Gauge.builder("notification.pending", () -> pending.getOrDefault(channel, 0L))
          .description("Notifications that are still to be delivered.")
          .tag("channel", channel.name())
          .register(registry);
      Gauge.builder("notification.dead", () -> dead.getOrDefault(channel, 0L))
          .description("Notifications that were given up and not replayed.")
          .tag("channel", channel.name())
          .register(registry);
    }
  }

  private static Counter counter(
      MeterRegistry registry, String name, String description, Channel channel) {
    return Counter.builder(name)
        .description(description)
        .tag("channel", channel.name())
        .register(registry);
  }

  void sent(Channel channel) {
    Objects.requireNonNull(sent.get(channel)).increment();
  }

  void failed(Channel channel) {
    Objects.requireNonNull(failed.get(channel)).increment();
  }

  /** Counts those that are pending and dead now, and says how many there are together. */
  long count(Connection db) throws SQLException {
    var waiting = new EnumMap<Channel, Long>(Channel.class);
    var givenUp = new EnumMap<Channel, Long>(Channel.class);
    try (var statement = db.createStatement();
        var rows = statement.executeQuery(COUNT)) {
      while (rows.next()) {
        var status = Status.valueOf(rows.getString(1));
        var counts = status == Status.PENDING ? waiting : givenUp;
        counts.put(Channel.valueOf(rows.getString(2)), rows.getLong(3));
      }
    }
    pending = waiting;
    dead = givenUp;
    return waiting.values().stream().mapToLong(n -> n).sum()
        + givenUp.values().stream().mapToLong(n -> n).sum();
  }
}
