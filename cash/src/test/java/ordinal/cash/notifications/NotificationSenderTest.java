package ordinal.cash.notifications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import ordinal.cash.notifications.Notification.Channel;
import ordinal.projections.TestJournal;
import ordinal.projections.sql.Sql;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What the job hands over, and what it writes down: real table, real connections. */
class NotificationSenderTest {

  private final SetClock clock = new SetClock("2025-01-01T12:01:00Z");
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final NotificationMetrics metrics = new NotificationMetrics(registry);
  private final List<ExecutorService> threads = new ArrayList<>();
  private TestJournal journal;
  private Receiver receiver;
  private Receiver other;

  @BeforeEach
  void start() throws Exception {
    journal = TestJournal.create("notification_sender");
    receiver = Receiver.start();
    other = Receiver.start();
  }

  @AfterEach
  void stop() {
    receiver.close();
    other.close();
    threads.forEach(ExecutorService::shutdownNow);
    journal.close();
  }

  /** SMS and PUSH go to one receiver, TECHNICIAN to another; four calls at a time. */
  private NotificationSettings settings(String... hocon) {
    return NotificationSettings.of(
        journal.config(
            """
            ordinal.cash.notifications {
              sms { adapter = webhook, url = "%s" }
              push { adapter = webhook, url = "%s" }
              technician { adapter = webhook, url = "%s" }
              webhook { secret = "%s", timeout = 5s }
              retry.attempts = 3
              at-once = 4
            }
            """
                .formatted(receiver.url(), receiver.url(), other.url(), WebhookNotifierTest.SECRET),
            String.join("\n", hocon)));
  }

  private NotificationSender sender(ExecutorService blocking, String... hocon) {
    threads.add(blocking);
    var settings = settings(hocon);
    return new NotificationSender(
        new Sql(journal.dataSource(), blocking),
        Notifying.notifiers(settings, clock),
        settings,
        metrics,
        clock);
  }

  private NotificationSender sender(String... hocon) {
    return sender(Executors.newFixedThreadPool(4), hocon);
  }

