package ordinal.cash.notifications;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import ordinal.cash.notifications.Notification.Channel;
import ordinal.cash.notifications.Notification.Status;
import ordinal.kernel.Ids;
import ordinal.kernel.TraceContext;
import ordinal.projections.TestJournal;

/** Notifications for tests, and what became of them in the real table. */
final class Told {

  static final Instant AT = Instant.parse("2025-01-01T12:00:01.456Z");

  private Told() {}

  static Notification sms(String orderNo, long sequenceNr) {
    return on(Channel.SMS, orderNo, sequenceNr);
  }

  static Notification on(Channel channel, String orderNo, long sequenceNr) {
    var eventId = Ids.eventId("Order|" + orderNo, sequenceNr);
    return new Notification(
        Notification.id(eventId, channel),
        "default",
        "10001",
        channel == Channel.TECHNICIAN ? "store-1" : "10001",
        channel,
        "OrderPaid",
        eventId,
        orderNo,
        "store-1",
        sequenceNr,
        "Grüße zu \"%s\".".formatted(orderNo),
        new TraceContext("trace-1", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"),
        Status.PENDING,
        0,
        AT,
        null,
        AT.plus(Duration.ofMillis(sequenceNr)),
        null);
  }

  static void put(TestJournal journal, Notification... notifications) throws Exception {
    try (var db = journal.dataSource().getConnection()) {
      NotificationTable.insert(db, List.of(notifications));
    }
  }

  static String status(TestJournal journal, Notification one) throws Exception {
    return column(journal, one, "status");
  }

  static String column(TestJournal journal, Notification one, String name) throws Exception {
    return journal
        .query("SELECT " + name + " FROM notification WHERE id = '" + one.id() + "'")
        .get(0)
        .get(0);
  }
}
