package ordinal.app;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * A caller who trusts nobody: sends every request twice, at the same time or one after the other,
 * and each of them again until it is answered.
 */
final class BankClient implements AutoCloseable {

  static final Duration LIMIT = Duration.ofSeconds(120);

  /** An answer that can be relied on. */
  record Answer(int status, JsonNode data, String body) {
    boolean isDone() {
      return status < 300;
    }

    String orderStatus() {
      return data.path("status").asText();
    }
  }

  private final Supplier<String> url;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  BankClient(Supplier<String> url) {
    this.url = url;
  }

  /** What became of it: done, if any of the two was. */
  Answer twice(boolean atOnce, String method, String path, String body, @Nullable String key) {
    if (!atOnce) {
      var first = untilAnswered(method, path, body, key);
      var second = untilAnswered(method, path, body, key);
      return first.isDone() ? first : second;
    }
    var other =
        CompletableFuture.supplyAsync(() -> untilAnswered(method, path, body, key), threads);
    var mine = untilAnswered(method, path, body, key);
    var others = other.join();
    return mine.isDone() ? mine : others;
  }

  /** Runs something beside. */
  <T> CompletableFuture<T> beside(Supplier<T> call) {
    return CompletableFuture.supplyAsync(call, threads);
  }

  /** No answer, "try again" and "it is being processed" are no answers. */
  private Answer untilAnswered(String method, String path, String body, @Nullable String key) {
    return Awaitility.await(method + " " + path)
        .atMost(LIMIT)
        .pollInSameThread()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(50))
        .ignoreExceptions()
        .until(
            () -> send(method, path, body, key),
            answer ->
                answer.status() < 500
                    && answer.status() != 429
                    && !answer.body().contains("\"A0401\""));
  }

  private Answer send(String method, String path, String body, @Nullable String key) {
    var request =
        HttpRequest.newBuilder(URI.create(url.get() + path))
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body));
    if (key != null) request.header("X-Idempotency-Key", key);
    var response = RunningOrdinal.send(request);
    return new Answer(response.statusCode(), RunningOrdinal.data(response), response.body());
  }

  /** Asked once; fails when there is no answer. */
  JsonNode get(String path) {
    var response = RunningOrdinal.send(HttpRequest.newBuilder(URI.create(url.get() + path)));
    if (response.statusCode() != 200) throw new IllegalStateException(response.body());
    return RunningOrdinal.data(response);
  }

  /** Asks until it is so. */
  JsonNode await(String path, Predicate<JsonNode> isSo) {
    return Objects.requireNonNull(
        Awaitility.await(path)
            .atMost(LIMIT)
            .pollInSameThread()
            .pollDelay(Duration.ZERO)
            .pollInterval(Duration.ofMillis(50))
            .ignoreExceptions()
            .until(() -> get(path), isSo::test));
  }

  static String money(long minor) {
    return BigDecimal.valueOf(minor, 2).toPlainString();
  }

  static long minor(JsonNode amount) {
    return new BigDecimal(amount.asText()).movePointRight(2).longValueExact();
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
