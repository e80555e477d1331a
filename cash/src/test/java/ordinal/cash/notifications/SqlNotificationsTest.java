package ordinal.cash.notifications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import ordinal.cash.notifications.Notification.Channel;
import ordinal.cash.notifications.Notification.Status;
import ordinal.cash.notifications.Notifications.Filter;
import ordinal.cash.notifications.Notifications.Page;
import ordinal.projections.TestJournal;
import ordinal.projections.sql.Sql;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Lists and replays, on the real table. */
class SqlNotificationsTest {

  private static final Filter ALL = new Filter(null, null, null);

  private TestJournal journal;
  private Notifications notifications;

  @BeforeEach
  void start() {
    journal = TestJournal.create("notifications");
    notifications =
        new SqlNotifications(
            new Sql(journal.dataSource(), Runnable::run), new SetClock("2025-01-01T13:00:00Z"));
  }

  @AfterEach
  void stop() {
    journal.close();
  }

  private static <T> T now(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  private void set(Notification one, String what) throws Exception {
    journal.execute("UPDATE notification SET " + what + " WHERE id = '" + one.id() + "'");
  }

  private static List<String> ids(List<Notification> items) {
    return items.stream().map(Notification::id).toList();
  }

  @Test
  void aUserSeesWhatConcernsTheirOwnOrdersNewestFirstPageByPage() throws Exception {
    var mine = new ArrayList<Notification>();
    for (int i = 0; i < 7; i++) mine.add(0, Told.sms("ORD-1", i));
    mine.add(0, Told.on(Channel.TECHNICIAN, "ORD-2", 9));
    Told.put(journal, mine.toArray(Notification[]::new));
    var tenants = Told.sms("ORD-3", 1);
    var others = Told.sms("ORD-4", 1);
    Told.put(journal, tenants, others);
    set(tenants, "tenant_id = 'acme'");
    set(others, "user_id = '10002'");

    var seen = new ArrayList<Notification>();
    String cursor = null;
    Page page;
    do {
      page = now(notifications.ofUser("default", "10001", 3, cursor));
      seen.addAll(page.items());
      cursor = page.nextCursor();
    } while (cursor != null);

    assertThat(seen).isEqualTo(mine);
    assertThat(ids(now(notifications.ofUser("acme", "10001", 3, null)).items()))
        .containsExactly(tenants.id());
    assertThat(now(notifications.ofUser("acme", "10002", 3, null)).items()).isEmpty();
  }

  @Test
  void notificationsOfTheSameMomentAreOnOnePageEach() throws Exception {
    for (int i = 0; i < 5; i++) Told.put(journal, Told.sms("ORD-" + i, 4));

    var first = now(notifications.ofUser("default", "10001", 3, null));
    var second = now(notifications.ofUser("default", "10001", 3, first.nextCursor()));

    assertThat(first.items()).hasSize(3);
    assertThat(second.items()).hasSize(2).doesNotContainAnyElementsOf(first.items());
    assertThat(second.nextCursor()).isNull();
  }

  @Test
  void aCursorThatIsNoneOfOursIsRefused() {
    assertThatThrownBy(() -> now(notifications.list(ALL, 3, "x' OR 1=1")))
        .hasCauseInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aListGoesByStatusChannelAndOrderOldestFirst() throws Exception {
    var dead = Told.sms("ORD-1", 4);
    var sent = Told.on(Channel.PUSH, "ORD-1", 5);
    var pending = Told.sms("ORD-2", 6);
    Told.put(journal, pending, sent, dead);
    set(dead, "status = 'DEAD', last_error = 'the receiver answered 400'");
    set(sent, "status = 'SENT'");

    assertThat(ids(now(notifications.list(ALL, 10, null)).items()))
        .containsExactly(dead.id(), sent.id(), pending.id());
    assertThat(ids(now(notifications.list(new Filter(Status.DEAD, null, null), 9, null)).items()))
        .containsExactly(dead.id());
    assertThat(ids(now(notifications.list(new Filter(null, Channel.SMS, null), 9, null)).items()))
        .containsExactly(dead.id(), pending.id());
    assertThat(ids(now(notifications.list(new Filter(null, null, "ORD-1"), 9, null)).items()))
        .containsExactly(dead.id(), sent.id());
    var page = now(notifications.list(ALL, 2, null));
    assertThat(ids(now(notifications.list(ALL, 2, page.nextCursor())).items()))
        .containsExactly(pending.id());
    assertThat(ids(now(notifications.ofOrder("ORD-1")))).containsExactly(dead.id(), sent.id());
    assertThat(now(notifications.get(dead.id())))
        .get()
        .extracting(Notification::lastError)
        .isEqualTo("the receiver answered 400");
    assertThat(now(notifications.get("none"))).isEmpty();
  }

  @Test
  void aReplayMakesOneDueAgainUnlessItIsNotGivenUp() throws Exception {
    var dead = Told.sms("ORD-1", 4);
    var expired = Told.sms("ORD-2", 4);
    var sent = Told.sms("ORD-3", 4);
    Told.put(journal, dead, expired, sent);
    set(dead, "status = 'DEAD', attempts = 16, next_attempt_at = NULL");
    set(expired, "status = 'EXPIRED', next_attempt_at = NULL");
    set(sent, "status = 'SENT', next_attempt_at = NULL");

    assertThat(now(notifications.replay(dead.id()))).isEqualTo(1);
    assertThat(now(notifications.replay(dead.id()))).isZero();
    assertThat(now(notifications.replay(expired.id()))).isEqualTo(1);
    assertThat(now(notifications.replay(sent.id()))).isZero();
    assertThat(now(notifications.replay("none"))).isZero();

    assertThat(journal.query("SELECT status, attempts, next_attempt_at FROM notification"))
        .containsExactlyInAnyOrder(
            List.of("PENDING", "0", "2025-01-01 13:00:00"),
            List.of("PENDING", "0", "2025-01-01 13:00:00"),
            java.util.Arrays.asList("SENT", "0", null));
  }

  @Test
  void allThatAreDeadAreReplayedOrThoseThatMatch() throws Exception {
    int many = SqlNotifications.REPLAYED_AT_ONCE + 3;
    for (int i = 0; i < many; i++) Told.put(journal, Told.sms("ORD-" + i, 4));
    Told.put(journal, Told.on(Channel.PUSH, "ORD-1", 4), Told.on(Channel.PUSH, "ORD-2", 4));
    journal.execute("UPDATE notification SET status = 'DEAD', next_attempt_at = NULL");
    set(Told.on(Channel.PUSH, "ORD-2", 4), "status = 'EXPIRED'");

    assertThat(now(notifications.replayAll(new Filter(Status.SENT, null, null)))).isZero();
    assertThat(now(notifications.replayAll(new Filter(null, Channel.PUSH, null)))).isEqualTo(1);
    assertThat(now(notifications.replayAll(new Filter(null, null, "ORD-7")))).isEqualTo(1);
    assertThat(now(notifications.replayAll(ALL))).isEqualTo(many - 1);
    assertThat(now(notifications.replayAll(new Filter(Status.EXPIRED, null, null)))).isEqualTo(1);
    assertThat(journal.number("SELECT COUNT(*) FROM notification WHERE status = 'PENDING'"))
        .isEqualTo(many + 2);
  }
}
