package ordinal.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How fast a backlog goes out. */
@Command(
    name = "drain",
    mixinStandardHelpOptions = true,
    description = "Holds the projections, creates orders, and lets one go after the other.")
final class DrainCommand implements Callable<Integer> {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String KAFKA = "kafka";

  /** Held from the start, and let go one by one: so that each has the machine to itself. */
  private static final List<String> PROJECTIONS = List.of("deliveries", "orders", KAFKA);

  @Option(names = "--url", defaultValue = "http://127.0.0.1:8080")
  private URI url = URI.create("http://127.0.0.1:8080");

  @Option(names = "--management", defaultValue = "http://127.0.0.1:8558")
  private URI management = URI.create("http://127.0.0.1:8558");

  @Option(names = "--events", defaultValue = "100000")
  private int events;

  @Option(names = "--limit-seconds", defaultValue = "300")
  private int limitSeconds;

  private final HttpClient client = HttpClient.newHttpClient();

  @Override
  public Integer call() throws Exception {
    var plan = new LoadPlan(url, 200, 1, 600, 0, events, 0);
    for (var name : PROJECTIONS) post(name, "pause");
    try {
      System.out.println(plan.describe());
      var created = Load.run(plan).createdInAll();
      System.out.printf("created      %d%n", created);
      for (var name : List.of(KAFKA, "orders", "deliveries")) drain(name, created);
      return 0;
    } finally {
      for (var name : PROJECTIONS) post(name, "resume");
    }
  }

  /** From the moment it is let go until it has nothing left to do. */
  private void drain(String name, long created) throws Exception {
    long before = name.equals(KAFKA) ? sent() : 0;
    long start = System.nanoTime();
    post(name, "resume");
    long deadline = start + TimeUnit.SECONDS.toNanos(limitSeconds);
    long firstSeen = start;
    long firstDone = 0;
    for (long done = 0; done < created; ) {
      long now = System.nanoTime();
      if (now > deadline) throw new IOException(name + " did not drain in time");
      TimeUnit.MILLISECONDS.sleep(untilNextLook(now - start, done, created - done));
      done = name.equals(KAFKA) ? sent() - before : created - lag(name);
      if (firstDone == 0 && done > 0) {
        firstSeen = System.nanoTime();
        firstDone = done;
      }
    }
    long end = System.nanoTime();
    System.out.printf(
        "%-12s %.0f events/s (%d in %.2f s; %.0f/s once it ran)%n",
        name,
        created / seconds(start, end),
        created,
        seconds(start, end),
        (created - firstDone) / seconds(firstSeen, end));
  }

  private static double seconds(long from, long to) {
    return (to - from) / 1e9;
  }

  /** Counting what is left takes the database's time, so it is asked more often near the end. */
  private static long untilNextLook(long nanos, long done, long left) {
    if (done == 0) return 50;
    double nanosLeft = (double) nanos / done * left;
    return Math.max(20, Math.min(1000, (long) (nanosLeft / 2e6)));
  }

  /** The publisher's own count: cheap, and not as late as the offset that it stores for show. */
  private long sent() throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(management.resolve("/metrics")).build();
    var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    return answer
        .body()
        .lines()
        .filter(line -> line.startsWith("outbox_event_sent_total"))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private long lag(String name) throws IOException, InterruptedException {
    for (var projection : ask(HttpRequest.newBuilder(management.resolve("/admin/projections")))) {
      if (projection.path("name").asText().equals(name)) return projection.path("lag").asLong();
    }
    throw new IOException("there is no projection " + name);
  }

  private void post(String name, String verb) throws IOException, InterruptedException {
    var at = management.resolve("/admin/projections/" + name + "/" + verb);
    var unused = ask(HttpRequest.newBuilder(at).POST(HttpRequest.BodyPublishers.noBody()));
  }

  private JsonNode ask(HttpRequest.Builder request) throws IOException, InterruptedException {
    var answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException(answer.uri() + " answers " + answer.body());
    }
    return JSON.readTree(answer.body()).path("data");
  }
}
