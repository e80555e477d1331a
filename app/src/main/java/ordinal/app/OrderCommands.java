package ordinal.app;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import ordinal.kernel.EventMeta;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ordinal order …}: one order, as it is, as it was, and how it came to be. */
@Command(name = "order", description = "Shows an order.", mixinStandardHelpOptions = true)
final class OrderCommands implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  @Command(description = "The order as it stands.", mixinStandardHelpOptions = true)
  void show(@Parameters(paramLabel = "ORDER_NO") String orderNo, @Mixin OfTenant reading) {
    printOrder(reading.api().data(path(orderNo)), reading);
  }

  @Command(description = "The order as it was at a version.", mixinStandardHelpOptions = true)
  void at(
      @Parameters(paramLabel = "ORDER_NO") String orderNo,
      @Parameters(paramLabel = "VERSION") long version,
      @Mixin OfTenant reading) {
    printOrder(reading.api().data(path(orderNo) + "?atVersion=" + version), reading);
  }

  @Command(description = "What happened to the order, and why.", mixinStandardHelpOptions = true)
  void timeline(@Parameters(paramLabel = "ORDER_NO") String orderNo, @Mixin OfTenant reading) {
    var events = reading.api().data(path(orderNo) + "/timeline");
    var out = spec.commandLine().getOut();
    if (reading.json) {
      out.println(events.toPrettyString());
    } else {
      out.printf("%4s  %-24s %-24s %-32s %s%n", "#", "at", "event", "status", "outcome");
      for (var event : events) {
        out.printf(
            "%4d  %-24s %-24s %-32s %s%n",
            event.path("sequenceNr").asLong(),
            event.path("at").asText(),
            event.path("event").asText(),
            event.path("from").asText("-") + " > " + event.path("to").asText(),
            event.path("outcome").asText() + reason(event));
      }
    }
    out.flush();
  }

  @Command(
      description = "All that is known of the order: calls, stock, assets, refunds, Kafka.",
      mixinStandardHelpOptions = true)
  void story(@Parameters(paramLabel = "ORDER_NO") String orderNo, @Mixin OfTenant reading) {
    var story = reading.api().data(path(orderNo) + "/story");
    var out = spec.commandLine().getOut();
    if (reading.json) {
      out.println(story.toPrettyString());
    } else {
      StoryPrinter.print(story, out);
    }
    out.flush();
  }

  private static String reason(JsonNode event) {
    return event.hasNonNull("reason") ? ": " + event.path("reason").asText() : "";
  }

  private void printOrder(JsonNode order, Reading reading) {
    PrintWriter out = spec.commandLine().getOut();
    if (reading.json) {
      out.println(order.toPrettyString());
    } else {
      order
          .properties()
          .forEach(
              field -> {
                if (field.getValue().isValueNode()) {
                  out.printf("%-14s %s%n", field.getKey(), field.getValue().asText());
                }
              });
      for (var item : order.path("items")) {
        out.printf(
            "%-14s %s x %s at %s%n",
            "item",
            item.path("quantity").asText(),
            item.path("skuId").asText(),
            item.path("unitPrice").asText());
      }
    }
    out.flush();
  }

  private static String path(String orderNo) {
    return "/orders/" + URLEncoder.encode(orderNo, StandardCharsets.UTF_8);
  }

  /** Options of every command that reads. */
  static class Reading {
    @Option(names = "--json", description = "Prints the answer's data as JSON.")
    boolean json;

    @Option(
        names = "--url",
        description = "The API's address; by default from ORDINAL_HTTP_HOST and _PORT.")
    private String url = "";

    ApiClient api() {
      return new ApiClient(url());
    }

    final String url() {
      return url.isEmpty() ? "http://" + Settings.load(null).http() : url;
    }
  }

  /** Options of every command that reads what is one tenant's. */
  static final class OfTenant extends Reading {
    @Option(
        names = "--tenant",
        description = "Whose it is; by default the tenant ${DEFAULT-VALUE}.")
    private String tenant = EventMeta.DEFAULT_TENANT;

    @Override
    ApiClient api() {
      return new ApiClient(url(), null, tenant);
    }
  }
}
