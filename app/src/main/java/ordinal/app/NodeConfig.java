package ordinal.app;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValueFactory;
import java.util.List;
import java.util.Map;
import ordinal.app.Settings.Address;
import ordinal.app.Settings.Jdbc;

/** What Pekko is told, once the servers are up and it is known where. */
final class NodeConfig {

  static final String SYSTEM_NAME = "ordinal";

  /** Where the connection pool of the journal is configured. */
  static final String DATABASE = "pekko-persistence-jdbc.shared-databases.ordinal.db";

  private NodeConfig() {}

  static Config of(Settings settings, Jdbc database) {
    var seeds = settings.seedNodes().isEmpty() ? List.of(settings.remote()) : settings.seedNodes();
    Map<String, Object> known =
        Map.of(
            DATABASE + ".url",
            database.url(),
            DATABASE + ".user",
            database.user(),
            DATABASE + ".password",
            database.password(),
            "pekko.cluster.seed-nodes",
            seeds.stream().map(NodeConfig::uri).toList());
    var config = ConfigFactory.empty();
    for (var entry : known.entrySet()) {
      config =
          config.withValue(
              entry.getKey(), ConfigValueFactory.fromAnyRef(entry.getValue(), "start"));
    }
    return config.withFallback(settings.config()).resolve();
  }

  private static String uri(Address node) {
    return "pekko://" + SYSTEM_NAME + "@" + node;
  }
}
