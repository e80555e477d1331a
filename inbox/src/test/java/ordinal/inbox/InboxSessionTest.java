package ordinal.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import ordinal.inbox.InboxSettings.StartAt;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** What a session does with answers that a real broker seldom gives; on a real database. */
class InboxSessionTest {

  static final TopicPartition PARTITION = new TopicPartition("cut", 0);

  private static final InboxSession.Trouble NONE =
      new InboxSession.Trouble() {
        @Override
        public Duration after(Exception failure) {
          throw new IllegalStateException(failure);
        }

        @Override
        public void isOver() {}
      };

  @Test
  void whatWasReadAndNotStoredYetIsNotReadAgainWhenKafkaHasLostSomeOfIt() throws Exception {
    try (var inboxes = new TestInboxes("inbox");
        var consumer = new MockConsumer<byte[], byte[]>("none")) {
      var store = new OffsetStore(new FailingDatabase(inboxes.at), "cut", "me");
      var settings = TestInboxes.settings("cut", "cut").withStartAt(StartAt.LATEST);
      var session = new InboxSession(consumer, store, batch -> null, settings, NONE);
      consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
      consumer.updateEndOffsets(Map.of(PARTITION, 60L));
      consumer.rebalance(Set.of(PARTITION));
      for (long i = 60; i < 100; i++) {
        consumer.addRecord(new ConsumerRecord<>("cut", 0, i, new byte[0], new byte[0]));
      }
      session.round();
      assertThat(consumer.position(PARTITION)).isEqualTo(100);

      consumer.updateEndOffsets(Map.of(PARTITION, 80L));
      consumer.setPollException(new OffsetOutOfRangeException(Map.of(PARTITION, 100L)));
      session.round();

      assertThat(consumer.position(PARTITION)).isEqualTo(80);
      assertThat(inboxes.storedOffsets("cut")).isEqualTo(80);
    }
  }
}
