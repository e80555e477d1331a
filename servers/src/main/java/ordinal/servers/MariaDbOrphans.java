package ordinal.servers;

import java.nio.file.Path;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a MariaDB that outlived the Ordinal that started it, which happens when that was killed.
 *
 * <p>An orphan is known by what it is, a {@code mariadbd} whose command line names a data folder of
 * ours, and never by a pid from a file: the system may have given that pid to a stranger since, and
 * a server killed early in its start has not written one yet. Whoever calls this holds the data
 * directory, so no living Ordinal owns what is found.
 */
final class MariaDbOrphans {

  static final String DATADIR = "--datadir=";

  private static final Logger log = LoggerFactory.getLogger(MariaDbOrphans.class);

  private MariaDbOrphans() {}

  static void end(Path home) {
    ProcessHandle.allProcesses()
        .filter(process -> servesBelow(home, process))
        .forEach(
            orphan -> {
              log.warn("ending MariaDB process {}, left over from a killed Ordinal", orphan.pid());
              Processes.end(orphan);
            });
  }

  private static boolean servesBelow(Path home, ProcessHandle process) {
    var info = process.info();
    boolean isServer =
        info.command().filter(command -> command.contains("/bin/mariadbd")).isPresent();
    return isServer
        && info.arguments().stream()
            .flatMap(Arrays::stream)
            .anyMatch(argument -> argument.startsWith(DATADIR + home + "/"));
  }
}
