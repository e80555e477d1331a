package ordinal.projections.operation;

import com.typesafe.config.Config;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToLongFunction;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps an eye on the outbox: metrics and admission read its last look, which costs nothing, and
 * those who ask for the status get a new one. It looks from a thread of its own.
 *
 * <p>A look costs two statements, and as much as there is to count. It is taken
 *
 * <ul>
 *   <li>at most once in an interval, and never so often that it takes more than a twentieth of the
 *       time: a large backlog is counted less often;
 *   <li>while something is behind, or after the journal has grown: else no number can have grown;
 *   <li>but at least every so often, because another node may have replayed a dead letter.
 * </ul>
 *
 * A database that is away leaves the last numbers standing, and {@code outbox_status_age_seconds}
 * tells how old they are. No metric is ever NaN.
 */
public final class OutboxMonitor implements Outbox, OutboxPressure, AutoCloseable {

  /**
   * How often to look, and how much to count.
   *
   * @param projections whose lag to tell beside that of the outbox
   */
  public record Settings(
      int slices,
      List<String> projections,
      Duration interval,
      Duration atLeastEvery,
      long mostCounted) {
    public Settings {
      projections = List.copyOf(projections);
    }

    public static Settings of(Config root, int slices, List<String> projections) {
      var config = root.getConfig("ordinal.outbox.monitor");
      return new Settings(
          slices,
          projections,
          config.getDuration("interval"),
          config.getDuration("at-least-every"),
          config.getLong("most-counted"));
    }
  }

  private static final Logger LOG = LoggerFactory.getLogger(OutboxMonitor.class);
  private static final int SHARE_OF_TIME = 20;

  private final DataSource database;
  private final OutboxReader reader;
  private final Settings settings;
  private final LongSupplier journalEnd;
  private final IntToLongFunction publishedHere;
  private final Runnable retryNow;
  private final Clock clock;
  private final ScheduledThreadPoolExecutor thread;

  private volatile OutboxReading last = OutboxReading.NONE;
  private volatile long lastAtNanos = System.nanoTime();
  private @Nullable CompletableFuture<OutboxReading> asked;

  // Of the monitor's thread alone.
  private boolean hasLooked;
  private boolean isAway;
  private long lastEnd;
  private long lastTookNanos;

