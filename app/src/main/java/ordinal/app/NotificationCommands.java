package ordinal.app;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ordinal notification …}: what people are told, and what could not be delivered. */
@Command(
    name = "notification",
    description = "Shows what people are told, and delivers again what could not be.",
    mixinStandardHelpOptions = true)
final class NotificationCommands implements Runnable {

  private static final String NOTIFICATIONS = "/admin/notifications";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  @Command(
      description = "What could not be delivered, or one notification.",
      mixinStandardHelpOptions = true)
  void list(
      @Parameters(paramLabel = "ID", arity = "0..1", description = "Shows this notification.")
          @Nullable String id,
      @Option(
              names = "--status",
              defaultValue = "DEAD",
              description = "DEAD (the default), PENDING, SENT, EXPIRED or ALL.")
          String status,
      @Mixin Which which,
      @Option(
              names = "--limit",
              defaultValue = "50",
              description = "At most so many; 50 if left out.")
          int limit,
      @Option(names = "--cursor", description = "Goes on where an earlier list ended.")
          @Nullable String cursor,
      @Mixin ManagementOptions management) {
    if (id != null) {
      management.print(out(), management.api().data(one(id)), this::printOne);
      return;
    }
    var query = which.fields();
    if (!status.equals("ALL")) query.put("status", status);
    query.put("limit", Integer.toString(limit));
    if (cursor != null) query.put("cursor", cursor);
    var found = management.api().data(NOTIFICATIONS + "?" + text(query));
    management.print(out(), found, this::printAll);
  }

  private void printAll(JsonNode page) {
    var out = out();
    if (page.path("items").isEmpty()) out.println("none");
    for (var one : page.path("items")) {
      out.printf(
          Locale.ROOT,
          "%s  %-7s %-10s %s %s to %s, %d attempt(s)  %s%n",
          one.path("id").asText(),
          one.path("status").asText(),
          one.path("channel").asText(),
          one.path("orderNo").asText(),
          one.path("eventType").asText(),
          one.path("recipientId").asText(),
          one.path("attempts").asInt(),
          one.path("lastError").asText());
    }
    if (page.hasNonNull("nextCursor")) {
      out.println("more: --cursor " + page.path("nextCursor").asText());
    }
  }

  private void printOne(JsonNode one) {
    one.properties()
        .forEach(field -> out().printf("%-13s %s%n", field.getKey(), field.getValue().asText()));
  }

  @Command(
      description = {
        "Delivers again what was given up. Receivers get it with the same id.",
        "Either ID or --all."
      },
      mixinStandardHelpOptions = true)
  void replay(
      @Parameters(paramLabel = "ID", arity = "0..1", description = "This notification.")
          @Nullable String id,
      @Option(names = "--all", description = "All that are dead, or all that match.") boolean all,
      @Option(names = "--status", description = "With --all: DEAD (the default) or EXPIRED.")
          @Nullable String status,
      @Mixin Which which,
      @Mixin ManagementOptions management) {
    if ((id == null) != all) {
      throw new ParameterException(spec.commandLine(), "give either an ID or --all");
    }
    var fields = which.fields();
    if (status != null) fields.put("status", status);
    if (id != null && !fields.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "these options need --all: " + fields);
    }
    var api = management.api();
    var done =
        id == null
            ? api.posted(NOTIFICATIONS + "/replay", ApiClient.JSON.valueToTree(fields) + "")
            : api.posted(one(id) + "/replay", "");
    management.print(
        out(),
        done,
        data -> out().println(data.path("replaying").asLong() + " notification(s) go out again"));
  }

  private static String one(String id) {
    return NOTIFICATIONS + "/" + encoded(id);
  }

  private static String text(Map<String, String> query) {
    var parts = new ArrayList<String>();
    query.forEach((name, value) -> parts.add(name + "=" + encoded(value)));
    return String.join("&", parts);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Which notifications. */
  static final class Which {
    @Option(names = "--channel", description = "Only those on SMS, PUSH or TECHNICIAN.")
    private @Nullable String channel;

    @Option(names = "--order", description = "Only those of this order.")
    private @Nullable String orderNo;

    Map<String, String> fields() {
      var fields = new LinkedHashMap<String, String>();
      if (channel != null) fields.put("channel", channel);
      if (orderNo != null) fields.put("orderNo", orderNo);
      return fields;
    }
  }
}
