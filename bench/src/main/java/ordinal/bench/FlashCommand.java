package ordinal.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How fast one hot sku is sold and refused, and whether the numbers are exact afterwards. */
@Command(
    name = "flash",
    mixinStandardHelpOptions = true,
    description = "Puts pieces of one sku on stock and lets many more buyers come at once.")
final class FlashCommand implements Callable<Integer> {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SOLD_OUT = 409;

  @Option(names = "--url", defaultValue = "http://127.0.0.1:8080")
  private URI url = URI.create("http://127.0.0.1:8080");

  @Option(names = "--buyers", defaultValue = "5000")
  private int buyers;

  @Option(names = "--pieces", defaultValue = "500")
  private int pieces;

  @Option(names = "--connections", defaultValue = "100")
  private int connections;

  private final HttpClient client = HttpClient.newHttpClient();

  @Override
  public Integer call() throws Exception {
    var skuId = "flash-" + Long.toString(System.nanoTime(), 36);
    var plan = new LoadPlan(url, connections, 1, 600, 0, buyers, 0);
    var stock = url.resolve("/inventory/" + skuId);
    ask(
        HttpRequest.newBuilder(stock)
            .header("Content-Type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofString("{\"onHand\":" + pieces + "}")));

    var result = Load.runFlashSale(plan, skuId);

    long sold = result.measuredByStatus().getOrDefault(LoadResult.CREATED, 0L);
    long refused = result.measuredByStatus().getOrDefault(SOLD_OUT, 0L);
    var levels = ask(HttpRequest.newBuilder(stock));
    System.out.printf(
        "decisions/s  %.0f (%d sold, %d sold out, %d other)%n",
        result.answersPerSecond(), sold, refused, buyers - sold - refused);
    System.out.printf("stock        %s%n", levels);
    boolean exact =
        sold == Math.min(buyers, pieces)
            && levels.path("reserved").asLong() == sold
            && levels.path("onHand").asLong() == pieces - sold;
    return exact ? 0 : 1;
  }

  private JsonNode ask(HttpRequest.Builder request) throws IOException, InterruptedException {
    var answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException(answer.uri() + " answers " + answer.body());
    }
    return JSON.readTree(answer.body()).path("data");
  }
}