  private OutboxMonitor(
      DataSource database,
      Settings settings,
      LongSupplier journalEnd,
      IntToLongFunction publishedHere,
      Runnable retryNow,
      Clock clock) {
    this.database = database;
    this.reader =
        new OutboxReader(settings.slices(), settings.projections(), settings.mostCounted());
    this.settings = settings;
    this.journalEnd = journalEnd;
    this.publishedHere = publishedHere;
    this.retryNow = retryNow;
    this.clock = clock;
    this.thread =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              var made = new Thread(work, "outbox-monitor");
              made.setDaemon(true);
              return made;
            });
  }

  /**
   * Starts to look.
   *
   * @param journalEnd where the journal ends as far as this node knows: another number than before
   *     says that it has grown
   * @param publishedHere how far this node has published a slice, or 0 when another node does
   * @param retryNow ends the waits of all publishers in the cluster
   */
  public static OutboxMonitor start(
      DataSource database,
      Settings settings,
      LongSupplier journalEnd,
      IntToLongFunction publishedHere,
      Runnable retryNow,
      MeterRegistry metrics,
      Clock clock) {
    var monitor = new OutboxMonitor(database, settings, journalEnd, publishedHere, retryNow, clock);
    monitor.register(metrics);
    var unused =
        monitor.thread.scheduleWithFixedDelay(
            monitor::lookIfDue, 0, settings.interval().toMillis(), TimeUnit.MILLISECONDS);
    return monitor;
  }

  // What it tells.

  @Override
  public long pending() {
    return last.pending();
  }

  /** A look taken after the question; those who ask while it is waited for share it. */
  @Override
  public CompletionStage<Status> status() {
    return freshLook().thenApply(reading -> reading.status(clock.millis()));
  }

  /** Whether the waits have ended shows in the next look; those that it ended are told here. */
  @Override
  public CompletionStage<Integer> retryNow() {
    return freshLook()
        .thenApply(
            reading -> {
              retryNow.run();
              return reading.retryingSlices();
            });
  }

  private CompletionStage<OutboxReading> freshLook() {
    synchronized (thread) {
      var waiting = asked;
      if (waiting != null) return waiting;
      var answer = new CompletableFuture<OutboxReading>();
      try {
        thread.execute(this::answer);
      } catch (RejectedExecutionException e) {
        return CompletableFuture.failedFuture(e);
      }
      asked = answer;
      return answer;
    }
  }

  private void register(MeterRegistry metrics) {
    gauge(metrics, "outbox_event_pending", "Stored events not yet on Kafka", r -> r.pending());
    gauge(metrics, "outbox_event_retrying", "Those whose publisher waits", r -> r.retrying());
    gauge(metrics, "outbox_event_dead", "Events that cannot be sent", r -> r.dead());
    gauge(
        metrics,
        "outbox_oldest_pending_age_seconds",
        "How long the oldest pending event waits",
        r -> r.oldestPendingAgeSeconds(clock.millis()));
    Gauge.builder("outbox_status_age_seconds", this, OutboxMonitor::ageSeconds)
        .description("How old these numbers are: large when the database is away")
        .strongReference(true)
        .register(metrics);
    lagGauge(metrics, OutboxReader.PUBLISHER);
    settings.projections().forEach(name -> lagGauge(metrics, name));
  }

  private void gauge(
      MeterRegistry metrics, String name, String what, ToDoubleFunction<OutboxReading> value) {
    Gauge.builder(name, this, monitor -> value.applyAsDouble(monitor.last))
        .description(what)
        .strongReference(true)
        .register(metrics);
  }

  private void lagGauge(MeterRegistry metrics, String name) {
    Gauge.builder("projection_lag", this, m -> m.last.lagByProjection().getOrDefault(name, 0L))
        .description("Events stored and not yet handled")
        .tag("projection", name)
        .strongReference(true)
        .register(metrics);
  }

  private double ageSeconds() {
    return (System.nanoTime() - lastAtNanos) / 1e9;
  }

  // How it looks.

  private void lookIfDue() {
    try {
      if (isDue()) {
        var unused = look();
      }
    } catch (SQLException e) {
      sayAway(e);
    } catch (RuntimeException e) {
      // One that got out would end the schedule.
      LOG.error("[Outbox] the status could not be read", e);
    }
  }

  private boolean isDue() {
    long sinceNanos = System.nanoTime() - lastAtNanos;
    boolean hasGrown = journalEnd.getAsLong() != lastEnd;
    if (!hasLooked || sinceNanos >= settings.atLeastEvery().toNanos()) return true;
    if (sinceNanos < SHARE_OF_TIME * lastTookNanos) return false;
    return hasGrown || !last.isQuiet();
  }

  private OutboxReading look() throws SQLException {
    long begun = System.nanoTime();
    long end = journalEnd.getAsLong(); // Before the look: what comes during it makes for another.
    OutboxReading reading;
    try (var connection = database.getConnection()) {
      reading = reader.read(connection, publishedHere);
    }
    last = reading;
    lastEnd = end;
    lastAtNanos = System.nanoTime();
    lastTookNanos = lastAtNanos - begun;
    hasLooked = true;
    if (isAway) LOG.info("[Outbox] the status can be read again");
    isAway = false;
    return reading;
  }

  private void answer() {
    CompletableFuture<OutboxReading> answer;
    synchronized (thread) {
      answer = asked;
      asked = null;
    }
    if (answer == null) return;
    try {
      answer.complete(look());
    } catch (SQLException e) {
      sayAway(e);
      answer.completeExceptionally(e);
    } catch (RuntimeException e) {
      answer.completeExceptionally(e);
    }
  }

  /** Once, not every second. */
  private void sayAway(SQLException e) {
    if (!isAway) LOG.warn("[Outbox] the status cannot be read: {}", e.getMessage());
    isAway = true;
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
