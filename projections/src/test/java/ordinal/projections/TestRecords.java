package ordinal.projections;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Future;
import ordinal.servers.TestServers;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** A topic of its own, with records as the publisher writes them. */
public final class TestRecords implements AutoCloseable {

  private final String name;
  private final String journalId;
  private final KafkaProducer<String, byte[]> producer;

  private TestRecords(String name, String journalId) {
    this.name = name;
    this.journalId = journalId;
    this.producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                TestServers.kafka().bootstrapServers(),
                "transactional.id",
                "test-" + UUID.randomUUID(),
                "linger.ms",
                0,
                "metadata.max.age.ms",
                300),
            new StringSerializer(),
            new ByteArraySerializer());
    producer.initTransactions();
  }

  public static TestRecords create(String name, int partitions, String journalId) throws Exception {
    createTopic(name, partitions);
    return new TestRecords(name, journalId);
  }

  public static void createTopic(String name, int partitions) throws Exception {
    try (var admin = admin()) {
      admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1))).all().get();
    }
  }

  public void grow(int partitions) throws Exception {
    try (var admin = admin()) {
      admin.createPartitions(Map.of(name, NewPartitions.increaseTo(partitions))).all().get();
    }
  }

  private static Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", TestServers.kafka().bootstrapServers()));
  }

  public String name() {
    return name;
  }

  /** Sends these orderings in one transaction, over the partitions in turn; where they are. */
  public List<RecordMetadata> commit(int partitions, long... orderings) throws Exception {
    producer.beginTransaction();
    var sent = new ArrayList<Future<RecordMetadata>>();
    for (long ordering : orderings) {
      var partition = (int) (ordering % partitions);
      sent.add(producer.send(record(partition, Long.toString(ordering), journalId)));
    }
    producer.commitTransaction();
    var places = new ArrayList<RecordMetadata>();
    for (var one : sent) places.add(one.get());
    return places;
  }

  public void abort(int partitions, long... orderings) throws Exception {
    producer.beginTransaction();
    for (long ordering : orderings) {
      var partition = (int) (ordering % partitions);
      producer.send(record(partition, Long.toString(ordering), journalId)).get();
    }
    producer.abortTransaction();
  }

  /** A record whose headers are what they are; null for none. */
  public void commit(int partition, String ordering, String journal) throws Exception {
    producer.beginTransaction();
    producer.send(record(partition, ordering, journal));
    producer.commitTransaction();
  }

  private ProducerRecord<String, byte[]> record(int partition, String ordering, String journal) {
    var record = new ProducerRecord<>(name, partition, "key", bytes("{}"));
    if (ordering != null) record.headers().add("ordinal-ordering", bytes(ordering));
    if (journal != null) record.headers().add("ordinal-journal", bytes(journal));
    return record;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    producer.close();
  }
}
