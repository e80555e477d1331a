package ordinal.cash.notifications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import ordinal.cash.notifications.Notifier.Delivered;
import ordinal.cash.notifications.Notifier.Delivery;
import ordinal.cash.notifications.Notifier.Failed;
import ordinal.cash.notifications.Notifier.Refused;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What a receiver gets, and what its answers mean, over a real connection. */
class WebhookNotifierTest {

  static final String SECRET = "correct-horse-battery";

  private final SetClock clock = new SetClock("2025-01-01T12:00:02Z");
  private final HttpClient client = WebhookNotifier.client(Duration.ofSeconds(3));
  private final Notification sms = Told.sms("ORD-1", 4);
  private Receiver receiver;

  @BeforeEach
  void start() throws Exception {
    receiver = Receiver.start();
  }

  @AfterEach
  void stop() {
    receiver.close();
  }

  private Delivery send(Duration timeout) throws Exception {
    return new WebhookNotifier(client, receiver.url(), new WebhookSignature(SECRET), timeout, clock)
        .send(sms)
        .toCompletableFuture()
        .get(20, TimeUnit.SECONDS);
  }

  private Delivery send() throws Exception {
    return send(Duration.ofSeconds(10));
  }

  /** As the README tells a receiver to, with nothing of ours. */
  private static boolean isOurs(String signature, String body, String secret) throws Exception {
    var parts = signature.split(",");
    var time = parts[0].substring("t=".length());
    var mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    var expected = mac.doFinal((time + "." + body).getBytes(StandardCharsets.UTF_8));
    return parts[1].equals("v1=" + HexFormat.of().formatHex(expected));
  }

  @Test
  void theReceiverGetsSignedJsonWithTheTraceAndTheId() throws Exception {
    assertThat(send()).isEqualTo(new Delivered());

    var got = receiver.got.get(0);
    assertThat(got.method()).isEqualTo("POST");
    assertThat(got.path()).isEqualTo("/hook?key=k3y");
    assertThat(got.header("Content-Type")).isEqualTo("application/json");
    assertThat(got.header("X-Ordinal-Notification-Id")).isEqualTo(sms.id());
    assertThat(got.header("X-Trace-Id")).isEqualTo("trace-1");
    assertThat(got.header("traceparent")).isEqualTo(sms.trace().traceparent());
    assertThat(got.header("ce-specversion")).isEqualTo("1.0");
    assertThat(got.header("ce-id")).isEqualTo(sms.id());
    assertThat(got.header("ce-type")).isEqualTo("OrderPaid");
    assertThat(got.header("ce-source")).isEqualTo("/ordinal/notifications");
    assertThat(got.header("ce-subject")).isEqualTo("ORD-1");
    assertThat(got.header("ce-time")).isEqualTo(sms.createdAt().toString());
    var body = new ObjectMapper().readTree(got.body());
    assertThat(body.path("text").asText()).isEqualTo("Grüße zu \"ORD-1\".");
    assertThat(body.path("channel").asText()).isEqualTo("SMS");
    assertThat(body.path("orderNo").asText()).isEqualTo("ORD-1");
    assertThat(body.path("recipientId").asText()).isEqualTo("10001");
    assertThat(body.path("storeId").asText()).isEqualTo("store-1");
  }

  @Test
  void theSignatureCanBeCheckedAndDependsOnTheSecretTheTimeAndTheBody() throws Exception {
    send();
    clock.move(Duration.ofSeconds(5));
    send();

    var first = receiver.got.get(0);
    var second = receiver.got.get(1);
    var signature = first.header("X-Ordinal-Signature");
    assertThat(signature).matches("t=1735732802,v1=[0-9a-f]{64}");
    assertThat(isOurs(signature, first.body(), SECRET)).isTrue();
    assertThat(isOurs(signature, first.body() + " ", SECRET)).isFalse();
    assertThat(isOurs(signature, first.body(), SECRET + "1")).isFalse();
    assertThat(isOurs(signature.replace("802,", "803,"), first.body(), SECRET)).isFalse();
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(second.header("X-Ordinal-Signature"))
        .startsWith("t=1735732807,")
        .satisfies(other -> assertThat(isOurs(other, second.body(), SECRET)).isTrue());
  }

  @TestFactory
  Stream<DynamicTest> anAnswerMeansOneThing() {
    return Stream.of(
            List.of(Delivered.class, 200, 201, 202, 204),
            List.of(Refused.class, 400, 401, 403, 404, 405, 409, 410, 413, 422),
            List.of(Failed.class, 301, 302, 307, 408, 425, 429, 500, 502, 503, 504))
        .flatMap(
            row ->
                row.subList(1, row.size()).stream()
                    .map(
                        status ->
                            dynamicTest(
                                status + " is " + ((Class<?>) row.get(0)).getSimpleName(),
                                () -> {
                                  try (var one = Receiver.start()) {
                                    receiver = one;
                                    one.answers((Integer) status);
                                    assertThat(send()).isInstanceOf((Class<?>) row.get(0));
                                    assertThat(one.got).hasSize(1);
                                  }
                                })));
  }

  @Test
  void aReceiverThatIsSlowIsGivenUpInTime() throws Exception {
    var gate = receiver.hold();

    var delivery = send(Duration.ofMillis(300));

    assertThat(delivery).isEqualTo(new Failed("no answer within 300 ms"));
    gate.countDown();
    assertThat(send()).isEqualTo(new Delivered());
  }

  @Test
  void anAnswerThatNeverEndsIsGivenUpInTimeAndItsConnectionIsClosed() throws Exception {
    try (var endless = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var closed =
          CompletableFuture.supplyAsync(
              () -> {
                try (var connection = endless.accept()) {
                  var in = connection.getInputStream();
                  var begun = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nbegun";
                  connection.getOutputStream().write(begun.getBytes(StandardCharsets.UTF_8));
                  connection.setSoTimeout(20_000);
                  in.transferTo(OutputStream.nullOutputStream());
                  return true;
                } catch (IOException e) {
                  return e instanceof SocketException;
                }
              });
      var url = URI.create("http://127.0.0.1:" + endless.getLocalPort() + "/");

      var delivery =
          new WebhookNotifier(
                  client, url, new WebhookSignature(SECRET), Duration.ofMillis(300), clock)
              .send(sms)
              .toCompletableFuture()
              .get(20, TimeUnit.SECONDS);

      assertThat(delivery).isEqualTo(new Failed("no answer within 300 ms"));
      assertThat(closed.get(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aReceiverThatIsAwayMayComeBackAndTheReasonDoesNotSayWhere() throws Exception {
    int port = receiver.port();
    receiver.close();

    var away = send();

    assertThat(away).isInstanceOf(Failed.class);
    assertThat(((Failed) away).reason()).startsWith("no answer: ").doesNotContain("k3y", "hook");
    try (var back = Receiver.startAt(port)) {
      await().until(() -> send() instanceof Delivered);
      assertThat(back.ids()).containsOnly(sms.id());
    }
  }
}
