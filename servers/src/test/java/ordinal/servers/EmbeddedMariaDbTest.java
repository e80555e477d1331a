package ordinal.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the running server is like: who gets in, from where, and with which guarantees. */
class EmbeddedMariaDbTest {

  private final EmbeddedMariaDb server = TestServers.mariaDb();

  @ParameterizedTest
  @CsvSource({
    "@@bind_address, 127.0.0.1",
    "@@innodb_flush_log_at_trx_commit, 1",
    "@@tx_isolation, READ-COMMITTED",
    "@@innodb_autoinc_lock_mode, 2",
    "@@character_set_database, utf8mb4",
    "@@collation_database, utf8mb4_bin",
    "@@max_allowed_packet, 67108864",
    "@@skip_name_resolve, 1",
    "@@local_infile, 0",
    "@@system_time_zone IS NOT NULL AND @@time_zone = '+00:00', 1"
  })
  void theServerRunsWith(String setting, String value) throws SQLException {
    assertThat(Sql.read(server, "SELECT " + setting)).isEqualTo(value);
  }

  @Test
  void itSaysWhichVersionItIs() {
    assertThat(server.version()).contains(MariaDbSoftware.VERSION);
  }

  @ParameterizedTest
  @CsvSource({"ordinal, wrong", "ordinal, ''", "'', ''", "root, ''", "root, root", "mysql, ''"})
  void nobodyElseGetsIn(String user, String password) {
    assertThatThrownBy(() -> DriverManager.getConnection(server.jdbcUrl(), user, password))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("Access denied");
  }

  @Test
  void theAccountHasItsOwnDatabasesOnly() throws SQLException {
    TestServers.database("of_its_own");

    assertThatThrownBy(() -> Sql.execute(server, "CREATE DATABASE ordinalx"))
        .hasMessageContaining("Access denied");
    assertThatThrownBy(() -> Sql.read(server, "SELECT COUNT(*) FROM mysql.global_priv"))
        .hasMessageContaining("denied");
    assertThatThrownBy(() -> Sql.execute(server, "SET GLOBAL max_connections = 10"))
        .hasMessageContaining("denied");
  }

  @Test
  void aDatabaseOfATestIsEmptyEachTime() throws SQLException {
    var first = TestServers.database("twice");
    Sql.execute(server, "CREATE TABLE ordinal_twice.t (id INT PRIMARY KEY)");

    var second = TestServers.database("twice");

    assertThat(second).isEqualTo(first);
    assertThat(
            Sql.read(
                server,
                "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema ="
                    + " 'ordinal_twice'"))
        .isEqualTo("0");
  }

  @Test
  void thePasswordIsInFilesOfItsOwnerOnly() throws Exception {
    var home = TestFolders.root().resolve("servers/mariadb");

    assertThat(server.password()).hasSizeGreaterThanOrEqualTo(32);
    assertThat(DataDirectoryTest.permissions(home)).isEqualTo("rwx------");
    assertThat(DataDirectoryTest.permissions(home.resolve("password"))).isEqualTo("rw-------");
    assertThat(DataDirectoryTest.permissions(home.resolve("init.sql"))).isEqualTo("rw-------");
    assertThat(Files.readString(home.resolve("error.log"))).doesNotContain(server.password());
    var command = ProcessHandle.of(server.pid()).orElseThrow().info();
    assertThat(command.arguments().orElseThrow())
        .isNotEmpty()
        .noneMatch(argument -> argument.contains(server.password()));
  }

  @Test
  void controlCInATerminalDoesNotEndItBeforeUs() throws Exception {
    // A terminal sends SIGINT to all processes in front, and the program stops the server last.
    var kill = new ProcessBuilder("kill", "-INT", Long.toString(server.pid())).start();

    assertThat(kill.waitFor()).isZero();
    assertThat(Sql.read(server, "SELECT SLEEP(0.2)")).isEqualTo("0");
  }
}
