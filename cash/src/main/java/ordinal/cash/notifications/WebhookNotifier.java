package ordinal.cash.notifications;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Posts notifications to a URL, as signed JSON with the headers of a CloudEvent in binary mode.
 *
 * <p>Only an answer of 2xx within the time counts as delivered. 4xx says that it will never be
 * taken, but for 408, 425 and 429; everything else may go better later. Redirects are not followed:
 * the signed text goes nowhere but where it was meant to. A repeat has the same {@link #ID} and the
 * same body, with a new time and signature.
 */
final class WebhookNotifier implements Notifier {

  static final String ID = "X-Ordinal-Notification-Id";
  static final String ATTEMPT = "X-Ordinal-Attempt";

  private static final JsonFactory JSON = new JsonFactory();

  /** Of 4xx, those that say "later": request timeout, too early, too many requests. */
  private static final Set<Integer> LATER = Set.of(408, 425, 429);

  private final HttpClient client;
  private final URI url;
  private final WebhookSignature signature;
  private final Duration timeout;
  private final Clock clock;

  WebhookNotifier(
      HttpClient client, URI url, WebhookSignature signature, Duration timeout, Clock clock) {
    this.client = client;
    this.url = url;
    this.signature = signature;
    this.timeout = timeout;
    this.clock = clock;
  }

  static HttpClient client(Duration connectTimeout) {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER)
        .connectTimeout(connectTimeout)
        .build();
  }

  /** The time counts to the end of the answer's body: who trickles holds nothing up. */
  @Override
  public CompletionStage<Delivery> send(Notification one) {
    var exchange = client.sendAsync(request(one), BodyHandlers.discarding());
    return exchange
        .copy()
        .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
        .handle(
            (answer, failure) -> {
              if (failure != null) exchange.cancel(true);
              return delivery(answer, failure);
            });
  }

  private Delivery delivery(@Nullable HttpResponse<?> answer, @Nullable Throwable failure) {
    if (answer == null) return new Failed(reason(failure));
    int status = answer.statusCode();
    if (status / 100 == 2) return new Delivered();
    var said = "the receiver answered " + status;
    return status / 100 == 4 && !LATER.contains(status) ? new Refused(said) : new Failed(said);
  }

  /** Never the URL, which may have a key in it. */
  private String reason(@Nullable Throwable failure) {
    var cause =
        failure instanceof CompletionException e && e.getCause() != null ? e.getCause() : failure;
    if (cause instanceof TimeoutException) return "no answer within " + timeout.toMillis() + " ms";
    return "no answer: " + (cause == null ? "unknown" : cause.getClass().getSimpleName());
  }

  private HttpRequest request(Notification one) {
    var body = body(one);
    return HttpRequest.newBuilder(url)
        .header("Content-Type", "application/json")
        .header("User-Agent", "ordinal")
        .header("ce-specversion", "1.0")
        .header("ce-id", one.id())
        .header("ce-source", "/ordinal/notifications")
        .header("ce-type", one.eventType())
        .header("ce-subject", one.orderNo())
        .header("ce-time", one.createdAt().toString())
        .header("ce-tenantid", one.tenantId())
        .header("traceparent", one.trace().traceparent())
        .header("X-Trace-Id", one.trace().traceId())
        .header(ID, one.id())
        .header(ATTEMPT, Integer.toString(one.attempts()))
        .header(WebhookSignature.HEADER, signature.of(clock.instant(), body))
        .POST(BodyPublishers.ofByteArray(body))
        .build();
  }

  private static byte[] body(Notification one) {
    var bytes = new ByteArrayOutputStream(512);
    try (var json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("notificationId", one.id());
      json.writeStringField("channel", one.channel().name());
      json.writeStringField("recipientId", one.recipientId());
      json.writeStringField("text", one.text());
      json.writeStringField("eventId", one.eventId());
      json.writeStringField("eventType", one.eventType());
      json.writeStringField("occurredAt", one.createdAt().toString());
      writeOrder(json, one);
      json.writeStringField("traceId", one.trace().traceId());
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void writeOrder(JsonGenerator json, Notification one) throws IOException {
    json.writeStringField("orderNo", one.orderNo());
    json.writeNumberField("sequenceNr", one.sequenceNr());
    json.writeStringField("tenantId", one.tenantId());
    json.writeStringField("userId", one.userId());
    if (one.storeId() != null) json.writeStringField("storeId", one.storeId());
  }
}
