package ordinal.app;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmHeapPressureMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.regex.Pattern;

/** All that this node counts and measures, and the JVM's own figures with it. */
final class Metrics implements AutoCloseable {

  /**
   * Prometheus' library takes {@code _created} for a suffix of its own and drops it from our
   * counter, whose name is promised with it.
   */
  private static final Pattern SHORTENED =
      Pattern.compile("^(# (?:HELP|TYPE) )?outbox_event_total\\b", Pattern.MULTILINE);

  private static final String PROMISED = "$1outbox_event_created_total";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();
  private final JvmHeapPressureMetrics pressure = new JvmHeapPressureMetrics();

  Metrics() {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    collections.bindTo(registry);
    pressure.bindTo(registry);
  }

  MeterRegistry registry() {
    return registry;
  }

  /** In Prometheus' text format. */
  String text() {
    return SHORTENED.matcher(registry.scrape()).replaceAll(PROMISED);
  }

  @Override
  public void close() {
    pressure.close();
    collections.close();
    registry.close();
  }
}
