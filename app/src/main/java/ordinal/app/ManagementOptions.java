package ordinal.app;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** Options of every command that talks to the management port. */
final class ManagementOptions {

  @Option(names = "--json", description = "Prints the answer's data as JSON.")
  private boolean json;

  @Option(
      names = "--url",
      description =
          "The management port's address; by default from ORDINAL_MANAGEMENT_HOST and _PORT. The"
              + " token is that of ORDINAL_ADMIN_TOKEN.")
  private String url = "";

  ApiClient api() {
    return client(url);
  }

  static ApiClient client(String url) {
    var settings = Settings.load(null);
    return new ApiClient(
        url.isEmpty() ? "http://" + settings.management() : url, settings.adminToken());
  }

  boolean isJson() {
    return json;
  }

  /** As JSON where that was asked for, else for people. */
  void print(PrintWriter out, JsonNode data, Consumer<JsonNode> forPeople) {
    if (json) {
      out.println(data.toPrettyString());
    } else {
      forPeople.accept(data);
    }
    out.flush();
  }
}
