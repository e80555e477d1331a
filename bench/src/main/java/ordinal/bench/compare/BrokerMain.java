package ordinal.bench.compare;

import java.nio.file.Path;
import ordinal.servers.DataDirectory;
import ordinal.servers.EmbeddedKafka;

/**
 * A Kafka broker in a process of its own, so that what it uses can be told from what others use.
 * Ends with whoever started it.
 */
public final class BrokerMain {

  private BrokerMain() {}

  /** Takes a data folder and a port. */
  public static void main(String[] arguments) {
    ProcessHandle.current().parent().ifPresent(BrokerMain::endWith);
    var directory = DataDirectory.open(Path.of(arguments[0]));
    var kafka = EmbeddedKafka.start(directory, Integer.parseInt(arguments[1]));
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  kafka.stop();
                  directory.close();
                },
                "stop-broker"));
    kafka.onExit().toCompletableFuture().join();
  }

  private static void endWith(ProcessHandle parent) {
    var watch =
        new Thread(
            () -> {
              parent.onExit().join();
              System.exit(0);
            },
            "parent");
    watch.setDaemon(true);
    watch.start();
  }
}
