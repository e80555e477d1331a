package ordinal.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import ordinal.inbox.InboxSettings.StartAt;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Effects on a real database from messages of a real broker, whatever fails in between. */
@SuppressWarnings("try") // An inbox works by being open.
class InboxTest {

  /** Connection, begin, read, move, commit, and back to autocommit. */
  private static final int STEPS_OF_A_MOVE = 6;

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

  /** A topic may be full of what is another's: its offsets follow, and cost next to nothing. */
  @Test
  void messagesWithoutAnEffectDoNotCostATransactionEach() throws Exception {
    TestInboxes.topic("others", 4);
    var counted = database();
    var seen = new AtomicInteger();
    InboxHandler passesOver =
        batch -> {
          seen.addAndGet(batch.size());
          return null;
        };
    var settings = TestInboxes.settings("others", "others");
    try (var inbox = Inbox.start(settings, counted, passesOver)) {
      await().until(() -> !inbox.lag().isEmpty());
      long begun = System.nanoTime();
      int before = counted.steps();
      for (int i = 0; i < 100; i++) {
        int sent = i + 1;
        inboxes.send("others", i, sent);
        await().pollInterval(Duration.ofMillis(1)).until(() -> seen.get() == sent);
      }
      int seconds = (int) Duration.ofNanos(System.nanoTime() - begun).toSeconds();
      assertThat(counted.steps() - before).isLessThanOrEqualTo((seconds + 1) * STEPS_OF_A_MOVE);
      await().until(() -> kafkasOwnOffsets("others") == 100);
    }
    assertThat(inboxes.storedOffsets("others")).isEqualTo(100);
  }

  @Test
  void aTransactionCostsTheSameForManyPartitions() throws Exception {
    TestInboxes.topic("wide", 16);
    inboxes.send("wide", 0, 200);
    var counted = database();
    var batches = new AtomicInteger();
    InboxHandler handler =
        batch -> {
          if (batch.isEmpty()) return null;
          batches.incrementAndGet();
          return db -> {
            try (var insert = db.prepareStatement("INSERT INTO effect (what) VALUES (?)")) {
              insert.setString(1, "one of " + batch.size());
              insert.executeUpdate();
            }
          };
        };
    try (var inbox = Inbox.start(TestInboxes.settings("wide", "wide"), counted, handler)) {
      await().until(() -> inboxes.storedOffsets("wide") == 200);
      // To take them: one statement to read, and here one for each that begins.
      int taking = STEPS_OF_A_MOVE + 16;
      int most = taking + batches.get() * (STEPS_OF_A_MOVE + 1);
      assertThat(counted.steps()).isLessThanOrEqualTo(most);
    }
  }

  @Test
  void whatComesWithinThePaceIsOneBatch() throws Exception {
    TestInboxes.topic("paced", 1);
    var sizes = new ConcurrentLinkedQueue<Integer>();
    InboxHandler handler =
        batch -> {
          if (!batch.isEmpty()) sizes.add(batch.size());
          return TestInboxes.rows(batch);
        };
    // A poll that ends without a message is followed by the pace too: few are to join the group.
    var settings =
        TestInboxes.settings("paced", "paced")
            .withPauses(Duration.ofSeconds(2), Duration.ofMillis(10), Duration.ofMillis(50))
            .withPace(Duration.ofSeconds(2));
    try (var inbox = Inbox.start(settings, database(), handler)) {
      await().until(() -> !inbox.lag().isEmpty());
      inboxes.send("paced", 0, 1);
      awaitEffects(0, 1);
      for (int i = 1; i < 30; i++) inboxes.send("paced", i, i + 1);
      awaitEffects(0, 30);
    }
    // What the consumer had asked for before, when the first one came, is a batch of its own.
    assertThat(sizes.size()).isLessThanOrEqualTo(3);
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
    // With each heartbeat the first one hears that another has come or gone.
    var settings =
        TestInboxes.settings("shared", "shared")
            .withBatch(7, Duration.ofMinutes(5))
            .withKafka(Map.of("heartbeat.interval.ms", 200));
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

  /** Kafka would wait for it to come back for half a minute, and it does. */
  @Test
  void theNextOneOfAKilledOnesNameNeedNotWait() throws Exception {
    TestInboxes.topic("named", 2);
    var settings = patient("named").withMember("node-1");
    var killed = InboxConsumers.open(settings);
    killed.subscribe(settings.topics());
    await()
        .until(
            () -> {
              killed.poll(Duration.ofMillis(50));
              return !killed.assignment().isEmpty();
            });
    killed.close(
        CloseOptions.groupMembershipOperation(GroupMembershipOperation.REMAIN_IN_GROUP)
            .withTimeout(Duration.ZERO));

    inboxes.send("named", 0, 10);
    try (var next = Inbox.start(settings, database(), TestInboxes::rows)) {
      await().atMost(Duration.ofSeconds(12)).until(() -> !next.lag().isEmpty());
      awaitEffects(0, 10);
    }
  }

  @Test
  void oneWithANameThatEndsLeavesItsPartitionsToTheOthers() throws Exception {
    TestInboxes.topic("leaves", 2);
    var settings = patient("leaves");
    try (var other = Inbox.start(settings.withMember("node-2"), database(), TestInboxes::rows)) {
      try (var first = Inbox.start(settings.withMember("node-1"), database(), TestInboxes::rows)) {
        await().until(() -> first.lag().size() == 1 && other.lag().size() == 1);
      }
      await().atMost(Duration.ofSeconds(12)).until(() -> other.lag().size() == 2);
    }
  }

  private static InboxSettings patient(String name) {
    return TestInboxes.settings(name, name)
        .withKafka(
            Map.of(
                "session.timeout.ms", 30_000,
                "heartbeat.interval.ms", 200,
                "auto.offset.reset",
                    "earliest")); // For the one that no inbox tells where to begin.
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
