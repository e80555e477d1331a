package ordinal.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Starting, stopping and dying. */
class MariaDbLifecycleTest {

  @Test
  void rowsAreThereAfterAStopAndAStart() throws SQLException {
    var folder = TestFolders.withSoftware("restart");
    String password;
    try (var directory = DataDirectory.open(folder)) {
      var server = EmbeddedMariaDb.start(directory, 0);
      password = server.password();
      writeOneRow(server);
      server.stop();
      server.stop();
      // Listed until the JVM has its exit code, which is a moment after it ended.
      await().until(() -> server.onExit().toCompletableFuture().isDone());
      assertThat(ProcessHandle.of(server.pid())).isEmpty();
    }

    try (var directory = DataDirectory.open(folder)) {
      var server = EmbeddedMariaDb.start(directory, 0);
      assertThat(rows(server)).isEqualTo("1");
      assertThat(server.password()).isEqualTo(password);
    }
  }

  @Test
  void aKilledServerIsNoticedAndItsRowsAreThereAfterwards() throws SQLException {
    try (var directory = DataDirectory.open(TestFolders.withSoftware("server-killed"))) {
      var server = EmbeddedMariaDb.start(directory, 0);
      writeOneRow(server);

      ProcessHandle.of(server.pid()).orElseThrow().destroyForcibly();

      await().until(() -> server.onExit().toCompletableFuture().isDone());
      assertThat(rows(EmbeddedMariaDb.start(directory, 0))).isEqualTo("1");
    }
  }

  @Test
  void closingTheDirectoryStopsTheServer() {
    var directory = DataDirectory.open(TestFolders.withSoftware("closed"));
    var server = EmbeddedMariaDb.start(directory, 0);

    directory.close();

    await().until(() -> ProcessHandle.of(server.pid()).isEmpty());
    assertThatThrownBy(() -> EmbeddedMariaDb.start(directory, 0)).isInstanceOf(StartFailure.class);
  }

  @Test
  void aTakenPortIsNamedWithItsSetting() throws IOException {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var directory = DataDirectory.open(TestFolders.empty("taken-port"))) {
      int port = taken.getLocalPort();

      assertThatThrownBy(() -> EmbeddedMariaDb.start(directory, port))
          .isInstanceOf(StartFailure.class)
          .hasMessage(
              "port %d (ORDINAL_DB_PORT) is taken: stop what listens there or set ORDINAL_DB_PORT",
              port);
    }
  }

  @Test
  void whatAKilledInstallationLeftIsDoneAgain() throws Exception {
    // The whole way, unpacking included: the first of two kills hit it, the second the tables.
    var folder = TestFolders.empty("killed-installation");
    var home = Files.createDirectories(folder.resolve("mariadb"));
    var unpacking = home.resolve("server-" + MariaDbSoftware.VERSION + ".partial/bin");
    Files.writeString(Files.createDirectories(unpacking).resolve("mariadbd"), "half a binary");
    var installing = Files.createDirectories(home.resolve("data.partial/mysql"));
    Files.writeString(installing.resolve("global_priv.frm"), "half a table");

    try (var directory = DataDirectory.open(folder)) {
      var server = EmbeddedMariaDb.start(directory, 0);
      writeOneRow(server);
      assertThat(rows(server)).isEqualTo("1");
    }
    AtomicFolder.delete(folder); // 365 MB.
  }

  @Test
  void aStrangerWithThePidOfAnOldServerIsLeftAlone() throws Exception {
    var folder = TestFolders.withSoftware("stranger");
    try (var directory = DataDirectory.open(folder)) {
      EmbeddedMariaDb.start(directory, 0);
    }
    var stranger = new ProcessBuilder("sleep", "60").start();
    try {
      var pidFile = folder.resolve("mariadb/data/mariadb.pid");
      Files.writeString(pidFile, stranger.pid() + "\n");
      Files.createFile(folder.resolve("mariadb/data/mariadb.sock")); // A stale one does no harm.

      try (var directory = DataDirectory.open(folder)) {
        var server = EmbeddedMariaDb.start(directory, 0);
        assertThat(Files.readString(pidFile).strip()).isEqualTo(Long.toString(server.pid()));
      }

      assertThat(stranger.isAlive()).isTrue();
    } finally {
      stranger.destroyForcibly().waitFor(5, TimeUnit.SECONDS);
    }
  }

  @Test
  void aServerThatCannotStartSaysWhyInOneLine() throws IOException {
    var folder = TestFolders.withSoftware("broken");
    try (var directory = DataDirectory.open(folder)) {
      EmbeddedMariaDb.start(directory, 0).stop();
      Files.writeString(folder.resolve("mariadb/data/ibdata1"), "not a tablespace");

      assertThatThrownBy(() -> EmbeddedMariaDb.start(directory, 0))
          .isInstanceOf(StartFailure.class)
          .hasMessageMatching(
              "MariaDB ended with code 1 while it started: .*ibdata1.*error.log\\)");
    }
  }

  @Test
  void aLongPathWithSpacesIsFine() throws SQLException {
    var name = "a folder, named for its contents ".repeat(4) + "and rather longer than a socket's";
    try (var directory = DataDirectory.open(TestFolders.withSoftware(name))) {
      var server = EmbeddedMariaDb.start(directory, 0);
      writeOneRow(server);
      assertThat(rows(server)).isEqualTo("1");
    }
  }

  private static void writeOneRow(EmbeddedMariaDb server) throws SQLException {
    Sql.execute(server, "CREATE TABLE t (id INT PRIMARY KEY)", "INSERT INTO t VALUES (1)");
  }

  private static String rows(EmbeddedMariaDb server) throws SQLException {
    return Sql.read(server, "SELECT COUNT(*) FROM t");
  }
}
