package ordinal.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.micrometer.core.instrument.Counter;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The metrics of a real node, by name. */
class ContractMetricsTest {

  static TestNode node;
  static String text;

  @BeforeAll
  static void start() throws Exception {
    node = TestNode.start("metrics");
    node.create("one");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> node.managed("/metrics").body().contains("outbox_event_sent_total 1.0"));
    // Known once its partitions are assigned.
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> node.managed("/metrics").body().contains("consumer_lag{"));
    var scraped = node.managed("/metrics");
    assertThat(scraped.headers().firstValue("Content-Type").orElse(""))
        .isEqualToIgnoringCase("text/plain; version=0.0.4; charset=utf-8");
    text = scraped.body();
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  /** The names of families, a counter's with its suffix. */
  private static Set<String> names() {
    return text.lines()
        .filter(line -> line.startsWith("# TYPE "))
        .map(line -> line.split(" ")[2])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @TestFactory
  Stream<DynamicTest> whatIsPromisedIsThere() {
    return KnownMetrics.PROMISED.stream()
        .sorted()
        .map(name -> dynamicTest(name, () -> assertThat(names()).contains(name)));
  }

  @TestFactory
  Stream<DynamicTest> whatAlertsAndDashboardsRelyOnIsThere() {
    return Stream.concat(KnownMetrics.MORE.stream(), KnownMetrics.OF_LIBRARIES.stream())
        .sorted()
        .map(name -> dynamicTest(name, () -> assertThat(names()).contains(name)));
  }

  @Test
  void thePublishLatencyIsAHistogram() {
    assertThat(text)
        .contains("# TYPE outbox_publish_latency_seconds histogram")
        .contains("outbox_publish_latency_seconds_bucket{le=\"0.5\"}");
  }

  @Test
  void noMetricOfOursIsEverNotANumber() {
    assertThat(
            text.lines()
                .filter(
                    line ->
                        line.matches(
                            "(outbox|projection|entities|journal|consumer|dlq|dedup|asset|refund|reconciliation|retention).*")))
        .isNotEmpty()
        .noneMatch(line -> line.endsWith("NaN"));
  }

  @Test
  void aCounterOfCreatedEventsKeepsItsPromisedName() {
    try (var metrics = new Metrics()) {
      Counter.builder("outbox.event.created")
          .description("Of ours.")
          .register(metrics.registry())
          .increment(3);

      assertThat(metrics.text())
          .contains(
              "# HELP outbox_event_created_total Of ours.",
              "# TYPE outbox_event_created_total counter",
              "\noutbox_event_created_total 3.0")
          .doesNotContain("outbox_event_total");
    }
  }
}
