package ordinal.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import ordinal.inbox.InboxSettings.StartAt;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Effects on a real database from messages of a real broker, whatever fails in between. */
@SuppressWarnings("try") // An inbox works by being open.
class InboxTest {

  TestInboxes inboxes;

  @BeforeEach
  void create() throws Exception {
    inboxes = new TestInboxes("inbox");
  }

  @AfterEach
  void close() {
    inboxes.close();
  }

  FailingDatabase database() {
    return new FailingDatabase(inboxes.at);
  }

  void awaitEffects(int from, int to) {
    await()
        .untilAsserted(
            () -> assertThat(inboxes.effects()).isEqualTo(TestInboxes.messages(from, to)));
  }

  @Test
  void everyMessageHasItsEffectAndOffsetsGoWithIt() throws Exception {
    TestInboxes.topic("plain", 4);
    inboxes.send("plain", 0, 200);
    var settings = TestInboxes.settings("plain", "plain").withBatch(30, Duration.ofMinutes(5));
    try (var inbox = Inbox.start(settings, database(), TestInboxes::rows)) {
      awaitEffects(0, 200);
      await().until(() -> inbox.lag().size() == 4);
      assertThat(inbox.lag().values()).containsOnly(0L);
    }
    inboxes.send("plain", 200, 250);
    try (var next = Inbox.start(settings, database(), TestInboxes::rows)) {
      awaitEffects(0, 250);
      await().until(() -> kafkasOwnOffsets("plain") == 250);
    }
  }

  private static long kafkasOwnOffsets(String group) throws Exception {
    try (var admin = Admin.create(Map.of("bootstrap.servers", TestInboxes.bootstrap()))) {
      return admin
          .listConsumerGroupOffsets(group)
          .partitionsToOffsetAndMetadata()
          .get()
          .values()
          .stream()
          .mapToLong(offset -> offset.offset())
          .sum();
    }
  }

  /** Ends after each of its steps in turn, with and without the step; another one goes on. */
  @Test
  void aCrashBetweenAnyTwoStepsLosesAndDoublesNothing() throws Exception {
    TestInboxes.topic("crash", 1);
    var settings = TestInboxes.settings("crash", "crash").withBatch(3, Duration.ofMinutes(5));
    int sent = 0;
    for (int step = 1; step <= 14; step++) {
      for (boolean after : new boolean[] {false, true}) {
        inboxes.send("crash", sent, sent += 5);
        var dying = database();
        int last = step;
        // From its last step on it gets nothing done, as if it were no more.
        if (after) dying.failAfter(now -> now >= last);
        dying.failBefore(now -> after ? now > last : now >= last);
        try (var inbox = Inbox.start(settings, dying, TestInboxes::rows)) {
          await().until(() -> dying.steps() > last);
        }
      }
    }

    try (var healthy = Inbox.start(settings, database(), TestInboxes::rows)) {
      awaitEffects(0, sent);
    }
  }

  /** A COMMIT whose answer is lost included: it cannot be known, and must be found out. */
  @Test
  void aDatabaseThatFailsNowAndThenIsTriedAgain() throws Exception {
    TestInboxes.topic("flaky", 2);
    var flaky = database();
    flaky.failBefore(step -> step > 10 && step % 17 == 0);
    flaky.failAfter(step -> step > 10 && step % 7 == 0);
    var settings = TestInboxes.settings("flaky", "flaky").withBatch(2, Duration.ofMinutes(5));
    try (var inbox = Inbox.start(settings, flaky, TestInboxes::rows)) {
      inboxes.send("flaky", 0, 60);
      awaitEffects(0, 60);
    }
  }

  @Test
  void aHandlerThatThrowsGetsTheSameBatchAgain() throws Exception {
    TestInboxes.topic("throws", 1);
    inboxes.send("throws", 0, 20);
    var calls = new AtomicInteger();
    InboxHandler handler =
        batch -> {
          if (!batch.isEmpty() && calls.incrementAndGet() % 3 != 0) {
            throw new IllegalStateException("on purpose");
          }
          return TestInboxes.rows(batch);
        };
    var settings = TestInboxes.settings("throws", "throws").withBatch(5, Duration.ofMinutes(5));
    try (var inbox = Inbox.start(settings, database(), handler)) {
      awaitEffects(0, 20);
    }
    assertThat(calls).hasValueGreaterThanOrEqualTo(3);
  }

