package ordinal.app;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Prints an order's story for people: a line each, the usual trace only once. */
final class StoryPrinter {

  /** In columns of their own, or only of interest to programs. */
  private static final Set<String> NOT_DETAILS =
      Set.of("at", "source", "what", "traceId", "eventId", "sequenceNr");

  private StoryPrinter() {}

  static void print(JsonNode story, PrintWriter out) {
    var trace = story.path(0).path("traceId").asText();
    out.printf("trace %s%n", trace);
    out.printf("%-24s %-12s %-24s %s%n", "at", "source", "what", "details");
    for (var entry : story) {
      out.printf(
          "%-24s %-12s %-24s %s%n",
          entry.path("at").asText(),
          entry.path("source").asText(),
          entry.path("what").asText(),
          String.join(" ", details(entry, trace)));
    }
  }

  private static List<String> details(JsonNode entry, String usualTrace) {
    var details = new ArrayList<String>();
    entry
        .properties()
        .forEach(
            field -> {
              if (!NOT_DETAILS.contains(field.getKey())) {
                details.add(field.getKey() + "=" + field.getValue().asText());
              }
            });
    var trace = entry.path("traceId").asText();
    if (!trace.equals(usualTrace)) details.add("trace=" + trace);
    return details;
  }
}
