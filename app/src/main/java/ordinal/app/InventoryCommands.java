package ordinal.app;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import ordinal.app.OrderCommands.Reading;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ordinal inventory …}: how much there is of a sku. */
@Command(
    name = "inventory",
    description = "Shows and sets how much there is of a sku.",
    mixinStandardHelpOptions = true)
final class InventoryCommands implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  @Command(description = "On hand, reserved and sold.", mixinStandardHelpOptions = true)
  void show(@Parameters(paramLabel = "SKU") String skuId, @Mixin Reading reading) {
    print(reading.api().data(path(skuId)), reading);
  }

  @Command(
      description = {
        "Says how many pieces are on hand.",
        "Those that are reserved or sold are counted beside them."
      },
      mixinStandardHelpOptions = true)
  void set(
      @Parameters(paramLabel = "SKU") String skuId,
      @Parameters(paramLabel = "ON_HAND") long onHand,
      @Mixin Reading reading) {
    var body = ApiClient.JSON.valueToTree(Map.of("onHand", onHand)).toString();
    print(reading.api().put(path(skuId), body), reading);
  }

  private void print(JsonNode stock, Reading reading) {
    var out = spec.commandLine().getOut();
    if (reading.json) {
      out.println(stock.toPrettyString());
    } else {
      out.printf("%-9s %s%n", "sku", stock.path("skuId").asText());
      out.printf(Locale.ROOT, "%-9s %d%n", "on hand", stock.path("onHand").asLong());
      out.printf(Locale.ROOT, "%-9s %d%n", "reserved", stock.path("reserved").asLong());
      out.printf(Locale.ROOT, "%-9s %d%n", "sold", stock.path("sold").asLong());
    }
    out.flush();
  }

  private static String path(String skuId) {
    return "/inventory/" + URLEncoder.encode(skuId, StandardCharsets.UTF_8);
  }
}
