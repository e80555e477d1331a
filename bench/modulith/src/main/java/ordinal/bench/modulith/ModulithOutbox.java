package ordinal.bench.modulith;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import ordinal.bench.peer.Outbox;
import ordinal.bench.peer.OutgoingEvent;
import ordinal.bench.peer.PeerSettings;
import ordinal.bench.peer.RelayThread;
import ordinal.bench.peer.Transactions;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.modulith.events.FailedEventPublications;
import org.springframework.modulith.events.ResubmissionOptions;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * An outbox by Spring Modulith: an event that is published in a transaction is stored in it as a
 * publication, and externalized right after the commit by a thread of the application's pool. What
 * failed is resubmitted.
 *
 * <p>Each event is sent at least once. Events of one order may overtake each other: the threads of
 * the pool run beside one another, and Modulith's serialized externalization lets them through one
 * at a time, but in no order.
 */
final class ModulithOutbox implements Outbox {

  private static final int BATCH = 1_000;
  private static final String FAIL_HELD =
      "UPDATE EVENT_PUBLICATION SET STATUS = 'FAILED' WHERE STATUS IN ('PUBLISHED', 'RESUBMITTED')";
  private static final Duration LONGEST_PAUSING = Duration.ofSeconds(8);
  private static final long LOOK_NANOS = Duration.ofMillis(5).toNanos();

  private final ConfigurableApplicationContext context;
  private final TransactionTemplate transaction;
  private final DataSource connections;
  private final JdbcTemplate jdbc;
  private final HoldableExecutor senders;
  private final FailedEventPublications failed;
  private final RelayThread resubmission;

  private ModulithOutbox(PeerSettings settings) {
    context = start(settings);
    transaction = context.getBean(TransactionTemplate.class);
    connections = context.getBean(DataSource.class);
    jdbc = context.getBean(JdbcTemplate.class);
    senders = context.getBean(HoldableExecutor.class);
    failed = context.getBean(FailedEventPublications.class);
    resubmission = new RelayThread(this::resubmit, settings.form().interval());
    resubmission.start();
  }

  static Outbox open(PeerSettings settings) {
    try {
      PublicationTable.create(settings);
    } catch (SQLException e) {
      throw new IllegalStateException("no table for publications: " + e.getMessage(), e);
    }
    return new ModulithOutbox(settings);
  }

  private static ConfigurableApplicationContext start(PeerSettings settings) {
    // Logging is configured as in the other peers.
    System.setProperty("org.springframework.boot.logging.LoggingSystem", "none");
    var application = new SpringApplication(ModulithApplication.class);
    application.setWebApplicationType(WebApplicationType.NONE);
    application.setBannerMode(Banner.Mode.OFF);
    application.setRegisterShutdownHook(false);
    application.setDefaultProperties(
        Map.of(
            "spring.modulith.events.completion-mode",
            "delete",
            "spring.modulith.events.republish-outstanding-events-on-restart",
            "true",
            "spring.modulith.events.kafka.enable-json",
            "false",
            // All three: one that is not given counts as no time at all.
            "spring.modulith.events.staleness.published",
            "1m",
            "spring.modulith.events.staleness.processing",
            "1m",
            "spring.modulith.events.staleness.resubmission",
            "1m"));
    application.addInitializers(
        context -> context.getBeanFactory().registerSingleton("peerSettings", settings));
    return application.run();
  }

  /** A failure of the database, on its way through Spring's transaction. */
  private static final class Undone extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final SQLException reason;

    Undone(SQLException reason) {
      super(reason);
      this.reason = reason;
    }
  }

  @Override
  public Transactions transactions() {
    return new Transactions() {
      @Override
      public <T> T run(Work<T> work) throws SQLException {
        try {
          return transaction.execute(
              status -> {
                try {
                  return work.in(DataSourceUtils.getConnection(connections));
                } catch (SQLException e) {
                  throw new Undone(e);
                }
              });
        } catch (Undone e) {
          throw e.reason;
        }
      }
    };
  }

  @Override
  public void add(Connection connection, OutgoingEvent event) {
    context.publishEvent(OrderEvent.of(event));
  }

  /**
   * A batch of what failed is marked as resubmitted in one transaction instead of one for each; the
   * threads that take it up wait for that. There is room for it, so that it is never this thread
   * that sends, which would wait for itself.
   */
  private boolean resubmit() {
    if (senders.getQueueSize() > BATCH) {
      LockSupport.parkNanos(LOOK_NANOS);
      return true;
    }
    var found = new AtomicInteger();
    var options =
        ResubmissionOptions.defaults()
            .withBatchSize(BATCH)
            .withMaxInFlight(BATCH)
            .withFilter(publication -> found.incrementAndGet() > 0);
    transaction.executeWithoutResult(status -> failed.resubmit(options));
    return found.get() > BATCH / 2;
  }

  /** Returns when what was under way is done, but for what takes too long. */
  @Override
  public void pause() {
    resubmission.pause();
    senders.hold(true);
    long until = System.nanoTime() + LONGEST_PAUSING.toNanos();
    while (!senders.isIdle() && System.nanoTime() < until) LockSupport.parkNanos(LOOK_NANOS);
  }

  /**
   * What was published meanwhile counts as failed, which is what Modulith's monitor would say of it
   * a minute later, one by one.
   */
  @Override
  public void resume() {
    transaction.executeWithoutResult(status -> jdbc.update(FAIL_HELD));
    senders.hold(false);
    resubmission.unpause();
  }

  @Override
  public void close() {
    resubmission.close();
    context.close();
  }
}
