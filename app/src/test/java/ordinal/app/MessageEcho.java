package ordinal.app;

import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import ordinal.projections.kafka.Records;
import ordinal.projections.message.EventMessage;
import ordinal.servers.TestServers;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sends every message of a node on a topic again, twice, and in another order. */
final class MessageEcho implements AutoCloseable {

  private static final String COPY = "copy";

  private final String bootstrap;
  private final String topic;
  private final byte[] journalId;
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final AtomicLong copied = new AtomicLong();
  private final Random random = new Random(3);
  private final Thread thread = new Thread(this::run, "message-echo");

  /** Of stock events. */
  MessageEcho(TestNode node) throws Exception {
    this(node, EventMessage.STOCK_EVENTS);
  }

  MessageEcho(TestNode node, String topic) throws Exception {
    this(
        TestServers.kafka().bootstrapServers(),
        node.query("SELECT value FROM fixed_setting WHERE name = 'journal-id'").get(0).get(0),
        topic);
  }

  /** Of the node that calls its journal so. */
  MessageEcho(String bootstrap, String journalId, String topic) {
    this.bootstrap = bootstrap;
    this.journalId = journalId.getBytes(StandardCharsets.UTF_8);
    this.topic = topic;
    thread.start();
  }

  void awaitAllTwice(long events) {
    await().atMost(StockBuyers.LIMIT).until(() -> copied.get() == 2 * events);
  }

  private void run() {
    Map<String, Object> reading =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrap,
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            "read_committed");
    Map<String, Object> writing = Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    var bytes = new ByteArrayDeserializer();
    try (var consumer = new KafkaConsumer<>(reading, bytes, bytes);
        var producer =
            new KafkaProducer<>(writing, new ByteArraySerializer(), new ByteArraySerializer())) {
      var partitions =
          consumer.partitionsFor(topic).stream()
              .map(p -> new TopicPartition(p.topic(), p.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      while (!stopped.get()) {
        var copies = new ArrayList<ProducerRecord<byte[], byte[]>>();
        for (var one : consumer.poll(Duration.ofMillis(200))) {
          if (isOriginal(one)) copies.addAll(List.of(copy(one), copy(one)));
        }
        Collections.shuffle(copies, random);
        copies.forEach(producer::send);
        producer.flush();
        copied.addAndGet(copies.size());
      }
    }
  }

  private boolean isOriginal(ConsumerRecord<byte[], byte[]> record) {
    var journal = record.headers().lastHeader(Records.JOURNAL);
    return journal != null
        && Arrays.equals(journal.value(), journalId)
        && record.headers().lastHeader(COPY) == null;
  }

  /** Not as an event of the journal that is on Kafka twice: as one of who knows whom. */
  private ProducerRecord<byte[], byte[]> copy(ConsumerRecord<byte[], byte[]> record) {
    var copy = new ProducerRecord<>(topic, null, record.key(), record.value());
    copy.headers().add(COPY, new byte[] {1});
    return copy;
  }

  @Override
  public void close() {
    stopped.set(true);
    await().atMost(StockBuyers.LIMIT).until(() -> !thread.isAlive());
  }
}