  private static void look(NotificationSender sender) throws Exception {
    sender.look().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  /** Looks again and again: the first look may come while what is under way just ends. */
  private static void lookUntil(NotificationSender sender, Callable<Boolean> condition) {
    await()
        .until(
            () -> {
              look(sender);
              return condition.call();
            });
  }

  private void awaitStatus(Notification one, String status) {
    await().until(() -> Told.status(journal, one).equals(status));
  }

  private double counted(String name, Channel channel) {
    return registry.get(name).tag("channel", channel.name()).counter().count();
  }

  @Test
  void whatIsDueIsDeliveredOnceAndSaysSo() throws Exception {
    var sms = Told.sms("ORD-1", 4);
    var push = Told.on(Channel.PUSH, "ORD-1", 5);
    Told.put(journal, sms, push);
    var sender = sender();

    look(sender);

    awaitStatus(sms, "SENT");
    awaitStatus(push, "SENT");
    look(sender);
    assertThat(receiver.ids()).containsExactlyInAnyOrder(sms.id(), push.id());
    assertThat(Told.column(journal, sms, "sent_at")).isEqualTo("2025-01-01 12:01:00");
    assertThat(Told.column(journal, sms, "next_attempt_at")).isNull();
    assertThat(Told.column(journal, sms, "attempts")).isEqualTo("1");
    assertThat(counted("notification.sent", Channel.SMS)).isEqualTo(1);
  }

  @Test
  void aReceiverThatFailsIsAskedAgainLaterAndLater() throws Exception {
    var sms = Told.sms("ORD-1", 4);
    Told.put(journal, sms);
    receiver.answers(503, 500, 200);
    var sender = sender();

    look(sender);
    await().until(() -> Told.column(journal, sms, "last_error") != null);
    look(sender);
    assertThat(receiver.got).hasSize(1);
    assertThat(Told.column(journal, sms, "last_error")).isEqualTo("the receiver answered 503");
    assertThat(Told.column(journal, sms, "next_attempt_at"))
        .isBetween("2025-01-01 12:01:04.500", "2025-01-01 12:01:05.500");

    clock.move(Duration.ofMillis(5500));
    lookUntil(
        sender, () -> Told.column(journal, sms, "last_error").equals("the receiver answered 500"));
    assertThat(Told.column(journal, sms, "next_attempt_at"))
        .isBetween("2025-01-01 12:01:14.500", "2025-01-01 12:01:16.500");

    clock.move(Duration.ofSeconds(11));
    lookUntil(sender, () -> Told.status(journal, sms).equals("SENT"));
    assertThat(receiver.ids()).containsExactly(sms.id(), sms.id(), sms.id());
    assertThat(receiver.got.stream().map(got -> got.header("X-Ordinal-Attempt")))
        .containsExactly("1", "2", "3");
    assertThat(Told.column(journal, sms, "last_error")).isNull();
    assertThat(counted("notification.failed", Channel.SMS)).isEqualTo(2);
  }

  @Test
  void whatIsRefusedIsDeadAtOnceAndWhatFailsTooOftenAtLast() throws Exception {
    var refused = Told.sms("ORD-1", 4);
    var failing = Told.on(Channel.TECHNICIAN, "ORD-1", 4);
    Told.put(journal, refused, failing);
    receiver.answers(400);
    other.answers(500);
    var sender = sender();

    look(sender);
    awaitStatus(refused, "DEAD");
    lookUntil(
        sender,
        () -> {
          clock.move(Duration.ofMinutes(1));
          return Told.status(journal, failing).equals("DEAD");
        });

    assertThat(receiver.got).hasSize(1);
    assertThat(other.got).hasSize(3);
    assertThat(Told.column(journal, refused, "last_error")).isEqualTo("the receiver answered 400");
    assertThat(Told.column(journal, refused, "next_attempt_at")).isNull();
    assertThat(Told.column(journal, failing, "attempts")).isEqualTo("3");
    try (var db = journal.dataSource().getConnection()) {
      assertThat(metrics.count(db)).isEqualTo(2);
    }
    assertThat(registry.get("notification.dead").tag("channel", "SMS").gauge().value())
        .isEqualTo(1);
  }

  @Test
  void aJobThatDiesBetweenTheCallAndTheNoteLeavesAClaimThatEndsAndTheSameIdComesAgain()
      throws Exception {
    var sms = Told.sms("ORD-1", 4);
    Told.put(journal, sms);
    var dying = Executors.newFixedThreadPool(2);
    var gate = receiver.hold();
    look(sender(dying));
    await().until(() -> receiver.got.size() == 1);

    dying.shutdownNow();
    gate.countDown();

    var successor = sender();
    look(successor);
    assertThat(Told.status(journal, sms)).isEqualTo("PENDING");
    clock.move(Duration.ofSeconds(59));
    look(successor);
    assertThat(receiver.got).hasSize(1);
    clock.move(Duration.ofSeconds(1));
    look(successor);
    awaitStatus(sms, "SENT");
    assertThat(receiver.ids()).containsExactly(sms.id(), sms.id());
    assertThat(receiver.got.get(1).body()).isEqualTo(receiver.got.get(0).body());
    assertThat(Told.column(journal, sms, "attempts")).isEqualTo("2");
  }

  @Test
  void aReceiverThatDiesAndReturnsGetsEverythingOnce() throws Exception {
    int port = receiver.port();
    var all = new ArrayList<Notification>();
    for (int i = 0; i < 10; i++) all.add(Told.sms("ORD-" + i, 4));
    Told.put(journal, all.toArray(Notification[]::new));
    var sender = sender("ordinal.cash.notifications.retry.attempts = 9");
    receiver.close();

    look(sender);
    await()
        .until(
            () -> journal.number("SELECT COUNT(*) FROM notification WHERE last_error <> ''") == 10);
    try (var back = Receiver.startAt(port)) {
      clock.move(Duration.ofSeconds(6));
      lookUntil(sender, () -> back.got.size() == 10);
      for (var one : all) awaitStatus(one, "SENT");

      assertThat(back.ids())
          .containsExactlyInAnyOrderElementsOf(all.stream().map(Notification::id).toList());
    }
  }

  @Test
  void withinAnOrderALaterOneWaitsForTheEarlier() throws Exception {
    var paid = Told.sms("ORD-1", 4);
    var refunded = Told.sms("ORD-1", 7);
    var otherOrder = Told.sms("ORD-2", 4);
    Told.put(journal, refunded, otherOrder, paid);
    receiver.answers(503, 503, 200);
    var sender = sender();

    look(sender);
    await()
        .until(
            () -> journal.number("SELECT COUNT(*) FROM notification WHERE last_error <> ''") == 2);
    look(sender);
    assertThat(receiver.ids()).containsExactlyInAnyOrder(paid.id(), otherOrder.id());

    clock.move(Duration.ofSeconds(6));
    lookUntil(sender, () -> Told.status(journal, refunded).equals("SENT"));
    assertThat(Told.status(journal, paid)).isEqualTo("SENT");
    assertThat(receiver.ids().subList(2, 5)).endsWith(refunded.id());
  }

  @Test
  void aSlowReceiverGetsSoManyAtATimeAndHoldsUpNoOtherChannel() throws Exception {
    for (int i = 0; i < 10; i++) Told.put(journal, Told.sms("ORD-" + i, 4));
    var gate = receiver.hold();
    var sender = sender();
    look(sender);
    await().until(() -> receiver.got.size() == 4);

    var quick = Told.on(Channel.TECHNICIAN, "ORD-1", 4);
    Told.put(journal, quick);
    look(sender);
    awaitStatus(quick, "SENT");
    look(sender);
    assertThat(receiver.got).hasSize(4);

    gate.countDown();
    await()
        .until(
            () -> journal.number("SELECT COUNT(*) FROM notification WHERE status = 'SENT'") == 11);
    assertThat(receiver.most).hasValue(4);
    assertThat(receiver.ids()).doesNotHaveDuplicates();
  }

  @Test
  void twoJobsAtATimeNeverHandOverTheSame() throws Exception {
    for (int i = 0; i < 60; i++) Told.put(journal, Told.sms("ORD-" + i, 4));
    var one = sender();
    var two = sender();

    var first = one.look().toCompletableFuture();
    var second = two.look().toCompletableFuture();
    first.get(20, TimeUnit.SECONDS);
    second.get(20, TimeUnit.SECONDS);

    await()
        .until(
            () -> {
              look(one);
              look(two);
              return journal.number("SELECT COUNT(*) FROM notification WHERE status <> 'SENT'")
                  == 0;
            });
    assertThat(receiver.ids()).hasSize(60).doesNotHaveDuplicates();
  }

  @Test
  void theLogAdapterTellsNobodyAndIsDone() throws Exception {
    var sms = Told.sms("ORD-1", 4);
    Told.put(journal, sms);

    look(sender("ordinal.cash.notifications.sms { adapter = log, url = \"\" }"));

    awaitStatus(sms, "SENT");
    assertThat(receiver.got).isEmpty();
  }

  @Test
  void theLogHasALineForEachThatIsLoggedOrDeadWithItsTraceAndWithoutItsText() throws Exception {
    var logged = Told.on(Channel.TECHNICIAN, "ORD-1", 4);
    var dead = Told.sms("ORD-1", 4);
    Told.put(journal, logged, dead);
    receiver.answers(422);
    var lines = new CopyOnWriteArrayList<ILoggingEvent>();
    var keeping =
        new AppenderBase<ILoggingEvent>() {
          @Override
          protected void append(ILoggingEvent line) {
            line.prepareForDeferredProcessing();
            lines.add(line);
          }
        };
    keeping.start();
    var logger = (Logger) LoggerFactory.getLogger("ordinal.cash.notifications");
    logger.setAdditive(false);
    logger.setLevel(Level.INFO);
    logger.addAppender(keeping);
    try {
      look(sender("ordinal.cash.notifications.technician { adapter = log, url = \"\" }"));
      awaitStatus(logged, "SENT");
      await().until(() -> lines.size() == 2);
    } finally {
      logger.detachAppender(keeping);
      logger.setLevel(null);
      logger.setAdditive(true);
    }

    assertThat(lines.stream().map(ILoggingEvent::getFormattedMessage))
        .containsExactlyInAnyOrder(
            "[Notifications] TECHNICIAN to store-1: OrderPaid of order ORD-1, notification "
                + logged.id(),
            "[Notifications] [ALERT] SMS "
                + dead.id()
                + " of order ORD-1 is DEAD after 1 attempt(s): the receiver answered 422");
    for (var line : lines) {
      assertThat(line.getMDCPropertyMap())
          .containsEntry("traceId", "trace-1")
          .containsEntry("eventId", dead.eventId());
    }
  }

  @Test
  void aLookWhenNothingIsDueReadsAnEntryOfTheIndexPerChannel() throws Exception {
    for (int i = 0; i < 200; i++) Told.put(journal, Told.sms("ORD-" + i, 4));
    journal.execute(
        "UPDATE notification SET next_attempt_at = '2025-01-02 00:00:00'",
        "ANALYZE TABLE notification");
    try (var db = journal.dataSource().getConnection();
        var statement = db.createStatement()) {
      long before = reads(statement);
      assertThat(NotificationTable.due(db, clock.instant())).isEmpty();
      assertThat(reads(statement) - before).isLessThan(10);
    }
  }

  /** Rows and index entries that this session has read. */
  private static long reads(Statement statement) throws Exception {
    long reads = 0;
    try (var rows =
        statement.executeQuery("SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler_read%'")) {
      while (rows.next()) {
        // Reading these counters reads rows of a table of its own.
        if (!rows.getString(1).contains("rnd")) reads += rows.getLong(2);
      }
    }
    return reads;
  }
}
