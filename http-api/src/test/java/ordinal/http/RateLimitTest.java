package ordinal.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RateLimitTest {

  private final Api api = Api.shared();

  @Test
  void tooManyCallsAreToldHowLongToWaitAndOtherOperationsGoOn() {
    var limited =
        api.start(
            api.orders,
            api.settings(
                "ordinal.http.rate-limit { capacity = 3, per-second = 1, forgotten-after = 1h }"));
    int port = limited.localAddress().getPort();

    var first = Api.wait(api.send(port, "GET", "/orders/nope", null)).is(404, "A0404");
    Api.wait(api.send(port, "GET", "/orders/nope", null)).is(404, "A0404");
    Api.wait(api.send(port, "GET", "/orders/other", null)).is(404, "A0404");
    var fourth = Api.wait(api.send(port, "GET", "/orders/nope", null)).is(429, "A0500");

    assertThat(first.header("RateLimit-Policy")).isEqualTo("\"default\";q=3;w=3");
    assertThat(first.header("RateLimit")).isEqualTo("\"default\";r=2;t=1");
    assertThat(fourth.header("Retry-After")).isEqualTo("1");
    assertThat(fourth.header("RateLimit")).startsWith("\"default\";r=0;t=");
    Api.wait(api.send(port, "GET", "/nope", null)).is(404, "A0404");
    Api.wait(api.send(port, "POST", "/orders", "{}")).faults("clientRequestId", "userId", "items");
    Api.wait(limited.unbind());
  }

  @Test
  void withNoLimitThereAreNoHeaders() {
    assertThat(api.get("/orders/nope").header("RateLimit")).isNull();
  }
}
