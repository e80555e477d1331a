package ordinal.app;

import com.typesafe.config.Config;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import ordinal.app.Settings.Jdbc;
import ordinal.servers.StartFailure;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** The database that holds the journal: reached, brought to our layout, and checked to be ours. */
final class Database {

  /**
   * What every connection needs, added where the URL does not say otherwise. Batches go out as one
   * multi-row insert; nothing waits for ever for a server that is gone.
   */
  private static final Map<String, String> DEFAULTS =
      Map.of(
          "rewriteBatchedStatements", "true",
          "cachePrepStmts", "true",
          "useLocalSessionState", "true",
          "connectTimeout", "3000",
          "socketTimeout", "8000",
          "tcpKeepAlive", "true",
          "connectionTimeZone", "UTC",
          "characterEncoding", "UTF-8");

  private final Jdbc jdbc;

  Database(Jdbc jdbc) {
    this.jdbc = new Jdbc(withDefaults(jdbc.url()), jdbc.user(), jdbc.password());
  }

  Jdbc jdbc() {
    return jdbc;
  }

  /**
   * With a configuration that the driver has kept from another time, it would not know by which
   * steps the server counts now, and so not where events were stored.
   */
  private static final Pattern KEPT = Pattern.compile("(?i)(cacheServerConfiguration)=true");

  static String withDefaults(String given) {
    var url = KEPT.matcher(given).replaceAll("$1=false");
    var full = new StringBuilder(url);
    char separator = url.contains("?") ? '&' : '?';
    for (var entry : DEFAULTS.entrySet().stream().sorted(Map.Entry.comparingByKey()).toList()) {
      if (url.contains(entry.getKey() + "=")) continue;
      full.append(separator).append(entry.getKey()).append('=').append(entry.getValue());
      separator = '&';
    }
    return full.toString();
  }

  Connection connect() throws SQLException {
    var login = new Properties();
    login.setProperty("user", jdbc.user());
    login.setProperty("password", jdbc.password());
    return DriverManager.getConnection(jdbc.url(), login);
  }

  /** Connections for the projections, apart from those that the entities write with. */
  HikariDataSource pool(Config config, MeterRegistry metrics) {
    var settings = new HikariConfig();
    settings.setPoolName("projections");
    settings.setJdbcUrl(jdbc.url());
    settings.setUsername(jdbc.user());
    settings.setPassword(jdbc.password());
    settings.setMaximumPoolSize(config.getInt("ordinal.projections.connections"));
    settings.setMinimumIdle(2);
    settings.setConnectionTimeout(3000);
    settings.setValidationTimeout(2000);
    settings.setInitializationFailTimeout(-1);
    settings.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    settings.setMetricRegistry(metrics);
    return new HikariDataSource(settings);
  }

  /** The server's own name and version, which also shows that we can sign in. */
  String version() {
    try (var connection = connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT VERSION()")) {
      rows.next();
      return rows.getString(1);
    } catch (SQLException e) {
      throw new StartFailure(
          "the database does not answer at %s: %s; check ORDINAL_JDBC_URL, _USER and _PASSWORD"
              .formatted(addressOf(jdbc.url()), firstLine(e)));
    }
  }

  /** Brings the schema up to date, and returns how many migrations that took. */
  int migrate(int slices, int publishers) {
    try {
      var result =
          Flyway.configure()
              .dataSource(jdbc.url(), jdbc.user(), jdbc.password())
              .locations("classpath:db/migration")
              .placeholders(Map.of("slices", Integer.toString(slices)))
              .load()
              .migrate();
      requireSame("slices", slices, "ORDINAL_SLICES");
      requireSame("publishers", publishers, "ordinal.projections.kafka.publishers");
      return result.migrationsExecuted;
    } catch (FlywayException | SQLException e) {
      throw new StartFailure("the schema could not be brought up to date: " + firstLine(e));
    }
  }

  /**
   * What was fixed at the first start must be the same now; what is not fixed yet is from now on.
   */
  private void requireSame(String name, int value, String setting) throws SQLException {
    try (var connection = connect();
        var insert =
            connection.prepareStatement(
                "INSERT IGNORE INTO fixed_setting (name, value) VALUES (?, ?)");
        var query = connection.prepareStatement("SELECT value FROM fixed_setting WHERE name = ?")) {
      insert.setString(1, name);
      insert.setString(2, Integer.toString(value));
      insert.executeUpdate();
      query.setString(1, name);
      try (var rows = query.executeQuery()) {
        var fixed = rows.next() ? rows.getString(1) : "unknown";
        if (fixed.equals(Integer.toString(value))) return;
        throw new StartFailure(
            "%s is %d, but this journal was laid out with %s at its first start: set it back"
                .formatted(setting, value, fixed));
      }
    }
  }

  /** Host, port and name only: a URL may carry a password among its parameters. */
  private static String addressOf(String url) {
    int parameters = url.indexOf('?');
    return parameters < 0 ? url : url.substring(0, parameters);
  }

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).strip().lines().findFirst().orElse(e.toString());
  }
}
