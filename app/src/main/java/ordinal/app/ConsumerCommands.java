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

/** {@code ordinal consumer …}: how far the consumers are, and what they could not handle. */
@Command(
    name = "consumer",
    description = "Shows what is consumed from Kafka, and handles again what could not be.",
    mixinStandardHelpOptions = true)
final class ConsumerCommands implements Runnable {

  private static final String DEAD_LETTERS = "/admin/dead-letters";
  private static final String SOURCE = "CONSUMER";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  @Command(
      description = "How far each consumer is, what it tries again, what is dead.",
      mixinStandardHelpOptions = true)
  void status(@Mixin ManagementOptions management) {
    management.print(out(), management.api().data("/admin/consumers"), this::printGroups);
  }

  private void printGroups(JsonNode groups) {
    var out = out();
    if (groups.isEmpty()) out.println("none");
    for (var group : groups) {
      out.printf(
          Locale.ROOT,
          "%-20s %-16s lag %d, parked %d, dead %d%n",
          group.path("group").asText(),
          group.path("topic").asText(),
          group.path("lag").asLong(),
          group.path("parked").asLong(),
          group.path("dead").asLong());
      var behind = new ArrayList<String>();
      for (var partition : group.path("partitions")) {
        if (partition.path("lag").asLong() > 0) {
          behind.add(partition.path("partition").asInt() + ":" + partition.path("lag").asLong());
        }
      }
      if (!behind.isEmpty()) out.println("  by partition " + String.join(" ", behind));
    }
  }

  @Command(description = "What became of messages, newest first.", mixinStandardHelpOptions = true)
  void log(
      @Option(names = "--status", description = "PROCESSING, SUCCESS, FAILED or IGNORED.")
          @Nullable String status,
      @Option(names = "--group", description = "Only those of this consumer group.")
          @Nullable String group,
      @Option(names = "--key", description = "Only those of this order.") @Nullable String key,
      @Option(
              names = "--limit",
              defaultValue = "50",
              description = "At most so many; 50 if left out.")
          int limit,
      @Option(names = "--cursor", description = "Goes on where an earlier list ended.")
          @Nullable String cursor,
      @Mixin ManagementOptions management) {
    var query = new LinkedHashMap<String, String>();
    put(query, "status", status);
    put(query, "group", group);
    put(query, "key", key);
    query.put("limit", Integer.toString(limit));
    put(query, "cursor", cursor);
    var found = management.api().data("/admin/consume-log?" + text(query));
    management.print(out(), found, this::printLog);
  }

  private void printLog(JsonNode page) {
    for (var entry : page.path("items")) {
      out()
          .printf(
              Locale.ROOT,
              "%s  %-10s %s %s  %s-%d@%d, %d attempt(s), %d ms  %s%n",
              entry.path("updatedAt").asText(),
              entry.path("status").asText(),
              entry.path("bizKey").asText(),
              entry.path("eventType").asText(),
              entry.path("topic").asText(),
              entry.path("partition").asInt(),
              entry.path("offset").asLong(),
              entry.path("attempts").asInt(),
              entry.path("costMs").asLong(),
              entry.path("reason").asText());
    }
    printEnd(page);
  }

  @Command(
      description = "What could not be handled, or one message of it.",
      mixinStandardHelpOptions = true)
  void dead(
      @Parameters(paramLabel = "ID", arity = "0..1", description = "Shows this letter.")
          @Nullable String id,
      @Option(
              names = "--status",
              defaultValue = "DEAD",
              description = "DEAD (the default), REPLAYING, HANDLED or ALL.")
          String status,
      @Mixin OutboxCommands.Which which,
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
    query.put("source", SOURCE);
    if (!status.equals("ALL")) query.put("status", status);
    query.put("limit", Integer.toString(limit));
    put(query, "cursor", cursor);
    var found = management.api().data(DEAD_LETTERS + "?" + text(query));
    management.print(out(), found, this::printLetters);
  }

  private void printLetters(JsonNode page) {
    for (var letter : page.path("items")) {
      out()
          .printf(
              Locale.ROOT,
              "%s  %-9s %s %s %s, %d attempt(s)  %s%n",
              letter.path("id").asText(),
              letter.path("status").asText(),
              letter.path("topic").asText(),
              letter.path("bizKey").asText(),
              letter.path("eventType").asText(),
              letter.path("attempts").asInt(),
              letter.path("reason").asText());
    }
    printEnd(page);
  }

  private void printEnd(JsonNode page) {
    if (page.path("items").isEmpty()) out().println("none");
    if (page.hasNonNull("nextCursor")) {
      out().println("more: --cursor " + page.path("nextCursor").asText());
    }
  }

  private void printLetter(JsonNode letter) {
    letter
        .properties()
        .forEach(field -> out().printf("%-12s %s%n", field.getKey(), field.getValue().asText()));
  }

  @Command(
      description = {
        "Handles dead messages again, those of an order in their order.",
        "Either ID or --all. One that fails again is dead again, as the same letter."
      },
      mixinStandardHelpOptions = true)
  void replay(
      @Parameters(paramLabel = "ID", arity = "0..1", description = "This letter.")
          @Nullable String id,
      @Option(names = "--all", description = "All, or all that match.") boolean all,
      @Mixin OutboxCommands.Which which,
      @Mixin ManagementOptions management) {
    if ((id == null) != all) {
      throw new ParameterException(spec.commandLine(), "give either an ID or --all");
    }
    if (id != null && !which.fields().isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "these options need --all: " + which.fields());
    }
    var fields = which.fields();
    fields.put("source", SOURCE);
    var api = management.api();
    var done =
        id == null
            ? api.posted(DEAD_LETTERS + "/replay", ApiClient.JSON.valueToTree(fields) + "")
            : api.posted(letter(id) + "/replay", "");
    management.print(
        out(),
        done,
        data -> out().println(data.path("replaying").asLong() + " message(s) are handled again"));
  }

  private static void put(Map<String, String> query, String name, @Nullable String value) {
    if (value != null) query.put(name, value);
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
}
