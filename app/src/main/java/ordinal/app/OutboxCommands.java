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

/** {@code ordinal outbox …}: what is still to go out, what cannot, and how to send it again. */
@Command(
    name = "outbox",
    description = "Shows what is still to go out, and sends again what could not.",
    mixinStandardHelpOptions = true)
final class OutboxCommands implements Runnable {

  private static final String DEAD_LETTERS = "/admin/dead-letters";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  @Command(description = "How much is still to go out.", mixinStandardHelpOptions = true)
  void status(@Mixin ManagementOptions management) {
    management.print(out(), management.api().data("/admin/outbox"), this::printStatus);
  }

  private void printStatus(JsonNode outbox) {
    var out = out();
    out.printf(Locale.ROOT, "%-12s %d%n", "pending", outbox.path("pending").asLong());
    out.printf(Locale.ROOT, "%-12s %d%n", "retrying", outbox.path("retrying").asLong());
    out.printf(Locale.ROOT, "%-12s %d%n", "dead", outbox.path("dead").asLong());
    out.printf(
        Locale.ROOT, "%-12s %.1f s%n", "oldest", outbox.path("oldestPendingAgeSeconds").asDouble());
    var behind = new ArrayList<String>();
    for (var slice : outbox.path("lagBySlice").properties()) {
      if (slice.getValue().asLong() > 0) behind.add(slice.getKey() + ":" + slice.getValue());
    }
    if (!behind.isEmpty()) out.printf("%-12s %s%n", "by slice", String.join(" ", behind));
  }

  /** The same in one line. */
  static String line(JsonNode outbox) {
    return String.format(
        Locale.ROOT,
        "%d pending, %d retrying, %d dead",
        outbox.path("pending").asLong(),
        outbox.path("retrying").asLong(),
        outbox.path("dead").asLong());
  }

  @Command(
      description = {
        "What cannot be sent, or one event of it.",
        "An order's later events wait behind its dead one."
      },
      mixinStandardHelpOptions = true)
  void dead(
      @Parameters(paramLabel = "ID", arity = "0..1", description = "Shows this event.")
          @Nullable String id,
      @Option(
              names = "--status",
              defaultValue = "DEAD",
              description = "DEAD (the default), WAITING, REPLAYING, SENT or ALL.")
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
      management.print(out(), management.api().data(letter(id)), this::printLetter);
      return;
    }
    var query = which.fields();
    if (!status.equals("ALL")) query.put("status", status);
    query.put("limit", Integer.toString(limit));
    if (cursor != null) query.put("cursor", cursor);
    var found = management.api().data(DEAD_LETTERS + "?" + text(query));
    management.print(out(), found, this::printLetters);
  }

  private void printLetters(JsonNode page) {
    var out = out();
    if (page.path("items").isEmpty()) out.println("none");
    for (var letter : page.path("items")) {
      out.printf(
          Locale.ROOT,
          "%s  %-9s %s #%d %s  %s%n",
          letter.path("id").asText(),
          letter.path("status").asText(),
          letter.path("bizKey").asText(),
          letter.path("sequenceNr").asLong(),
          letter.path("eventType").asText(),
          letter.path("reason").asText());
    }
    if (page.hasNonNull("nextCursor")) {
      out.println("more: --cursor " + page.path("nextCursor").asText());
    }
  }

  private void printLetter(JsonNode letter) {
    letter
        .properties()
        .forEach(field -> out().printf("%-12s %s%n", field.getKey(), field.getValue().asText()));
  }

  @Command(
      description = {
        "Sends dead events again, those of an order together and in order.",
        "Either ID or --all."
      },
      mixinStandardHelpOptions = true)
  void replay(
      @Parameters(paramLabel = "ID", arity = "0..1", description = "The order of this event.")
          @Nullable String id,
      @Option(names = "--all", description = "All, or all that match.") boolean all,
      @Mixin Which which,
      @Mixin ManagementOptions management) {
    if ((id == null) != all) {
      throw new ParameterException(spec.commandLine(), "give either an ID or --all");
    }
    if (id != null && !which.fields().isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "these options need --all: " + which.fields());
    }
    var api = management.api();
    var done =
        id == null
            ? api.posted(DEAD_LETTERS + "/replay", ApiClient.JSON.valueToTree(which.fields()) + "")
            : api.posted(letter(id) + "/replay", "");
    management.print(
        out(),
        done,
        data -> out().println(data.path("replaying").asLong() + " event(s) are sent again"));
  }

  @Command(
      name = "retry-now",
      description = "Ends the wait of publishers whose broker was away.",
      mixinStandardHelpOptions = true)
  void retryNow(@Mixin ManagementOptions management) {
    management.print(
        out(),
        management.api().posted("/admin/outbox/retry-now", ""),
        data -> out().println(data.path("slices").asLong() + " slice(s) were waiting"));
  }

  private static String letter(String id) {
    return DEAD_LETTERS + "/" + encoded(id);
  }

  private static String text(Map<String, String> query) {
    var parts = new ArrayList<String>();
    query.forEach((name, value) -> parts.add(name + "=" + encoded(value)));
    return String.join("&", parts);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Which dead letters. */
  static final class Which {
    @Option(names = "--topic", description = "Only those for this topic.")
    private @Nullable String topic;

    @Option(names = "--biz-key", description = "Only those of this order.")
    private @Nullable String bizKey;

    @Option(names = "--event-type", description = "Only those of this type.")
    private @Nullable String eventType;

    Map<String, String> fields() {
      var fields = new LinkedHashMap<String, String>();
      if (topic != null) fields.put("topic", topic);
      if (bizKey != null) fields.put("bizKey", bizKey);
      if (eventType != null) fields.put("eventType", eventType);
      return fields;
    }
  }
}
