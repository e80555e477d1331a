package ordinal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.typesafe.config.ConfigFactory;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import ordinal.http.admin.AdminApi;
import ordinal.http.admin.AdminSettings;
import ordinal.http.admin.AdminToken;
import ordinal.http.serving.Endpoint;
import org.apache.pekko.http.javadsl.Http;
import org.apache.pekko.http.javadsl.ServerBinding;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.slf4j.LoggerFactory;

/** The management port's own calls over operation in memory. */
class AdminTest {

  private final Api api = Api.shared();
  private final HeldOperation operation = new HeldOperation();
  private final AdminSettings settings =
      AdminSettings.of(
          ConfigFactory.parseString("ordinal.management.call-timeout = 300ms")
              .withFallback(api.system.settings().config())
              .resolve());
  private ServerBinding binding = bind(null);

  private ServerBinding bind(AdminToken token) {
    var handler = AdminApi.handler(api.system, operation.all(), token, settings);
    return Api.wait(
        Http.get(api.system)
            .newServerAt("127.0.0.1", 0)
            .withSettings(settings.server())
            .bind(handler::apply));
  }

  @AfterEach
  void unbind() {
    Api.wait(binding.unbind());
  }

  private Reply send(String method, String path, String body, String... headers) {
    return Api.wait(api.send(binding.localAddress().getPort(), method, path, body, headers));
  }

  private Reply get(String path, String... headers) {
    return send("GET", path, null, headers);
  }

  private Reply post(String path, String... headers) {
    return send("POST", path, null, headers);
  }

  // The outbox.

  @Test
  void theOutboxIsShownInTheEnvelopeWithItsTrace() {
    var reply = get("/admin/outbox", "X-Trace-Id", "ops-1").is(200, "00000");

    assertThat(reply.header("X-Trace-Id")).isEqualTo("ops-1");
    assertThat(reply.data().toString())
        .isEqualTo(
            "{\"pending\":12,\"retrying\":5,\"dead\":2,\"oldestPendingAgeSeconds\":0.25,"
                + "\"lagBySlice\":{\"0\":7,\"2\":0,\"10\":5}}");
  }

  @Test
  void retryNowSaysHowManySlicesWereWaiting() {
    assertThat(post("/admin/outbox/retry-now").is(200, "00000").data().toString())
        .isEqualTo("{\"slices\":3}");
    assertThat(operation.asked).containsExactly("retryNow");
  }

  @Test
  void aDatabaseThatIsAwayMeansTryAgain() {
    operation.status = CompletableFuture.failedFuture(new SQLTransientConnectionException("away"));

    var reply = get("/admin/outbox").is(503, "B0100");

    assertThat(reply.header("Retry-After")).isEqualTo("1");
    assertThat(reply.text()).doesNotContain("away", "SQL");
  }

  @Test
  void aDatabaseThatHangsMeansTryAgainToo() {
    operation.status = new CompletableFuture<>();

    get("/admin/outbox").is(503, "B0100");
  }

  @Test
  void aBugIsOurFault() {
    operation.status = CompletableFuture.failedFuture(new NullPointerException("bug"));

    get("/admin/outbox").is(500, "B0001");
  }

  // Dead letters.

  @Test
  void deadLettersArePagedAndFiltered() {
    var first = get("/admin/dead-letters").is(200, "00000").data();
    var next = first.get("nextCursor").asText();
    var second =
        get("/admin/dead-letters?status=WAITING&topic=order-events&bizKey=ORD1"
                + "&eventType=OrderPaid&source=CONSUMER&limit=2&cursor="
                + next)
            .is(200, "00000")
            .data();

    assertThat(first.get("items").get(0).toString())
        .isEqualTo(
            "{\"id\":\"7Z3CDFGH7JPA5X8K2M9QWERTVB\",\"source\":\"OUTBOX\",\"status\":\"DEAD\","
                + "\"topic\":\"order-events\",\"bizKey\":\"ORD1\",\"eventType\":\"OrderPaid\","
                + "\"sequenceNr\":4,\"reason\":\"too large\",\"attempts\":1,"
                + "\"traceId\":\"trace-1\",\"createdAt\":\"2026-03-01T08:30:00.123Z\","
                + "\"updatedAt\":\"2026-03-01T08:31:00Z\"}");
    assertThat(second.get("nextCursor").isNull()).isTrue();
    assertThat(operation.asked)
        .containsExactly(
            "list Filter[status=null, topic=null, bizKey=null, eventType=null, source=null] 50"
                + " null",
            "list Filter[status=WAITING, topic=order-events, bizKey=ORD1, eventType=OrderPaid,"
                + " source=CONSUMER] 2 "
                + next);
  }