  /** Slower than Kafka's patience: its partition is another's when it wants to write. */
  @Test
  void aZombieWritesNothing() throws Exception {
    TestInboxes.topic("zombie", 1);
    inboxes.send("zombie", 0, 10);
    var settings =
        TestInboxes.settings("zombie", "zombie")
            .withBatch(10, Duration.ofSeconds(1))
            .withKafka(Map.of("session.timeout.ms", 6000, "heartbeat.interval.ms", 200));
    var isSlow = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    var written = new AtomicInteger();
    InboxHandler slow =
        batch -> {
          if (batch.isEmpty()) return null;
          isSlow.countDown();
          goOn.await(60, TimeUnit.SECONDS);
          var rows = TestInboxes.rows(batch);
          return db -> {
            written.incrementAndGet();
            rows.write(db);
          };
        };
    try (var zombie = Inbox.start(settings, database(), slow)) {
      assertThat(isSlow.await(30, TimeUnit.SECONDS)).isTrue();
      try (var next = Inbox.start(settings, database(), TestInboxes::rows)) {
        awaitEffects(0, 10);
        goOn.countDown();
        inboxes.send("zombie", 10, 20);
        awaitEffects(0, 20);
      }
      inboxes.send("zombie", 20, 30);
      awaitEffects(0, 30);
    }
    assertThat(written.get()).isPositive();
  }

  /** It has not moved yet when it is taken over: the offset alone would not tell. */
  @Test
  void whoeverTakesAPartitionKeepsTheFormerHolderFromWriting() throws Exception {
    var store = new OffsetStore(database(), "g", "first");
    var partition = new TopicPartition("t", 0);
    var first = store.take(Set.of(partition), p -> 7);
    var second = new OffsetStore(database(), "g", "second");
    assertThat(second.take(Set.of(partition), p -> 0).get(partition).nextOffset()).isEqualTo(7);

    var rows = new AtomicInteger();
    InboxEffect effect = db -> rows.incrementAndGet();
    assertThatThrownBy(() -> store.commit(first, Map.of(partition, 9L), effect))
        .isInstanceOf(PartitionLost.class);
    assertThat(rows).hasValue(0);
  }

  @Test
  void inboxesThatComeAndGoShareTheWork() throws Exception {
    TestInboxes.topic("shared", 6);
    var settings = TestInboxes.settings("shared", "shared").withBatch(7, Duration.ofMinutes(5));
    int sent = 0;
    try (var first = Inbox.start(settings, database(), TestInboxes::rows)) {
      inboxes.send("shared", sent, sent += 100);
      for (int i = 0; i < 3; i++) {
        try (var second = Inbox.start(settings, database(), TestInboxes::rows)) {
          inboxes.send("shared", sent, sent += 100);
          await().until(() -> !second.lag().isEmpty());
          inboxes.send("shared", sent, sent += 100);
        }
      }
      awaitEffects(0, sent);
    }
  }

  @Test
  void aNewGroupCanBeginAtTheEnd() throws Exception {
    TestInboxes.topic("latest", 1);
    inboxes.send("latest", 0, 10);
    var settings = TestInboxes.settings("latest", "latest").withStartAt(StartAt.LATEST);
    try (var inbox = Inbox.start(settings, database(), TestInboxes::rows)) {
      await().until(() -> !inbox.lag().isEmpty());
      inboxes.send("latest", 10, 20);
      awaitEffects(10, 20);
    }
  }

  @Test
  void whatHasExpiredUnreadIsPassedOver() throws Exception {
    TestInboxes.topic("expired", 1);
    inboxes.send("expired", 0, 5);
    var settings = TestInboxes.settings("expired", "expired");
    try (var inbox = Inbox.start(settings, database(), TestInboxes::rows)) {
      awaitEffects(0, 5);
    }
    inboxes.send("expired", 5, 10);
    try (var admin = Admin.create(Map.of("bootstrap.servers", TestInboxes.bootstrap()))) {
      var partition = new TopicPartition("expired", 0);
      admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(8))).all().get();
    }
    inboxes.execute("DELETE FROM effect");
    try (var inbox = Inbox.start(settings, database(), TestInboxes::rows)) {
      awaitEffects(8, 10);
    }
  }
}
