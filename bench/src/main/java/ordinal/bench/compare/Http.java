package ordinal.bench.compare;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Calls that are not measured. */
final class Http {

  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(LIMIT).build();

  private Http() {}

  static boolean answers(URI uri) throws InterruptedException {
    try {
      return send(HttpRequest.newBuilder(uri)).statusCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  static void post(URI uri) throws IOException, InterruptedException {
    var answer = send(HttpRequest.newBuilder(uri).POST(HttpRequest.BodyPublishers.noBody()));
    if (answer.statusCode() != 200) throw new IOException(uri + " answers " + answer.body());
  }

  private static HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return CLIENT.send(request.timeout(LIMIT).build(), HttpResponse.BodyHandlers.ofString());
  }
}
