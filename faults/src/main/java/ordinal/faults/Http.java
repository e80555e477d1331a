package ordinal.faults;

import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Requests and answers, as any caller of the API would make and read them. */
final class Http {

  /** Amounts are read exactly and written out: 1000.00 must not go out as 1E+3. */
  static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
          .build();

  private static final Duration LIMIT = Duration.ofSeconds(15);

  private static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();

  /** What came back, envelope and all. */
  record Answer(int status, String code, JsonNode data, boolean replayed) {

    boolean isDone() {
      return status < 300;
    }

    /**
     * Asking again would give the same: done, or refused for good. Not for good are: too many
     * requests, and the same request still being under way.
     */
    boolean isFinal() {
      return status < 500 && status != 429 && !code.equals("A0401");
    }
  }

  private Http() {}

  static Answer send(URI api, Call call) throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(api.resolve(call.path())).timeout(LIMIT);
    var body = call.body();
    if (body == null) {
      request.GET();
    } else {
      request
          .header("Content-Type", "application/json")
          .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)));
    }
    var key = call.idempotencyKey();
    if (key != null) request.header("X-Idempotency-Key", key);
    var response = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    var envelope = JSON.readTree(response.body());
    return new Answer(
        response.statusCode(),
        envelope.path("code").asText(),
        envelope.path("data"),
        response.headers().firstValue("Idempotent-Replayed").isPresent());
  }

  /** The status of an answer, or 0 when there was none. */
  static int get(URI uri) {
    try {
      var request = HttpRequest.newBuilder(uri).timeout(LIMIT).build();
      return CLIENT.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    } catch (IOException e) {
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  /** What the caller asks for; sent again as it is until there is an answer. */
  record Call(
      String request,
      String path,
      @Nullable JsonNode body,
      @Nullable String idempotencyKey,
      String key,
      @Nullable String storedKey,
      boolean expectsReuse) {}
}
