package ordinal.servers;

import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The program that {@link KilledOrdinalTest} kills: it writes rows and records for ever, and prints
 * a number when the row and the record of that number were acknowledged.
 */
final class KilledOrdinal {

  private KilledOrdinal() {}

  public static void main(String[] arguments) throws Exception {
    var directory = DataDirectory.open(Path.of(arguments[0]));
    var server = EmbeddedMariaDb.start(directory, 0);
    var records = new KafkaRecords(EmbeddedKafka.start(directory, 0).bootstrapServers());
    System.out.println(server.pid());
    records.createTopic("numbers");
    Sql.execute(server, "CREATE TABLE numbers (n INT PRIMARY KEY)");
    try (var connection = Sql.connect(server);
        var insert = connection.prepareStatement("INSERT INTO numbers VALUES (?)");
        var producer = records.producer(Map.of())) {
      for (int n = 1; ; n++) {
        insert.setInt(1, n);
        insert.executeUpdate();
        producer.send(new ProducerRecord<>("numbers", Integer.toString(n))).get();
        System.out.println(n);
      }
    }
  }
}
