package ordinal.inbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import ordinal.servers.TestServers;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;

/** A database with the inbox's table and one of effects, and topics to fill. */
final class TestInboxes implements AutoCloseable {

  static {
    // The machine may be busy with other things; a condition that holds is still met at once.
    Awaitility.setDefaultTimeout(Duration.ofSeconds(60));
  }

  final TestServers.Database at;
  final KafkaProducer<String, String> producer =
      new KafkaProducer<>(
          Map.of("bootstrap.servers", bootstrap(), "linger.ms", 0),
          new StringSerializer(),
          new StringSerializer());

  TestInboxes(String name) throws SQLException {
    at = TestServers.database(name);
    execute(
        """
        CREATE TABLE inbox_offset (
          consumer_group VARCHAR(200) NOT NULL,
          topic          VARCHAR(249) NOT NULL,
          partition_no   INTEGER NOT NULL,
          next_offset    BIGINT NOT NULL,
          version        BIGINT NOT NULL,
          holder         VARCHAR(36) NOT NULL,
          PRIMARY KEY (consumer_group, topic, partition_no))
          DEFAULT CHARACTER SET ascii""");
    execute("CREATE TABLE effect (id BIGINT AUTO_INCREMENT PRIMARY KEY, what VARCHAR(100))");
  }

  static String bootstrap() {
    return TestServers.kafka().bootstrapServers();
  }

  static InboxSettings settings(String group, String topic) {
    return InboxSettings.of(bootstrap(), group, topic)
        .withPauses(Duration.ofMillis(20), Duration.ofMillis(10), Duration.ofMillis(50));
  }

  static void topic(String topic, int partitions) throws Exception {
    try (var admin = Admin.create(Map.of("bootstrap.servers", bootstrap()))) {
      admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1))).all().get();
      // It is there when its leaders answer: a producer that asks earlier may wait for minutes.
      var ends = new HashMap<TopicPartition, OffsetSpec>();
      for (int i = 0; i < partitions; i++) {
        ends.put(new TopicPartition(topic, i), OffsetSpec.latest());
      }
      Awaitility.await()
          .ignoreExceptions()
          .until(() -> admin.listOffsets(ends).all().get().size() == partitions);
    }
  }

  /** Messages m0, m1 and so on, each under its own key. */
  void send(String topic, int from, int to) throws Exception {
    var sent = new ArrayList<Future<RecordMetadata>>();
    for (int i = from; i < to; i++) {
      sent.add(producer.send(new ProducerRecord<>(topic, "k" + i, "m" + i)));
    }
    for (var one : sent) one.get();
  }

  /** Writes a row for each message. */
  static InboxEffect rows(List<ConsumerRecord<byte[], byte[]>> batch) {
    var texts = batch.stream().map(record -> new String(record.value(), UTF_8)).toList();
    return db -> {
      for (var text : texts) {
        try (var insert = db.prepareStatement("INSERT INTO effect (what) VALUES (?)")) {
          insert.setString(1, text);
          insert.executeUpdate();
        }
      }
    };
  }

  /** What was written, sorted. */
  List<String> effects() throws SQLException {
    try (var db = DriverManager.getConnection(at.jdbcUrl(), at.user(), at.password());
        var rows = db.createStatement().executeQuery("SELECT what FROM effect ORDER BY what")) {
      var found = new ArrayList<String>();
      while (rows.next()) found.add(rows.getString(1));
      return found;
    }
  }

  /** How many messages are behind the group's stored offsets, when all began at 0. */
  long storedOffsets(String group) throws SQLException {
    try (var db = DriverManager.getConnection(at.jdbcUrl(), at.user(), at.password());
        var query =
            db.prepareStatement(
                "SELECT COALESCE(SUM(next_offset), 0) FROM inbox_offset WHERE consumer_group ="
                    + " ?")) {
      query.setString(1, group);
      try (var rows = query.executeQuery()) {
        return rows.next() ? rows.getLong(1) : 0;
      }
    }
  }

  static List<String> messages(int from, int to) {
    var all = new ArrayList<String>();
    for (int i = from; i < to; i++) all.add("m" + i);
    all.sort(null);
    return all;
  }

  void execute(String sql) throws SQLException {
    try (var db = DriverManager.getConnection(at.jdbcUrl(), at.user(), at.password());
        var statement = db.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() {
    producer.close();
  }
}