  @TestFactory
  Stream<DynamicTest> aWrongFilterIsNamed() {
    return Map.ofEntries(
            Map.entry("status=dead", "status"),
            Map.entry("status=", "status"),
            Map.entry("topic=a%20b", "topic"),
            Map.entry("topic=" + "t".repeat(250), "topic"),
            Map.entry("bizKey=" + "b".repeat(65), "bizKey"),
            Map.entry("eventType=a%2Fb", "eventType"),
            Map.entry("limit=0", "limit"),
            Map.entry("limit=501", "limit"),
            Map.entry("limit=ten", "limit"),
            Map.entry("cursor=nonsense", "cursor"),
            Map.entry("cursor=a%27b", "cursor"),
            Map.entry("page=2", "page"),
            Map.entry("limit=1&limit=2", "limit"))
        .entrySet()
        .stream()
        .map(
            wrong ->
                dynamicTest(
                    wrong.getKey(),
                    () -> get("/admin/dead-letters?" + wrong.getKey()).faults(wrong.getValue())));
  }

  @Test
  void aFilterOfDigitsIsAName() {
    get("/admin/dead-letters?topic=123&bizKey=456").is(200, "00000");

    assertThat(operation.asked.get(0)).contains("topic=123, bizKey=456");
  }

  @Test
  void oneDeadLetterIsShownOrIsNotThere() {
    assertThat(get("/admin/dead-letters/" + HeldOperation.LETTER).is(200, "00000").data())
        .isEqualTo(get("/admin/dead-letters").data().get("items").get(0));
    get("/admin/dead-letters/nobody").is(404, "A0404");
    get("/admin/dead-letters/a%20b").faults("id");
  }

  @Test
  void oneDeadLetterIsReplayedOrIsNotThere() {
    var reply = post("/admin/dead-letters/" + HeldOperation.LETTER + "/replay").is(200, "00000");

    assertThat(reply.data().toString()).isEqualTo("{\"replaying\":2}");
    post("/admin/dead-letters/nobody/replay").is(404, "A0404");
    assertThat(operation.asked).containsExactly("replay " + HeldOperation.LETTER);
  }

  @Test
  void allDeadLettersOrThoseThatMatchAreReplayed() {
    var all = post("/admin/dead-letters/replay").is(200, "00000");
    send("POST", "/admin/dead-letters/replay", "{\"topic\": \"t\", \"eventType\": \"OrderPaid\"}")
        .is(200, "00000");

    assertThat(all.data().toString()).isEqualTo("{\"replaying\":9}");
    assertThat(operation.asked)
        .containsExactly(
            "replayAll Filter[status=null, topic=null, bizKey=null, eventType=null, source=null]",
            "replayAll Filter[status=null, topic=t, bizKey=null, eventType=OrderPaid,"
                + " source=null]");
  }

  @Test
  void aFilterThatIsMisspeltReplaysNothing() {
    send("POST", "/admin/dead-letters/replay", "{\"topics\": \"t\"}").faults("topics");
    send("POST", "/admin/dead-letters/replay", "{\"topic\": \"a b\", \"bizKey\": true}")
        .faults("topic", "bizKey");
    send("POST", "/admin/dead-letters/replay", "topic").faults("body");
    send("POST", "/admin/dead-letters/replay", "{}", "Content-Type", "text/plain").is(415, "A0415");

    assertThat(operation.asked).isEmpty();
  }

  // Notifications.

  @Test
  void notificationsAreListedByWhatIsAskedFor() {
    var first = get("/admin/notifications").is(200, "00000").data();
    get("/admin/notifications?status=DEAD&channel=SMS&orderNo=ORD1&limit=2&cursor="
            + first.get("nextCursor").asText())
        .is(200, "00000");

    assertThat(first.get("items").get(0).toString())
        .isEqualTo(
            "{\"id\":\"7Z3CDFGH7JPA5X8K2M9QWERTVB\",\"status\":\"DEAD\","
                + "\"channel\":\"TECHNICIAN\",\"recipientId\":\"store-1\","
                + "\"text\":\"Order ORD1 is paid.\",\"orderNo\":\"ORD1\","
                + "\"tenantId\":\"default\",\"userId\":\"10001\",\"storeId\":\"store-1\","
                + "\"eventType\":\"OrderPaid\",\"eventId\":\"5X8K2M9QWERTVB7Z3CDFGH7JPA\","
                + "\"sequenceNr\":4,\"attempts\":2,\"lastError\":\"the receiver answered 400\","
                + "\"traceId\":\"trace-1\",\"createdAt\":\"2026-03-01T08:30:00.123Z\"}");
    assertThat(first.get("items").get(1).get("sentAt").asText())
        .isEqualTo("2026-03-01T08:30:01.123Z");
    assertThat(operation.notifications.asked)
        .containsExactly(
            "list Filter[status=null, channel=null, orderNo=null] 50 null",
            "list Filter[status=DEAD, channel=SMS, orderNo=ORD1] 2 " + HeldNotifications.CURSOR);
    get("/admin/notifications?cursor=x").faults("cursor");
    get("/admin/notifications?status=LOST&channel=FAX&limit=501")
        .faults("status", "channel", "limit");
  }

