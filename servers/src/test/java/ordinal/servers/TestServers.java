package ordinal.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.regex.Pattern;

/**
 * One MariaDB and one Kafka for all tests of a JVM, started when first asked for.
 *
 * <p>MariaDB's data stays from run to run, which saves the installation; {@link #database} gives
 * every test its own empty database. Kafka starts empty in each run, so that a test sees its own
 * records only. Other modules get at this class with {@code servers % "test->test"}.
 */
public final class TestServers {

  /** Where a test's database is, in the terms of the settings. */
  public record Database(String jdbcUrl, String user, String password) {}

  private static final Pattern NAME = Pattern.compile("[a-z0-9_]{1,50}");

  private TestServers() {}

  /** Initialized on first use, which the JVM does exactly once. */
  private static final class Directory {
    static final DataDirectory OPEN = open();

    private static DataDirectory open() {
      var directory = DataDirectory.open(TestFolders.root().resolve("servers"));
      // Closing the directory stops the database too.
      Runtime.getRuntime().addShutdownHook(new Thread(directory::close, "stop-test-servers"));
      return directory;
    }
  }

  private static final class MariaDb {
    static final EmbeddedMariaDb RUNNING = EmbeddedMariaDb.start(Directory.OPEN, 0);
  }

  private static final class Kafka {
    static final EmbeddedKafka RUNNING = start();

    private static EmbeddedKafka start() {
      try {
        AtomicFolder.delete(Directory.OPEN.path().resolve("kafka"));
        var kafka = EmbeddedKafka.start(Directory.OPEN, 0);
        Runtime.getRuntime().addShutdownHook(new Thread(kafka::stop, "stop-test-kafka"));
        return kafka;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  public static EmbeddedMariaDb mariaDb() {
    return MariaDb.RUNNING;
  }

  public static EmbeddedKafka kafka() {
    return Kafka.RUNNING;
  }

  /** An empty database; one of the same name from an earlier test is gone. */
  public static Database database(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("a test database's name is " + NAME + ", not " + name);
    }
    var server = mariaDb();
    var database = "ordinal_" + name;
    try (var connection =
            DriverManager.getConnection(server.jdbcUrl(), server.user(), server.password());
        var statement = connection.createStatement()) {
      statement.execute("DROP DATABASE IF EXISTS " + database);
      statement.execute("CREATE DATABASE " + database);
    } catch (SQLException e) {
      throw new IllegalStateException("cannot make the database " + database, e);
    }
    return new Database(
        EmbeddedMariaDb.url(server.port(), database), server.user(), server.password());
  }
}
