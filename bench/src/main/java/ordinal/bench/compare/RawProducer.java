package ordinal.bench.compare;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** A transactional producer with nothing to do but to send. */
final class RawProducer {

  private RawProducer() {}

  static double recordsPerSecond(
      String bootstrap, String topic, int size, int recordsInTransaction, int seconds) {
    try (var producer =
        new KafkaProducer<>(
            settings(bootstrap), new StringSerializer(), new ByteArraySerializer())) {
      producer.initTransactions();
      var value = new byte[size];
      send(producer, topic, value, recordsInTransaction); // Finds the leaders; does not count.
      long sent = 0;
      long begin = System.nanoTime();
      long until = begin + seconds * 1_000_000_000L;
      while (System.nanoTime() < until) {
        send(producer, topic, value, recordsInTransaction);
        sent += recordsInTransaction;
      }
      return sent / ((System.nanoTime() - begin) / 1e9);
    }
  }

  private static void send(
      KafkaProducer<String, byte[]> producer, String topic, byte[] value, int records) {
    producer.beginTransaction();
    for (int i = 0; i < records; i++) {
      // What becomes of it, the commit tells.
      var unused = producer.send(new ProducerRecord<>(topic, Integer.toString(i), value));
    }
    producer.commitTransaction();
  }

  /** As Ordinal's publisher has them. */
  private static Map<String, Object> settings(String bootstrap) {
    var settings = new HashMap<String, Object>();
    settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "bench-limit");
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    settings.put(ProducerConfig.BATCH_SIZE_CONFIG, 128 << 10);
    settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 16L << 20);
    settings.put(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, 2);
    return settings;
  }
}
