package ordinal.bridge;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import ordinal.bridge.ConsumeLog.Entry;
import ordinal.bridge.Consumers.Status;

/** What one consumer of this node counts. */
final class ConsumerMetrics {

  private static final Duration[] BUCKETS = {
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(25),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofSeconds(5),
    Duration.ofSeconds(30)
  };

  private final Counter consumed;
  private final Counter idempotent;
  private final Counter failed;
  private final Timer duration;

  ConsumerMetrics(MeterRegistry registry, String group) {
    this.consumed =
        counter(registry, "consumer.event.consumed", "Messages handled, repeats included.", group);
    this.idempotent =
        counter(registry, "consumer.event.idempotent", "Those handled before already.", group);
    this.failed =
        counter(registry, "consumer.event.failed", "Attempts to handle one that failed.", group);
    this.duration =
        Timer.builder("consumer.duration")
            .description("How long an attempt to handle a message took.")
            .tag("group", group)
            .serviceLevelObjectives(BUCKETS)
            .register(registry);
    Gauge.builder("dedup.hit.ratio", this, ConsumerMetrics::ratio)
        .description("The share of messages that had been handled before, since the start.")
        .tag("group", group)
        .register(registry);
  }

  private static Counter counter(
      MeterRegistry registry, String name, String description, String group) {
    return Counter.builder(name).description(description).tag("group", group).register(registry);
  }

  private double ratio() {
    return consumed.count() == 0 ? 0 : idempotent.count() / consumed.count();
  }

  void handled(List<Entry> entries) {
    for (var entry : entries) {
      var outcome = entry.handled().outcome();
      if (outcome == null) continue;
      duration.record(entry.handled().costMillis(), TimeUnit.MILLISECONDS);
      if (outcome instanceof Outcome.Repeated) idempotent.increment();
      if (entry.status() == Status.SUCCESS || entry.status() == Status.IGNORED) {
        consumed.increment();
      } else {
        failed.increment();
      }
    }
  }
}
