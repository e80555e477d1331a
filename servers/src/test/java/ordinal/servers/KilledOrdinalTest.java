package ordinal.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A kill of the whole program: its database lives on for a while, its broker dies with it. */
class KilledOrdinalTest {

  private static final int ENOUGH = 200;

  @Test
  void whatWasAcknowledgedBeforeTheKillIsThereAfterTheNextStart() throws Exception {
    var folder = TestFolders.withSoftware("killed");
    var killed = start(folder);
    try (var output = killed.inputReader()) {
      long orphan = Long.parseLong(firstNumber(output));
      readUpTo(ENOUGH, output);
      assertThatThrownBy(() -> DataDirectory.open(folder))
          .hasMessageContaining("is in use by process " + killed.pid() + ":");

      killed.toHandle().destroyForcibly(); // By its handle, which leaves the pipe open.

      int acknowledged = readRest(output);
      killed.waitFor();
      assertThat(program(orphan)).as("the orphan").isPresent();
      assertEverythingIsThere(folder, acknowledged);
      assertThat(program(orphan)).as("the orphan").isEmpty();
    } finally {
      killed.destroyForcibly();
    }
  }

  /** Empty when the process has ended, even if nobody has asked for its exit code yet. */
  private static Optional<String> program(long pid) {
    return ProcessHandle.of(pid).flatMap(process -> process.info().command());
  }

  private static void assertEverythingIsThere(Path folder, int acknowledged) throws Exception {
    try (var directory = DataDirectory.open(folder)) {
      var both = Executors.newSingleThreadExecutor();
      var starting = both.submit(() -> EmbeddedMariaDb.start(directory, 0));
      both.shutdown();
      var kafka = EmbeddedKafka.start(directory, 0);
      var server = starting.get();
      try {
        var present = IntStream.rangeClosed(1, acknowledged).mapToObj(Integer::toString).toList();
        assertThat(Sql.read(server, "SELECT COUNT(*) FROM numbers WHERE n <= " + acknowledged))
            .isEqualTo(Integer.toString(acknowledged));
        assertThat(new KafkaRecords(kafka.bootstrapServers()).read("numbers"))
            .startsWith(present.toArray(String[]::new));
      } finally {
        kafka.stop();
      }
    }
  }

  private static Process start(Path folder) throws IOException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var command =
        List.of(
            java,
            "-Xmx512m",
            "-cp",
            System.getProperty("java.class.path"),
            KilledOrdinal.class.getName(),
            folder.toString());
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static String firstNumber(BufferedReader output) throws IOException {
    var line = output.readLine();
    assertThat(line).as("the first line of the program").matches("\\d+");
    return line;
  }

  private static void readUpTo(int number, BufferedReader output) throws IOException {
    for (var line = output.readLine(); line != null; line = output.readLine()) {
      if (Integer.parseInt(line) == number) {
        return;
      }
    }
    throw new AssertionError("the program ended before it had written " + number);
  }

  /** The pipe keeps what was printed before the kill; its last line may be cut. */
  private static int readRest(BufferedReader output) throws IOException {
    int last = ENOUGH;
    var text = new StringBuilder();
    for (int c = output.read(); c >= 0; c = output.read()) {
      text.append((char) c);
    }
    for (int at = 0, end = text.indexOf("\n");
        end >= 0;
        at = end + 1, end = text.indexOf("\n", at)) {
      last = Integer.parseInt(text.substring(at, end));
    }
    return last;
  }
}
