package ordinal.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import ordinal.cash.reconciliation.Reconciliations.Cause;
import ordinal.cash.reconciliation.Reconciliations.Request;
import ordinal.http.admin.AdminApi;
import ordinal.http.admin.AdminSettings;
import org.apache.pekko.http.javadsl.Http;
import org.apache.pekko.http.javadsl.ServerBinding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The calls about reconciliations, over some in memory. */
class ReconciliationCallsTest {

  private static final String PATH = "/admin/reconciliations";
  private static final String ONE = PATH + "/" + HeldReconciliations.ID;

  private final Api api = Api.shared();
  private final HeldOperation operation = new HeldOperation();
  private final AdminSettings settings = AdminSettings.of(api.system.settings().config());
  private final ServerBinding binding =
      Api.wait(
          Http.get(api.system)
              .newServerAt("127.0.0.1", 0)
              .withSettings(settings.server())
              .bind(AdminApi.handler(api.system, operation.all(), null, settings)::apply));

  @AfterEach
  void unbind() {
    Api.wait(binding.unbind());
  }

  private Reply send(String method, String path, String body) {
    return Api.wait(api.send(binding.localAddress().getPort(), method, path, body));
  }

  @Test
  void oneIsBegunWithItsWindowAndRepairsUnlessItIsOnlyToTell() {
    var reply =
        send(
            "POST",
            PATH,
            "{\"from\":\"2026-03-01T00:00:00Z\",\"to\":\"2026-03-01T09:00:00+08:00\"}");

    assertThat(reply.is(202, "00000").data().path("state").asText()).isEqualTo("RUNNING");
    send("POST", PATH, "{\"repair\":false}").is(202, "00000");
    send("POST", PATH, null).is(202, "00000");
    assertThat(operation.reconciliations.asked)
        .containsExactly(
            new Request(
                Cause.REQUESTED,
                Instant.parse("2026-03-01T00:00:00Z"),
                Instant.parse("2026-03-01T01:00:00Z"),
                true),
            new Request(Cause.REQUESTED, null, null, false),
            new Request(Cause.REQUESTED, null, null, true));
  }

  @Test
  void aWindowThatIsNoneIsRefused() {
    send("POST", PATH, "{\"from\":\"2026-03-02T00:00:00Z\",\"to\":\"2026-03-02T00:00:00Z\"}")
        .is(400, "A0400");
    send("POST", PATH, "{\"from\":\"yesterday\"}").is(400, "A0400");
    send("POST", PATH, "{\"from\":\"2026-03-02T00:00:00\"}").is(400, "A0400");
    send("POST", PATH, "{\"from\":5}").is(400, "A0400");
    send("POST", PATH, "{\"repair\":\"no\"}").is(400, "A0400");

    assertThat(operation.reconciliations.asked).isEmpty();
  }

  @Test
  void aSecondOneIsToldThatOneIsUnderWay() {
    operation.reconciliations.isUnderWay = true;

    var reply = send("POST", PATH, "{}").is(409, "A0409");

    assertThat(reply.data().path("status").asText()).isEqualTo("RUNNING");
  }

  @Test
  void theyAreListedAndShown() {
    var list = send("GET", PATH, null).is(200, "00000").data();
    assertThat(list.path("items")).hasSize(2);
    assertThat(list.path("items").get(0).has("endedAt")).isFalse();

    var next = send("GET", PATH + "?cursor=" + list.path("nextCursor").asText(), null);
    assertThat(next.is(200, "00000").data().path("nextCursor").isNull()).isTrue();
    send("GET", PATH + "?cursor=x", null).is(400, "A0400");

    assertThat(send("GET", ONE, null).is(200, "00000").data().path("state").asText())
        .isEqualTo("DONE");
    send("GET", PATH + "/other", null).is(404, "A0404");
  }

  @Test
  void whatOneHasFoundComesInPages() {
    var first = send("GET", ONE + "/differences?limit=1", null).is(200, "00000").data();
    assertThat(first.path("items").get(0).path("kind").asText()).isEqualTo("VIEW");
    assertThat(first.path("nextCursor").asLong()).isEqualTo(1);

    var second = send("GET", ONE + "/differences?limit=2&cursor=1", null).is(200, "00000").data();
    assertThat(second.path("items").get(0).path("action").asText()).isEqualTo("ALERTED");
    assertThat(second.path("nextCursor").isNull()).isTrue();
    send("GET", PATH + "/other/differences", null).is(404, "A0404");
  }
}
