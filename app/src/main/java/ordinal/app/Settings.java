package ordinal.app;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import java.io.File;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import ordinal.cash.notifications.NotificationSettings;
import ordinal.cash.process.ProcessSettings;
import ordinal.cash.refunds.RefundSettings;
import ordinal.http.HttpSettings;
import ordinal.servers.StartFailure;
import org.jspecify.annotations.Nullable;

/**
 * What the person who starts Ordinal may decide, read and checked as a whole before anything
 * starts: every wrong value is named, by the variable that sets it, together with what would be
 * right.
 *
 * @param config everything, for Pekko and the modules
 * @param database the external database, or null for the embedded one
 * @param kafkaBootstrap the external brokers, or null for the embedded one
 * @param adminToken what the management port asks of its callers, or null when it asks nothing
 * @param keepsStock whether the built-in stock service runs, or stock is kept elsewhere
 */
public record Settings(
    Config config,
    Path dataDirectory,
    Address http,
    Address management,
    Address remote,
    List<Address> seedNodes,
    int databasePort,
    int kafkaPort,
    @Nullable Jdbc database,
    @Nullable String kafkaBootstrap,
    int slices,
    @Nullable String adminToken,
    boolean keepsStock) {

  /** Leaves out everything that is secret. */
  @Override
  public String toString() {
    return "settings of the node at " + remote;
  }

  /** Where something listens. */
  public record Address(String host, int port) {
    @Override
    public String toString() {
      return host + ":" + port;
    }
  }

  /** How the database is reached. Its text form leaves the password out. */
  public record Jdbc(String url, String user, String password) {
    @Override
    public String toString() {
      return url + " as " + user;
    }
  }

  /** The environment and {@code conf/application.conf}, below the given file if there is one. */
  public static Settings load(@Nullable Path file) {
    if (file != null && !file.toFile().isFile()) {
      throw new StartFailure("--config " + file + ": there is no such file");
    }
    try {
      return of(file == null ? ConfigFactory.empty() : parse(file.toFile()));
    } catch (ConfigException e) {
      throw new StartFailure(
          (file == null ? "the settings" : "--config " + file) + ": " + e.getMessage());
    }
  }

  /** The given settings over all others; for tests and tools. */
  public static Settings of(Config own) {
    var config =
        ConfigFactory.defaultOverrides()
            .withFallback(own)
            .withFallback(ConfigFactory.parseResources("application.conf"))
            .withFallback(ConfigFactory.defaultReferenceUnresolved())
            .resolve();
    return new Reader(config).read();
  }

  private static Config parse(File file) {
    return ConfigFactory.parseFile(file, ConfigParseOptions.defaults().setAllowMissing(false));
  }

  public boolean isEmbeddedDatabase() {
    return database == null;
  }

  public boolean isEmbeddedKafka() {
    return kafkaBootstrap == null;
  }

  private static final class Reader {
    private static final Pattern TOKEN = Pattern.compile("[\\x21-\\x7e]{1,256}");
    private static final Pattern HOST_PORT = Pattern.compile("([^:\\s,]+):(\\d{1,5})");

    private final Config config;
    private final List<String> faults = new ArrayList<>();

    Reader(Config root) {
      this.config = root;
    }

    Settings read() {
      var mode = oneOf("mode", Set.of("embedded", "external"));
      var settings =
          new Settings(
              config,
              Path.of(text("data-dir")).toAbsolutePath().normalize(),
              address("http"),
              address("management"),
              address("remote"),
              seedNodes(),
              port("db.port"),
              port("kafka.port"),
              database(mode.equals("external")),
              emptyIsNull("kafka.bootstrap"),
              number("slices", 1, 1024),
              token(),
              oneOf("inventory", Set.of("builtin", "external")).equals("builtin"));
      number("rate-limit.capacity", 0, 1_000_000_000);
      number("rate-limit.per-second", 0, 1_000_000_000);
      oneOf("log", Set.of("text", "json"));
      checkTimeouts();
      checkHttp();
      checkCash();
      checkExposure(settings);
      if (!faults.isEmpty()) throw new StartFailure(String.join("\n", faults));
      return settings;
    }

    /** A lock may be ended only when its order has had its time to be paid. */
    private void checkTimeouts() {
      var month = Duration.ofDays(30);
      int known = faults.size();
      var payment = duration("payment-timeout", Duration.ofSeconds(1), month);
      var lock = duration("lock-timeout", Duration.ofSeconds(1), month);
      if (faults.size() == known && lock.compareTo(payment) < 0) {
        fault("lock-timeout", "must not be shorter than ORDINAL_PAYMENT_TIMEOUT");
      }
      duration("reaper-interval", Duration.ofMillis(100), Duration.ofDays(1));
    }

    private Duration duration(String path, Duration least, Duration most) {
      try {
        var value = config.getDuration("ordinal." + path);
        if (value.compareTo(least) >= 0 && value.compareTo(most) <= 0) return value;
      } catch (ConfigException e) {
        // Said below, as for a time out of range.
      }
      fault(path, "must be a time from %s to %s, such as 15m".formatted(text(least), text(most)));
      return least;
    }

    private static String text(Duration time) {
      if (time.toMillis() % 1000 != 0) return time.toMillis() + "ms";
      return time.toDays() > 0 ? time.toDays() + "d" : time.toSeconds() + "s";
    }

    /** Limits that only a file can set; the API names what is wrong with them. */
    private void checkHttp() {
      if (!faults.isEmpty()) return;
      try {
        var unused = HttpSettings.of(config);
      } catch (IllegalArgumentException | ConfigException e) {
        faults.add(String.valueOf(e.getMessage()));
      }
    }

    private void checkCash() {
      if (!faults.isEmpty()) return;
      try {
        var unused = NotificationSettings.of(config);
        var unusedRates = ProcessSettings.of(config);
        var unusedRefunds = RefundSettings.of(config);
      } catch (IllegalArgumentException | ConfigException e) {
        faults.add(String.valueOf(e.getMessage()));
      }
    }

    /**
     * Nobody is asked who they are on the API yet, so nobody but this machine may ask there. The
     * management port can ask for a token.
     */
    private void checkExposure(Settings settings) {
      var auth = text("auth");
      if (!auth.equals("none")) {
        fault("auth", "the only value in this release is none");
      }
      if (!isLoopback(settings.http().host())) {
        fault(
            "http.host",
            "with ORDINAL_AUTH=none only a loopback address is allowed, such as 127.0.0.1");
      }
      if (settings.adminToken() == null && !isLoopback(settings.management().host())) {
        fault(
            "management.host",
            "set ORDINAL_ADMIN_TOKEN too, or use a loopback address such as 127.0.0.1");
      }
    }

    /** A fault here must not show the value. */
    private @Nullable String token() {
      var token = emptyIsNull("admin.token");
      if (token == null || TOKEN.matcher(token).matches()) return token;
      faults.add("ORDINAL_ADMIN_TOKEN must be 1 to 256 visible ASCII characters without spaces");
      return null;
    }

    private @Nullable Jdbc database(boolean external) {
      var url = text("jdbc.url");
      if (!external) {
        if (!url.isEmpty()) fault("jdbc.url", "set ORDINAL_MODE=external too, or unset it");
        return null;
      }
      if (url.startsWith("jdbc:mariadb:")) url = "jdbc:mysql:" + url.substring(13);
      if (!url.startsWith("jdbc:mysql://")) {
        fault("jdbc.url", "ORDINAL_MODE=external needs jdbc:mysql://host:port/database");
      }
      return new Jdbc(url, text("jdbc.user"), text("jdbc.password"));
    }

    private List<Address> seedNodes() {
      var nodes = new ArrayList<Address>();
      for (var part : text("seed-nodes").split(",", -1)) {
        if (part.isBlank()) continue;
        var match = HOST_PORT.matcher(part.strip());
        if (match.matches() && Integer.parseInt(match.group(2)) <= 65535) {
          nodes.add(new Address(match.group(1), Integer.parseInt(match.group(2))));
        } else {
          fault("seed-nodes", "must be host:port,host:port");
        }
      }
      return List.copyOf(nodes);
    }

    private Address address(String name) {
      var host = text(name + ".host");
      try {
        if (host.isBlank()) throw new UnknownHostException();
        InetAddress.getByName(host);
      } catch (UnknownHostException e) {
        fault(name + ".host", "must be an address or a name that resolves, such as 127.0.0.1");
      }
      return new Address(host, port(name + ".port"));
    }

    private int port(String path) {
      return number(path, 0, 65535);
    }

    private int number(String path, int least, int most) {
      try {
        int value = Integer.parseInt(text(path).strip());
        if (value >= least && value <= most) return value;
      } catch (NumberFormatException e) {
        // Said below, as for a number out of range.
      }
      fault(path, "must be a whole number from " + least + " to " + most);
      return least;
    }

    private String oneOf(String path, Set<String> allowed) {
      var value = text(path);
      if (!allowed.contains(value)) {
        fault(path, "must be " + String.join(" or ", allowed.stream().sorted().toList()));
      }
      return value;
    }

    private @Nullable String emptyIsNull(String path) {
      var value = text(path);
      return value.isEmpty() ? null : value;
    }

    private String text(String path) {
      return config.getString("ordinal." + path);
    }

    /** The variable's name follows from the path: http.port is ORDINAL_HTTP_PORT. */
    private void fault(String path, String fix) {
      var variable = "ORDINAL_" + path.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
      faults.add(variable + " is '" + text(path) + "': " + fix);
    }

    private static boolean isLoopback(String host) {
      try {
        return InetAddress.getByName(host).isLoopbackAddress();
      } catch (UnknownHostException e) {
        return true; // Named as a fault of its own.
      }
    }
  }
}
