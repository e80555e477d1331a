package ordinal.bridge;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import ordinal.inbox.Inbox;
import ordinal.projections.sql.Sql;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts now and then what metrics show: how far this node's partitions are behind, what is dead.
 */
final class BridgeMonitor implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(BridgeMonitor.class);

  private static final String DEAD =
      "SELECT COUNT(*) FROM dead_letter WHERE source = 'CONSUMER' AND status = 'DEAD'";

  private final DataSource database;
  private final Map<String, Inbox> inboxes;
  private final MultiGauge lag;
  private final ScheduledExecutorService timer;
  private volatile long dead;

  BridgeMonitor(
      DataSource database, Map<String, Inbox> inboxes, MeterRegistry registry, Duration every) {
    this.database = database;
    this.inboxes = inboxes;
    this.lag =
        MultiGauge.builder("consumer.lag")
            .description("Messages not handled yet, by partition that this node holds.")
            .register(registry);
    Gauge.builder("dlq.messages", this, monitor -> (double) monitor.dead)
        .description("Messages that are dead now, of all consumers.")
        .register(registry);
    this.timer =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              var thread = new Thread(work, "ordinal-bridge-monitor");
              thread.setDaemon(true);
              return thread;
            });
    var unused =
        timer.scheduleWithFixedDelay(this::look, 0, every.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void look() {
    try {
      var rows = new ArrayList<MultiGauge.Row<?>>();
      inboxes.forEach(
          (group, inbox) ->
              inbox
                  .lag()
                  .forEach(
                      (at, behind) ->
                          rows.add(
                              MultiGauge.Row.of(
                                  Tags.of(
                                      "group", group,
                                      "topic", at.topic(),
                                      "partition", Integer.toString(at.partition())),
                                  behind))));
      lag.register(rows, true);
      try (var db = database.getConnection()) {
        dead = Sql.number(db, DEAD);
      }
    } catch (SQLException | RuntimeException e) {
      LOG.debug("cannot count now: {}", e.toString());
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
