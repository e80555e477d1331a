package ordinal.app;

import io.micrometer.core.instrument.MeterRegistry;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.persistence.jdbc.db.SlickExtension;
import org.apache.pekko.persistence.jdbc.db.SlickExtensionImpl;
import slick.jdbc.hikaricp.HikariCPJdbcDataSource;

/** The connections that the entities write with. The plugin makes them; here they are measured. */
final class JournalPool {

  private JournalPool() {}

  static void measure(ActorSystem<?> system, MeterRegistry metrics) {
    var journal = system.settings().config().getConfig("jdbc-journal");
    var plugin = (SlickExtensionImpl) SlickExtension.get(system);
    if (plugin.database(journal).database().source() instanceof HikariCPJdbcDataSource pool) {
      pool.ds().setMetricRegistry(metrics);
    }
  }
}
