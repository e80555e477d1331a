package ordinal.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.utils.Exit;
import org.junit.jupiter.api.Test;

class EmbeddedKafkaTest {

  @Test
  void recordsAndClusterIdAreThereAfterAStopAndAStartOnAnotherPort() throws Exception {
    try (var directory = DataDirectory.open(TestFolders.empty("kafka-restart"))) {
      var first = EmbeddedKafka.start(directory, 0);
      var records = new KafkaRecords(first.bootstrapServers());
      records.createTopic("kept");
      try (var producer = records.producer(Map.of())) {
        producer.send(new ProducerRecord<>("kept", "k", "one")).get();
      }
      var clusterId = clusterId(records);
      first.stop();
      first.stop();
      assertThat(first.onExit().toCompletableFuture()).isCompletedWithValue(null);

      var second = EmbeddedKafka.start(directory, 0);
      try {
        var again = new KafkaRecords(second.bootstrapServers());
        assertThat(again.read("kept")).containsExactly("one");
        assertThat(clusterId(again)).isEqualTo(clusterId);
      } finally {
        second.stop();
      }
    }
  }

  @Test
  void aReaderOfCommittedRecordsSeesWholeTransactionsOnly() throws Exception {
    var records = new KafkaRecords(TestServers.kafka().bootstrapServers());
    records.createTopic("transactions");
    try (var producer =
        records.producer(Map.of(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "test-transactions"))) {
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>("transactions", "aborted")).get();
      producer.abortTransaction();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>("transactions", "one")).get();
      producer.send(new ProducerRecord<>("transactions", "two")).get();
      producer.commitTransaction();
    }

    assertThat(records.read("transactions")).containsExactly("one", "two");
  }

  @Test
  void aMistypedTopicIsNotCreated() throws Exception {
    var records = new KafkaRecords(TestServers.kafka().bootstrapServers());
    try (var producer = records.producer(Map.of(ProducerConfig.MAX_BLOCK_MS_CONFIG, 500))) {
      assertThatThrownBy(() -> producer.send(new ProducerRecord<>("mistyped", "x")).get())
          .hasCauseInstanceOf(TimeoutException.class);
    }
    try (var admin = records.admin()) {
      assertThat(admin.listTopics().names().get()).doesNotContain("mistyped");
    }
  }

  @Test
  void aTakenPortIsNamedWithItsSetting() throws IOException {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var directory = DataDirectory.open(TestFolders.empty("kafka-taken-port"))) {
      int port = taken.getLocalPort();

      assertThatThrownBy(() -> EmbeddedKafka.start(directory, port))
          .isInstanceOf(StartFailure.class)
          .hasMessage(
              "port %d (ORDINAL_KAFKA_PORT) is taken: stop what listens there or set"
                  + " ORDINAL_KAFKA_PORT",
              port);
    }
  }

  @Test
  void aHalfFormattedFolderIsFormattedAgain() throws Exception {
    var folder = TestFolders.empty("kafka-half-formatted");
    var half = Files.createDirectories(folder.resolve("kafka/data.partial"));
    Files.writeString(half.resolve("bootstrap.checkpoint"), "half");

    try (var directory = DataDirectory.open(folder)) {
      var kafka = EmbeddedKafka.start(directory, 0);
      try (var admin = new KafkaRecords(kafka.bootstrapServers()).admin()) {
        assertThat(admin.describeCluster().nodes().get()).hasSize(1);
      } finally {
        kafka.stop();
      }
    }
  }

  @Test
  void aFolderItCannotReadIsAFailureAndNotTheEndOfTheJvm() throws Exception {
    var folder = TestFolders.empty("kafka-broken");
    try (var directory = DataDirectory.open(folder)) {
      EmbeddedKafka.start(directory, 0).stop();
      Files.writeString(folder.resolve("kafka/data/meta.properties"), "version=99\n");

      assertThatThrownBy(() -> EmbeddedKafka.start(directory, 0))
          .isInstanceOf(StartFailure.class)
          .hasMessageStartingWith("Kafka does not start: ");
    }
  }

  @Test
  void aBrokerThatGivesUpTellsThoseWhoWaitForItsEnd() throws Exception {
    try (var directory = DataDirectory.open(TestFolders.empty("kafka-gives-up"))) {
      var kafka = EmbeddedKafka.start(directory, 0);
      try {
        // What the broker calls when its last log directory has failed.
        assertThatThrownBy(() -> Exit.halt(1, "all log dirs have failed"))
            .hasMessage("Kafka gave up with status 1: all log dirs have failed");

        assertThat(kafka.onExit().toCompletableFuture()).isCompletedExceptionally();
      } finally {
        kafka.stop();
      }
    }
  }

  private static String clusterId(KafkaRecords records) throws Exception {
    try (var admin = records.admin()) {
      assertThat(List.copyOf(admin.describeCluster().nodes().get())).hasSize(1);
      return admin.describeCluster().clusterId().get();
    }
  }
}