  @Test
  void oneNotificationIsShownAndReplayedOrIsNotThere() {
    var path = "/admin/notifications/" + HeldNotifications.ID;

    assertThat(get(path).is(200, "00000").data())
        .isEqualTo(get("/admin/notifications").data().get("items").get(0));
    assertThat(post(path + "/replay").is(200, "00000").data().toString())
        .isEqualTo("{\"replaying\":1}");
    get("/admin/notifications/nobody").is(404, "A0404");
    post("/admin/notifications/nobody/replay").is(404, "A0404");
  }

  @Test
  void allNotificationsThatWereGivenUpAreReplayedOrThoseThatMatch() {
    assertThat(post("/admin/notifications/replay").is(200, "00000").data().toString())
        .isEqualTo("{\"replaying\":4}");
    send("POST", "/admin/notifications/replay", "{\"status\":\"EXPIRED\",\"channel\":\"PUSH\"}")
        .is(200, "00000");
    send("POST", "/admin/notifications/replay", "{\"status\":\"SENT\",\"order\":\"x\"}")
        .faults("order", "status");

    assertThat(operation.notifications.asked)
        .containsExactly(
            "replayAll Filter[status=null, channel=null, orderNo=null]",
            "replayAll Filter[status=EXPIRED, channel=PUSH, orderNo=null]");
  }

  // Projections.

  @Test
  void projectionsAreListedPausedAndResumed() {
    assertThat(get("/admin/projections").is(200, "00000").data().get(1).toString())
        .isEqualTo(
            "{\"name\":\"orders\",\"state\":\"RUNNING\",\"lag\":3,"
                + "\"instances\":[{\"key\":\"0-3\",\"position\":4711,\"lag\":3}],"
                + "\"canRebuild\":true}");
    assertThat(state(post("/admin/projections/orders/pause"))).isEqualTo("PAUSED");
    assertThat(state(post("/admin/projections/orders/pause"))).isEqualTo("PAUSED");
    assertThat(state(post("/admin/projections/orders/resume"))).isEqualTo("RUNNING");
  }

  private static String state(Reply reply) {
    return reply.is(200, "00000").data().get("state").asText();
  }

  @Test
  void aSecondRebuildIsRefusedWithWhereTheFirstStands() {
    var first = post("/admin/projections/orders/rebuild").is(200, "00000");
    var second = post("/admin/projections/orders/rebuild").is(409, "A0409");

    assertThat(first.data().at("/rebuild/state").asText()).isEqualTo("BUILDING");
    assertThat(second.data().toString()).isEqualTo("{\"status\":\"BUILDING\"}");
    assertThat(second.json().get("message").asText()).contains("under way since");
  }

  @Test
  void anUnknownProjectionIsNotThere() {
    for (var verb : List.of("pause", "resume", "rebuild")) {
      post("/admin/projections/nobody/" + verb).is(404, "A0404");
    }
    post("/admin/projections/orders/erase").is(404, "A0404");
  }

  // Metrics, and what is nowhere.

