package ordinal.servers;

import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;

/** The program that {@link KilledKafkaTest} kills: it commits transactions for ever. */
final class KilledKafka {

  private KilledKafka() {}

  public static void main(String[] arguments) throws Exception {
    var directory = DataDirectory.open(Path.of(arguments[0]));
    var records = new KafkaRecords(EmbeddedKafka.start(directory, 0).bootstrapServers());
    records.createTopic("numbers");
    try (var producer = records.producer(Map.of("transactional.id", "t"))) {
      producer.initTransactions();
      for (int n = 1; ; n++) {
        producer.beginTransaction();
        producer.send(new ProducerRecord<>("numbers", Integer.toString(n)));
        producer.commitTransaction();
        System.out.println(n);
      }
    }
  }
}
