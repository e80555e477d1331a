package ordinal.bench.compare;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.regex.Pattern;

/** Calls one at a time. */
final class Http {

  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(LIMIT).build();

  private static final Pattern ORDER_NO = Pattern.compile("\"orderNo\":\"([^\"]+)\"");

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

  static void get(URI uri) throws IOException, InterruptedException {
    var answer = send(HttpRequest.newBuilder(uri));
    if (answer.statusCode() != 200) throw new IOException(uri + " answers " + answer.body());
  }

  /** Makes an order and returns its number. */
  static String create(URI url, String requestId) throws IOException, InterruptedException {
    var body =
        """
        {"clientRequestId":"%s","userId":"u-1",
         "items":[{"skuId":"sku-1","quantity":2,"unitPrice":99.99}]}"""
            .formatted(requestId);
    var answer =
        send(
            HttpRequest.newBuilder(url.resolve("/orders"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    var orderNo = ORDER_NO.matcher(answer.body());
    if (!orderNo.find()) throw new IOException(url + " answers " + answer.body());
    return orderNo.group(1);
  }

  private static HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return CLIENT.send(request.timeout(LIMIT).build(), HttpResponse.BodyHandlers.ofString());
  }
}