  @Test
  void metricsAreInPrometheusFormat() {
    var reply = get("/metrics");

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.header("Content-Type"))
        .isEqualToIgnoringCase("text/plain; version=0.0.4; charset=utf-8");
    assertThat(reply.text()).isEqualTo("# TYPE a gauge\na 1.0\n");
    assertThat(send("HEAD", "/metrics", null).status()).isEqualTo(200);
  }

  @Test
  void whatIsNotThereIsSaidInTheEnvelope() {
    get("/admin").is(404, "A0404");
    get("/admin/nothing").is(404, "A0404");
    get("/nothing").is(404, "A0404");
    assertThat(post("/admin/outbox").is(405, "A0405").header("Allow")).isEqualTo("GET, HEAD");
    assertThat(get("/admin/outbox/retry-now").is(405, "A0405").header("Allow")).isEqualTo("POST");
  }

  // The token.

  private static final String TOKEN = "s3cret-of-the-operators";

  @TestFactory
  Stream<DynamicTest> everyCallButTheDescriptionsNeedsTheToken() {
    return AdminApi.endpoints(operation.all(), settings.callTimeout()).stream()
        .map(endpoint -> dynamicTest(endpoint.operationId(), () -> needsToken(endpoint)));
  }

  private void needsToken(Endpoint endpoint) {
    operation.asked.clear(); // One object serves all of a factory's tests.
    unbind();
    binding = bind(AdminToken.of(TOKEN));
    var path = endpoint.path().replace("{id}", HeldOperation.LETTER).replace("{name}", "orders");
    var method = endpoint.method().name();
    boolean isOpen = List.of("/openapi.json", "/docs").contains(endpoint.path());

    if (isOpen) {
      assertThat(send(method, path, null).status()).isEqualTo(200);
      return;
    }
    for (var wrong :
        List.of("", TOKEN, "Basic " + TOKEN, "Bearer", "Bearer x", "Bearer " + TOKEN + "x")) {
      var refused = send(method, path, null, "Authorization", wrong).is(401, "A0301");
      assertThat(refused.header("WWW-Authenticate")).startsWith("Bearer");
      assertThat(refused.text()).doesNotContain(TOKEN);
    }
    assertThat(operation.asked).isEmpty();
    assertThat(send(method, path, null, "Authorization", "Bearer " + TOKEN).status())
        .isIn(200, 202);
    assertThat(send(method, path, null, "Authorization", "bearer " + TOKEN).status())
        .isIn(200, 202, 409);
  }

  @Test
  void noOtherSpellingOfAPathLeadsAroundTheToken() {
    unbind();
    binding = bind(AdminToken.of(TOKEN));

    get("/%61dmin/outbox").is(401, "A0301");
    get("/admin/%6Futbox?x=1").is(401, "A0301");
    assertThat(send("HEAD", "/admin/outbox", null).status()).isEqualTo(401);
    assertThat(get("/admin//outbox").is(404, "A0404").text()).doesNotContain("pending");
    assertThat(get("/admin/outbox/").is(404, "A0404").text()).doesNotContain("pending");
  }

  @Test
  void theTokenIsInNoTextOfOurs() {
    assertThat(AdminToken.of(TOKEN).toString()).doesNotContain(TOKEN);
  }

  @Test
  void theAccessLogHasTheCallAndNotTheToken() {
    var log = (Logger) LoggerFactory.getLogger("ordinal.access");
    var lines = new ListAppender<ILoggingEvent>();
    lines.start();
    log.addAppender(lines);
    try {
      unbind();
      binding = bind(AdminToken.of(TOKEN));
      get("/admin/outbox", "Authorization", "Bearer " + TOKEN).is(200, "00000");
      get("/admin/projections", "Authorization", "Bearer wrong").is(401, "A0301");

      Awaitility.await()
          .untilAsserted(
              () ->
                  assertThat(List.copyOf(lines.list))
                      .extracting(ILoggingEvent::getFormattedMessage)
                      .anyMatch(line -> line.startsWith("GET /admin/outbox 200 00000"))
                      .anyMatch(line -> line.startsWith("GET /admin/projections 401 A0301"))
                      .noneMatch(line -> line.contains(TOKEN) || line.contains("wrong")));
    } finally {
      log.detachAppender(lines);
    }
  }

  // Consumers.

  @Test
  void consumersAreShownWithTheirPartitions() {
    assertThat(get("/admin/consumers").is(200, "00000").data().toString())
        .isEqualTo(
            "[{\"group\":\"ordinal-orders\",\"topic\":\"stock-events\",\"lag\":7,\"parked\":2,"
                + "\"dead\":1,\"partitions\":[{\"partition\":0,\"nextOffset\":10,\"endOffset\":12,"
                + "\"lag\":2},{\"partition\":1,\"nextOffset\":5,\"endOffset\":10,\"lag\":5}]}]");
  }

  @Test
  void theConsumeLogIsPagedAndFiltered() {
    var first = get("/admin/consume-log").is(200, "00000").data();
    get("/admin/consume-log?status=FAILED&group=ordinal-orders&key=ORD1&limit=2&cursor=4711")
        .is(200, "00000");

    assertThat(first.at("/items/0").toString())
        .isEqualTo(
            "{\"group\":\"ordinal-orders\",\"topic\":\"stock-events\",\"partition\":3,"
                + "\"offset\":119,\"eventId\":\"evt-1\",\"eventType\":\"StockReserved\","
                + "\"bizKey\":\"ORD1\",\"status\":\"FAILED\",\"attempts\":4,"
                + "\"reason\":\"unknown order\",\"costMs\":12,\"traceId\":\"trace-1\","
                + "\"receivedAt\":\"2026-03-01T08:30:00.123Z\","
                + "\"updatedAt\":\"2026-03-01T08:30:00.123Z\"}");
    assertThat(first.at("/nextCursor").asText()).isEqualTo("4711");
    assertThat(operation.consumers.asked)
        .containsExactly(
            "log LogFilter[status=null, group=null, bizKey=null] 50 null",
            "log LogFilter[status=FAILED, group=ordinal-orders, bizKey=ORD1] 2 4711");
    get("/admin/consume-log?cursor=x").is(400, "A0400");
    get("/admin/consume-log?status=LOST").is(400, "A0400");
  }
}
