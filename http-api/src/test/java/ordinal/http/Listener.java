package ordinal.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Listens to a stream of events, line by line as they come over the wire. */
final class Listener implements AutoCloseable {

  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final int LIMIT_SECONDS = 20;

  final HttpResponse<InputStream> answer;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

  /** Whether the stream ended as one that is whole. */
  final CompletableFuture<Boolean> ended = new CompletableFuture<>();

  Listener(int port, String path, String... headers) {
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    for (int i = 0; i < headers.length; i += 2) request.header(headers[i], headers[i + 1]);
    try {
      answer = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
    var reading = new Thread(this::read, "listener");
    reading.setDaemon(true);
    reading.start();
  }

  private void read() {
    try (var reader =
        new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
      for (var line = reader.readLine(); line != null; line = reader.readLine()) lines.add(line);
      ended.complete(true);
    } catch (IOException e) {
      ended.complete(false);
    }
  }

  String header(String name) {
    return answer.headers().firstValue(name).orElse(null);
  }

  /** The lines up to the next empty one. */
  List<String> block() {
    var block = new ArrayList<String>();
    try {
      while (true) {
        var line = lines.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
        if (line == null) throw new AssertionError("nothing more came after " + block);
        if (line.isEmpty()) return block;
        block.add(line);
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** The next block that is not a comment. */
  List<String> event() {
    while (true) {
      var block = block();
      if (!block.get(0).startsWith(":")) return block;
    }
  }

  /** The id of the next event. */
  String id() {
    return event().get(0);
  }

  @Override
  public void close() {
    try {
      answer.body().close();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
