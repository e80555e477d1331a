package ordinal.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A broker that was killed while transactions were under way. */
class KilledKafkaTest {

  private static final int ENOUGH = 50;

  /**
   * While it counts as leader on the word of before the kill, a coordinator takes partitions
   * without a leader for deleted, and leaves a transaction without its markers.
   */
  @Test
  void theNextBrokerDoesNothingOnTheWordOfTheOneThatWasKilled() throws Exception {
    var folder = TestFolders.empty("killed-kafka");
    int committed = killed(folder);
    var said = new Said();

    try (var directory = DataDirectory.open(folder)) {
      var kafka = EmbeddedKafka.start(directory, 0);
      try {
        await()
            .atMost(Duration.ofSeconds(30))
            .untilAsserted(() -> assertThat(said.lines).anyMatch(l -> l.contains("Elected as")));
        var numbers = IntStream.rangeClosed(1, committed).mapToObj(Integer::toString).toList();
        assertThat(new KafkaRecords(kafka.bootstrapServers()).read("numbers"))
            .startsWith(numbers.toArray(String[]::new));
        assertThat(said.lines)
            .as("elected once, not before the kill is got over and then again")
            .filteredOn(line -> line.contains("Elected as the txn coordinator for partition 0 "))
            .hasSize(1);
        assertThat(said.lines).noneMatch(line -> line.contains("can be skipped"));
      } finally {
        kafka.stop();
      }
    } finally {
      said.end();
    }
  }

  /** The last number that was committed for sure. */
  private static int killed(Path folder) throws Exception {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var process =
        new ProcessBuilder(
                List.of(
                    java,
                    "-Xmx512m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    KilledKafka.class.getName(),
                    folder.toString()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    int last = 0;
    try (var output = process.inputReader()) {
      for (var line = output.readLine(); line != null && last < ENOUGH; line = output.readLine()) {
        last = Integer.parseInt(line);
      }
    } finally {
      process.destroyForcibly().onExit().join();
    }
    assertThat(last).as("committed before the kill").isEqualTo(ENOUGH);
    return last;
  }

  /** What the transaction coordinator of this JVM says. */
  private static final class Said extends AppenderBase<ILoggingEvent> {
    final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final Logger coordinator =
        (Logger) LoggerFactory.getLogger("kafka.coordinator.transaction");

    Said() {
      coordinator.setLevel(Level.INFO);
      coordinator.setAdditive(false);
      coordinator.addAppender(this);
      start();
    }

    @Override
    protected void append(ILoggingEvent event) {
      lines.add(event.getFormattedMessage());
    }

    void end() {
      coordinator.detachAppender(this);
      coordinator.setAdditive(true);
      coordinator.setLevel(null);
    }
  }
}
