package ordinal.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** How the command line talks to a running node. */
final class ApiClient {

  static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final HttpClient client = HttpClient.newBuilder().connectTimeout(LIMIT).build();
  private final String baseUrl;
  private final @Nullable String token;
  private final @Nullable String tenant;

  ApiClient(String baseUrl) {
    this(baseUrl, null);
  }

  /**
   * @param token shown with every request, or null for none
   */
  ApiClient(String baseUrl, @Nullable String token) {
    this(baseUrl, token, null);
  }

  /**
   * @param tenant said with every request, or null for none
   */
  ApiClient(String baseUrl, @Nullable String token, @Nullable String tenant) {
    this.baseUrl = baseUrl.endsWith("/") ? baseUrl.substring(0, baseUrl.length() - 1) : baseUrl;
    this.token = token;
    this.tenant = tenant;
  }

  /** What went wrong, in a line for a person. */
  static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1;

    Failure(String message) {
      super(message);
    }
  }

  record Answer(int status, String body) {}

  /** The data of a successful answer in our envelope. */
  JsonNode data(String path) {
    return data(get(path));
  }

  /** The same after a post; the body may be empty. */
  JsonNode posted(String path, String body) {
    var request = HttpRequest.BodyPublishers.ofString(body);
    return data(send(path, builder -> builder.POST(request)));
  }

  JsonNode put(String path, String body) {
    var request = HttpRequest.BodyPublishers.ofString(body);
    return data(send(path, builder -> builder.PUT(request)));
  }

  private static JsonNode data(Answer answer) {
    var envelope = parse(answer.body());
    if (answer.status() >= 300) {
      throw new Failure(
          envelope.path("code").asText("HTTP " + answer.status())
              + " "
              + envelope.path("message").asText("")
              + " (trace "
              + envelope.path("traceId").asText("-")
              + ")");
    }
    return envelope.path("data");
  }

  Answer get(String path) {
    return send(path, HttpRequest.Builder::GET);
  }

  private Answer send(String path, UnaryOperator<HttpRequest.Builder> method) {
    try {
      var request = HttpRequest.newBuilder(URI.create(baseUrl + path)).timeout(LIMIT);
      request.header("Content-Type", "application/json");
      if (token != null) request.header("Authorization", "Bearer " + token);
      if (tenant != null) request.header("X-Tenant-Id", tenant);
      var built = method.apply(request).build();
      var response = client.send(built, HttpResponse.BodyHandlers.ofString());
      return new Answer(response.statusCode(), response.body());
    } catch (IOException | IllegalArgumentException e) {
      throw new Failure("no answer from " + baseUrl + ": is it running? (ordinal start)");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failure("interrupted");
    }
  }

  static JsonNode parse(String body) {
    try {
      return JSON.readTree(body);
    } catch (IOException e) {
      return MissingNode.getInstance();
    }
  }
}
