package ordinal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.regex.Pattern;
import org.apache.pekko.http.javadsl.ServerBinding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the API counts, as Prometheus reads it. */
class MetricsTest {

  private final Api api = Api.shared();
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final ServerBinding server =
      api.start(
          api.served(api.orders, registry),
          api.settings("ordinal.http.rate-limit { capacity = 3, per-second = 1 }"));

  @AfterEach
  void stop() {
    Api.wait(server.unbind());
  }

  private Reply get(String path) {
    return Api.wait(api.send(server.localAddress().getPort(), "GET", path, null));
  }

  /** The value of a line that begins like this, or -1 when there is none. */
  private double value(String series) {
    var line = Pattern.compile("^" + Pattern.quote(series) + " (\\S+)$", Pattern.MULTILINE);
    var found = line.matcher(registry.scrape());
    return found.find() ? Double.parseDouble(found.group(1)) : -1;
  }

  @Test
  void requestsAreTimedByOperationAndStatus() {
    get("/orders/nope").is(404, "A0404");
    get("/orders/other").is(404, "A0404");
    get("/orders/a%20b").is(400, "A0400");
    get("/nope/" + Api.fresh()).is(404, "A0404");

    // The answer is on its way before it is counted.
    await()
        .untilAsserted(
            () -> {
              var series = "http_server_requests_seconds_count{operation=\"%s\",status=\"%s\"}";
              assertThat(value(series.formatted("getOrder", "404"))).isEqualTo(2);
              assertThat(value(series.formatted("getOrder", "400"))).isEqualTo(1);
              assertThat(value(series.formatted("nowhere", "404"))).isEqualTo(1);
            });
    assertThat(
            value(
                "http_server_requests_seconds_bucket"
                    + "{operation=\"getOrder\",status=\"404\",le=\"10.0\"}"))
        .isEqualTo(2);
    assertThat(registry.scrape()).doesNotContain("/nope");
  }

  @Test
  void whatIsRefusedForItsRateIsCountedByOperation() {
    for (int i = 0; i < 3; i++) get("/orders/nope").is(404, "A0404");
    get("/orders/nope").is(429, "A0500");
    get("/orders/nope").is(429, "A0500");

    assertThat(value("rate_limited_total{operation=\"getOrder\"}")).isEqualTo(2);
    assertThat(value("rate_limited_total{operation=\"createOrder\"}")).isZero();
  }

  @Test
  void everyMeterIsThereBeforeTheFirstRequest() {
    assertThat(value("http_server_requests_seconds_count{operation=\"getOrder\",status=\"200\"}"))
        .isZero();
    assertThat(value("rate_limited_total{operation=\"nowhere\"}")).isZero();
    assertThat(value("outbox_throttled_total{code=\"A0500\"}")).isZero();
    assertThat(value("outbox_throttled_total{code=\"B0100\"}")).isZero();
    assertThat(value("http_event_streams")).isZero();
  }
}
