package ordinal.projections.kafka;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import ordinal.projections.tail.JournalRow;

/** What the publishers of this node count. */
public final class OutboxMetrics {

  private static final Duration[] BUCKETS = {
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(15),
    Duration.ofMillis(25),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofSeconds(5),
    Duration.ofSeconds(30),
    Duration.ofMinutes(5)
  };

  private final Clock clock;
  private final Counter created;
  private final Counter sent;
  private final Counter failed;
  private final Counter dead;
  private final Counter missing;
  private final Counter repaired;
  private final Timer latency;

  public OutboxMetrics(MeterRegistry registry, Clock clock) {
    this.clock = clock;
    this.created = counter(registry, "outbox.event.created", "Events stored by this node.");
    this.sent = counter(registry, "outbox.event.sent", "Events that Kafka has committed.");
    this.failed = counter(registry, "outbox.event.failed", "Attempts to publish that failed.");
    this.dead = counter(registry, "outbox.event.marked.dead", "Events that cannot be sent.");
    this.missing =
        counter(registry, "consistency.event.missing", "Events published that Kafka has not.");
    this.repaired =
        counter(registry, "consistency.event.repaired", "Those of them that were sent again.");
    this.latency =
        Timer.builder("outbox.publish.latency")
            .description("From an event's making to its commit on Kafka.")
            .serviceLevelObjectives(BUCKETS)
            .register(registry);
  }

  private static Counter counter(MeterRegistry registry, String name, String description) {
    return Counter.builder(name).description(description).register(registry);
  }

  public void created(int events) {
    created.increment(events);
  }

  void sent(List<JournalRow> rows) {
    sent.increment(rows.size());
    long now = clock.millis();
    for (var row : rows) {
      long millis = Math.max(0, now - row.writtenAt().toEpochMilli());
      latency.record(millis, TimeUnit.MILLISECONDS);
    }
  }

  void failed() {
    failed.increment();
  }

  void dead() {
    dead.increment();
  }

  void missing(long events) {
    missing.increment((double) events);
  }

  void repaired(long events) {
    repaired.increment((double) events);
  }
}
