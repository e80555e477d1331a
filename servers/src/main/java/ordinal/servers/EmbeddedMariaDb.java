package ordinal.servers;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A real MariaDB server as a child process, on loopback, with its data in the data directory.
 *
 * <p>What it acknowledged is on disk: it survives a kill of the program and of the server. A kill
 * at any moment, the first installation included, leaves nothing that a person must clean up: the
 * next start ends a left-over server and does half-done steps again.
 */
public final class EmbeddedMariaDb {

  private static final Logger log = LoggerFactory.getLogger(EmbeddedMariaDb.class);

  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final long POLL_MILLIS = 40;
  private static final int ATTEMPTS_TO_FIND_A_PORT = 5;

  private final Process process;
  private final MariaDbAccount account;
  private final int port;
  private final String version;

  private EmbeddedMariaDb(Process process, MariaDbAccount account, int port, String version) {
    this.process = process;
    this.account = account;
    this.port = port;
    this.version = version;
  }

  /** Returns when the server answers. Port 0 takes any that is free. */
  public static EmbeddedMariaDb start(DataDirectory directory, int port) {
    try {
      var home = directory.folder("mariadb");
      MariaDbOrphans.end(home);
      Ports.choose(port, "ORDINAL_DB_PORT"); // Refused before the long work, not after it.
      var temporary = directory.folder("mariadb/tmp");
      var software = MariaDbSoftware.unpack(home);
      var data =
          AtomicFolder.make(
              home.resolve("data"),
              folder ->
                  software.install(directory, folder, temporary, home.resolve("install.log")));
      var account = MariaDbAccount.open(home);
      var command = software.command(data, temporary);
      command.addAll(settings());
      command.add("--init-file=" + account.writeInitFile(home));
      return launch(directory, home, command, account, port);
    } catch (IOException e) {
      throw DataDirectory.unusable(directory.path(), e);
    }
  }

  /**
   * The socket and the pid file are relative, which for the server means its data folder: a
   * socket's path may have 107 bytes only, and a data directory's may have more.
   */
  private static List<String> settings() {
    return List.of(
        "--bind-address=" + Ports.LOOPBACK,
        "--socket=mariadb.sock",
        "--pid-file=mariadb.pid",
        "--skip-name-resolve",
        "--skip-ssl", // Loopback only, and making a certificate would slow down each start.
        "--local-infile=OFF",
        "--character-set-server=utf8mb4",
        "--collation-server=utf8mb4_bin", // Ids differ when their letters' case does.
        "--default-time-zone=+00:00",
        "--transaction-isolation=READ-COMMITTED",
        "--innodb-flush-log-at-trx-commit=1", // What is acknowledged is on disk.
        "--innodb-autoinc-lock-mode=2", // Multi-row inserts of many writers do not wait.
        "--innodb-buffer-pool-size=256M",
        "--innodb-log-file-size=256M", // Some 10 s of the highest load between checkpoints.
        "--max-allowed-packet=64M",
        "--max-connections=200",
        "--performance-schema=OFF");
  }

  private static EmbeddedMariaDb launch(
      DataDirectory directory,
      Path home,
      List<String> command,
      MariaDbAccount account,
      int wantedPort)
      throws IOException {
    for (int attempt = 1; ; attempt++) {
      int port = Ports.choose(wantedPort, "ORDINAL_DB_PORT");
      var errors = MariaDbLog.fresh(home);
      var builder =
          new ProcessBuilder(command)
              .directory(home.toFile())
              .redirectErrorStream(true)
              .redirectOutput(errors.toFile());
      builder.command().add("--port=" + port);
      var process = directory.launch(builder);
      try {
        var version = awaitReady(process, account, port, errors);
        log.info("MariaDB {} runs as process {} on port {}", version, process.pid(), port);
        return new EmbeddedMariaDb(process, account, port, version);
      } catch (StartFailure e) {
        Processes.end(process.toHandle());
        // Someone else took the free port before the server could.
        boolean portWasTaken = wantedPort == 0 && !Ports.isFree(port);
        if (!portWasTaken || attempt == ATTEMPTS_TO_FIND_A_PORT) {
          throw e;
        }
      }
    }
  }

  private static String awaitReady(Process process, MariaDbAccount account, int port, Path errors) {
    long deadline = System.nanoTime() + START_LIMIT.toNanos();
    @Nullable SQLException last = null;
    while (System.nanoTime() < deadline) {
      if (exitedWithin(process, POLL_MILLIS)) {
        throw new StartFailure(
            "MariaDB ended with code %d while it started: %s"
                .formatted(process.exitValue(), MariaDbLog.says(errors)));
      }
      try (var connection = connect(account, port)) {
        return connection.getMetaData().getDatabaseProductVersion();
      } catch (SQLException e) {
        last = e;
      }
    }
    throw new StartFailure(
        "MariaDB does not answer on port %d after %d s (%s): %s"
            .formatted(
                port,
                START_LIMIT.toSeconds(),
                last == null ? "it does not listen" : last.getMessage(),
                MariaDbLog.says(errors)));
  }

  private static boolean exitedWithin(Process process, long millis) {
    try {
      return process.waitFor(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StartFailure("interrupted while MariaDB started", e);
    }
  }

  private static Connection connect(MariaDbAccount account, int port) throws SQLException {
    var url = url(port, MariaDbAccount.DATABASE) + "&connectTimeout=2000&socketTimeout=5000";
    return DriverManager.getConnection(url, account.user(), account.password());
  }

  static String url(int port, String database) {
    return "jdbc:mysql://%s:%d/%s?sslMode=DISABLED".formatted(Ports.LOOPBACK, port, database);
  }

  /** The address only; time-outs and batching are the caller's, as with an external database. */
  public String jdbcUrl() {
    return url(port, MariaDbAccount.DATABASE);
  }

  public String user() {
    return account.user();
  }

  public String password() {
    return account.password();
  }

  public String version() {
    return version;
  }

  public int port() {
    return port;
  }

  public long pid() {
    return process.pid();
  }

  /** Completes when the server has ended, whether we stopped it or not. */
  public CompletionStage<Void> onExit() {
    return process.onExit().thenAccept(ended -> {});
  }

  /** Returns when the server has written everything out and is gone. Stopping twice is harmless. */
  public void stop() {
    Processes.end(process.toHandle());
  }
}
