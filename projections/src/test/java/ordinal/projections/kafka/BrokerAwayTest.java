package ordinal.projections.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Random;
import ordinal.projections.TestCluster;
import ordinal.projections.TestJournal;
import ordinal.projections.TestTopic;
import ordinal.projections.message.EventMessage;
import ordinal.projections.tail.JournalTail;
import ordinal.projections.tail.TailSettings;
import ordinal.servers.DataDirectory;
import ordinal.servers.EmbeddedKafka;
import org.apache.pekko.projection.ProjectionId;
import org.apache.pekko.projection.javadsl.ProjectionManagement;
import org.junit.jupiter.api.Test;

/** A broker of this test's own, taken away and brought back under a running publisher. */
class BrokerAwayTest {

  static final Duration LIMIT = Duration.ofSeconds(40);

  final SimpleMeterRegistry metrics = new SimpleMeterRegistry();

  @Test
  void theBacklogWaitsForTheBrokerAndDrainsByItselfWhenItIsBack() throws Exception {
    var folder =
        Path.of(System.getProperty("ordinal.test.dir"), "broker-away-" + System.nanoTime());
    try (var directory = DataDirectory.open(Files.createDirectories(folder));
        var journal = TestJournal.create("broker_away")) {
      var kafka = EmbeddedKafka.start(directory, 0);
      try {
        var topic = new TestTopic(kafka.bootstrapServers(), EventMessage.ORDER_EVENTS);
        // Long pauses, so that only "retry now" can explain what comes soon.
        var config =
            journal.config(
                "ordinal.projections.tail.poll = 20ms",
                "ordinal.projections.kafka { publishers = 16, request-timeout = 1s,"
                    + " backoff { least = 300s, longest = 300s } }");
        Topics.ensure(topic.bootstrap(), 16);
        try (var cluster = new TestCluster(config);
            var tail =
                JournalTail.start(
                    cluster.system(), journal.dataSource(), TailSettings.of(config), metrics)) {
          var publishers =
              KafkaPublishers.start(
                  cluster.system(),
                  tail,
                  KafkaSettings.of(config, topic.bootstrap()),
                  journal.journalId(),
                  journal.dataSource(),
                  new OutboxMetrics(metrics, Clock.systemUTC()));
          journal.append("a", 1, TestJournal.created("a", "u"));
          await().atMost(LIMIT).until(() -> topic.events(journal.journalId()).size() == 1);

          kafka.stop();
          journal.append("a", 2, KafkaPublishersTest.reserved());
          await().atMost(LIMIT).until(() -> retrying(journal) == 1);
          assertThat(journal.number("SELECT COUNT(*) FROM dead_letter")).isZero();

          kafka = EmbeddedKafka.start(directory, kafka.port());
          publishers.retryNow();

          var back = topic;
          await().atMost(LIMIT).until(() -> back.events(journal.journalId()).size() == 2);
          await().atMost(LIMIT).until(() -> retrying(journal) == 0);
          assertThat(journal.number("SELECT COUNT(*) FROM dead_letter")).isZero();

          // One that waits can be paused, and does not hold up the stop of its node.
          kafka.stop();
          int slice = Math.toIntExact(journal.number("SELECT MIN(slice) FROM event_journal"));
          journal.append("a", 3, KafkaPublishersTest.canceled());
          await().atMost(LIMIT).until(() -> retrying(journal) == 1);
          ProjectionManagement.get(cluster.system())
              .pause(ProjectionId.of(KafkaPublishers.NAME, Integer.toString(slice)))
              .toCompletableFuture()
              .get(20, java.util.concurrent.TimeUnit.SECONDS);
        }
      } finally {
        kafka.stop();
      }
    }
  }

  private static long retrying(TestJournal journal) throws SQLException {
    return journal.number("SELECT COUNT(*) FROM outbox_slice WHERE state = 'RETRYING'");
  }

  @Test
  void pausesDoubleUpToTheLongestAndDifferALittle() {
    var backoff = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(5), 0.2);
    var random = new Random(1);

    for (int i = 0; i < 100; i++) {
      assertThat(backoff.after(1, random))
          .isBetween(Duration.ofMillis(400), Duration.ofMillis(600));
      assertThat(backoff.after(3, random))
          .isBetween(Duration.ofMillis(1600), Duration.ofMillis(2400));
      assertThat(backoff.after(50, random)).isBetween(Duration.ofSeconds(4), Duration.ofSeconds(5));
    }
    assertThat(backoff.after(2, random)).isNotEqualTo(backoff.after(2, random));
  }
}
