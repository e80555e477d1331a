package ordinal.app;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The program in a process of its own, as a user runs it: started, asked, killed, started again.
 */
final class RunningOrdinal implements AutoCloseable {

  static final Duration LIMIT = Duration.ofSeconds(90);

  /** It is over before the second compiler would have been of use. */
  private static final List<String> COMMAND_JVM = List.of("-Xmx512m", "-XX:TieredStopAtLevel=1");

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  final Map<String, String> environment = new HashMap<>();
  final List<String> options = new ArrayList<>();
  final Path data;
  private final Path log;
  private Process process;

  RunningOrdinal(Path data) throws IOException {
    this.data = data;
    this.log = data.resolveSibling(data.getFileName() + ".log");
    Files.createDirectories(data.getParent());
    environment.put("ORDINAL_DATA_DIR", data.toString());
    environment.put("ORDINAL_INVENTORY", "external"); // Orders stay where a test has put them.
    for (var name : List.of("HTTP", "MANAGEMENT", "REMOTE", "DB", "KAFKA")) {
      environment.put("ORDINAL_" + name + "_PORT", Integer.toString(freePort()));
    }
  }

  /**
   * Below the range from which connections take theirs: a port of a server that was killed must
   * still be free when it starts again.
   */
  static int freePort() {
    for (int attempt = 0; attempt < 1000; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(20_000, 32_000);
      try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (IOException e) {
        // Taken: try another.
      }
    }
    throw new IllegalStateException("no port is free");
  }

  RunningOrdinal start() throws IOException {
    var arguments = new ArrayList<>(List.of("start"));
    arguments.addAll(options);
    launch(List.of("-Xmx512m"), arguments);
    await("ready").atMost(LIMIT).until(() -> output().contains("Ready in") || !process.isAlive());
    if (!process.isAlive()) throw new IllegalStateException("did not start:\n" + output());
    return this;
  }

  private void launch(List<String> jvm, List<String> arguments) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvm);
    command.addAll(List.of("-cp", programClassPath(), Main.class.getName()));
    command.addAll(arguments);
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("ORDINAL_"));
    builder.environment().putAll(environment);
    Files.deleteIfExists(log);
    process = builder.redirectOutput(log.toFile()).start();
  }

  /** What the program has, and nothing of the tests, whose logging would else be its own. */
  private static String programClassPath() {
    var separator = Pattern.quote(File.pathSeparator);
    return Pattern.compile(separator)
        .splitAsStream(System.getProperty("java.class.path"))
        .filter(entry -> !entry.contains("test-classes"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** Runs a command to its end and returns its exit code; what it printed is in output(). */
  int run(String... arguments) throws IOException, InterruptedException {
    launch(COMMAND_JVM, List.of(arguments));
    if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IllegalStateException("did not end:\n" + output());
    }
    return process.exitValue();
  }

  String output() throws IOException {
    return Files.exists(log) ? Files.readString(log) : "";
  }

  String url() {
    return "http://127.0.0.1:" + environment.get("ORDINAL_HTTP_PORT");
  }

  String managementUrl() {
    return "http://127.0.0.1:" + environment.get("ORDINAL_MANAGEMENT_PORT");
  }

  HttpResponse<String> post(String path, String body, String... headers) {
    var request =
        HttpRequest.newBuilder(URI.create(url() + path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    for (int i = 0; i < headers.length; i += 2) request.header(headers[i], headers[i + 1]);
    return send(request);
  }

  JsonNode data(String path) {
    return data(send(HttpRequest.newBuilder(URI.create(url() + path))));
  }

  static JsonNode data(HttpResponse<String> response) {
    try {
      return JSON.readTree(response.body()).path("data");
    } catch (IOException e) {
      throw new IllegalStateException("not JSON: " + response.body(), e);
    }
  }

  static HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return CLIENT.send(
          request.timeout(Duration.ofSeconds(20)).build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  void killHard() {
    process.destroyForcibly().onExit().join();
  }

  int terminate() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
      throw new IllegalStateException("does not stop");
    }
    return process.exitValue();
  }

  /** The mariadbd processes on this data directory. */
  List<ProcessHandle> databases() {
    return ProcessHandle.allProcesses()
        .filter(
            p ->
                p.info().command().orElse("").contains(data.toString())
                    && p.info().command().orElse("").contains("mariadbd"))
        .toList();
  }

  /** Ends what is left, whatever became of the test. */
  @Override
  public void close() {
    if (process != null && process.isAlive()) killHard();
    databases().forEach(ProcessHandle::destroyForcibly);
  }
}
