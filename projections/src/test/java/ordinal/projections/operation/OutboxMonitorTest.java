package ordinal.projections.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How often the monitor looks, and what it shows meanwhile. */
class OutboxMonitorTest {

  private final OutboxTables tables = new OutboxTables("outbox_monitor");
  private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  private final AtomicLong journalEnd = new AtomicLong();
  private final AtomicInteger ticks = new AtomicInteger();
  private final AtomicInteger retried = new AtomicInteger();
  private IntToLongFunction publishedHere = slice -> 0;
  private OutboxMonitor monitor;

  private void start(Duration atLeastEvery) {
    monitor =
        OutboxMonitor.start(
            tables.database,
            new OutboxMonitor.Settings(
                16, List.of("orders"), Duration.ofMillis(5), atLeastEvery, 1_000_000),
            () -> {
              ticks.incrementAndGet();
              return journalEnd.get();
            },
            publishedHere,
            retried::incrementAndGet,
            metrics,
            Clock.systemUTC());
  }

  @AfterEach
  void close() {
    if (monitor != null) monitor.close();
    tables.close();
  }

  private double gauge(String name) {
    return metrics.get(name).gauge().value();
  }

  private double lag(String projection) {
    return metrics.get("projection_lag").tag("projection", projection).gauge().value();
  }

  private static <T> T wait(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(10, TimeUnit.SECONDS);
  }

  private void waitForTicks(int count) {
    int before = ticks.get();
    await().until(() -> ticks.get() >= before + count);
  }

  /** The stored offset follows half a second later; that must not look like a backlog. */
  @Test
  void whatThisNodeKnowsToBePublishedIsNotPending() throws Exception {
    tables.store("a", 3, 0);
    int slice = tables.slice("a");
    publishedHere = asked -> asked == slice ? 2 : 0;
    start(Duration.ofHours(1));

    assertThat(wait(monitor.status()).pending()).isEqualTo(1);
  }

  @Test
  void metricsAndPressureFollowTheOutbox() throws SQLException {
    start(Duration.ofHours(1));
    tables.store("a", 3, 60_000);
    tables.state(tables.slice("a"), "RETRYING");
    tables.park("b", 1, "DEAD", "OrderPaid", "2026-01-01 00:00:00");
    journalEnd.set(3);

    // The first look may have come between the lines above; the letter is the last of them.
    await().until(() -> gauge("outbox_event_dead") == 1);

    assertThat(monitor.pending()).isEqualTo(3);
    assertThat(gauge("outbox_event_pending")).isEqualTo(3);
    assertThat(gauge("outbox_event_retrying")).isEqualTo(3);
    assertThat(gauge("outbox_oldest_pending_age_seconds")).isBetween(60.0, 90.0);
    assertThat(lag("kafka")).isEqualTo(3);
    assertThat(lag("orders")).isEqualTo(3);
    tables.offset("kafka", Integer.toString(tables.slice("a")), 3, 1);
    await().until(() -> monitor.pending() == 0);
    assertThat(gauge("outbox_oldest_pending_age_seconds")).isZero();
    assertThat(lag("kafka")).isZero();
  }

  @Test
  void nothingIsAskedWhileNothingCanHaveChanged() throws SQLException {
    start(Duration.ofHours(1));
    await().until(() -> tables.database.asked.get() == 1);

    waitForTicks(20);

    assertThat(tables.database.asked).hasValue(1);
    journalEnd.set(1);
    await().until(() -> tables.database.asked.get() == 2);
    waitForTicks(20);
    assertThat(tables.database.asked).hasValue(2);
  }

  @Test
  void itLooksNowAndThenAllTheSame() {
    start(Duration.ofMillis(50));

    await().until(() -> tables.database.asked.get() >= 3);
  }

  @Test
  void aDatabaseThatIsAwayLeavesTheLastNumbersStanding() throws Exception {
    tables.store("a", 3, 0);
    start(Duration.ofHours(1));
    await().until(() -> monitor.pending() == 3);

    tables.database.away = true;

    assertThatThrownBy(() -> wait(monitor.status())).hasRootCauseInstanceOf(SQLException.class);
    double age = gauge("outbox_status_age_seconds");
    waitForTicks(5);
    assertThat(gauge("outbox_status_age_seconds")).isGreaterThan(age);
    assertThat(monitor.pending()).isEqualTo(3);
    tables.store("a", 2, 0);
    tables.database.away = false;
    await().until(() -> monitor.pending() == 5);
    assertThat(wait(monitor.status()).pending()).isEqualTo(5);
  }

  @Test
  void noMetricIsEverNotANumber() {
    tables.database.away = true;
    start(Duration.ofHours(1));
    waitForTicks(3);

    for (Meter meter : metrics.getMeters()) {
      meter.measure().forEach(m -> assertThat(m.getValue()).as(meter.getId() + "").isNotNaN());
    }
    assertThat(metrics.getMeters()).hasSize(7);
  }

  @Test
  void theStatusIsOfNowAndManyWhoAskShareALook() throws Exception {
    start(Duration.ofHours(1));
    await().until(() -> tables.database.asked.get() == 1);
    tables.store("a", 3, 0);

    var answers = new ArrayList<CompletableFuture<Outbox.Status>>();
    for (int i = 0; i < 100; i++) answers.add(monitor.status().toCompletableFuture());

    for (var answer : answers) assertThat(wait(answer).pending()).isEqualTo(3);
    assertThat(tables.database.asked.get()).isLessThan(50);
    assertThat(wait(monitor.status()).lagBySlice()).hasSize(16);
  }

  @Test
  void retryNowEndsTheWaitsAndSaysHowManyThereWere() throws Exception {
    start(Duration.ofHours(1));
    tables.state(3, "RETRYING");
    tables.state(5, "RETRYING");

    assertThat(wait(monitor.retryNow())).isEqualTo(2);
    assertThat(retried).hasValue(1);
  }

  @Test
  void aMonitorThatIsClosedSaysSo() {
    start(Duration.ofHours(1));

    monitor.close();

    assertThat(monitor.status()).isCompletedExceptionally();
  }
}
