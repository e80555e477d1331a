package ordinal.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ordinal reconcile}: compares all books with each other, and waits for the result. */
@Command(
    name = "reconcile",
    description = {
      "Compares the journal with views, Kafka, assets, payments, refunds and notifications.",
      "What follows from the journal is put right; the rest is told. Exit code: 0 no difference,"
          + " 3 differences (also those that were repaired), 1 it failed."
    },
    mixinStandardHelpOptions = true)
final class ReconcileCommand implements Callable<Integer> {

  private static final String PATH = "/admin/reconciliations";
  private static final int FOUND_DIFFERENCES = 3;
  private static final int PAGE = 500;
  private static final int MOST_FAILURES = 60;
  private static final Duration PAUSE = Duration.ofMillis(500);

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "What happened since then, such as 2026-03-01T00:00:00Z; a day, if left out.")
  private @Nullable String from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      description = "What happened before then; a moment ago, if left out.")
  private @Nullable String to;

  @Option(names = "--no-repair", description = "Only tells what it would put right.")
  private boolean noRepair;

  @ArgGroup private @Nullable Earlier earlier;

  @Mixin private ManagementOptions management = new ManagementOptions();

  /** Instead of a new one. */
  static final class Earlier {
    @Option(names = "--list", description = "Shows the last comparisons instead.")
    private boolean list;

    @Option(
        names = "--show",
        paramLabel = "ID",
        description = "Shows an earlier comparison and what it has found instead.")
    private @Nullable String show;
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  @Override
  public Integer call() {
    var asked = earlier;
    if (asked == null) return compare();
    if (from != null || to != null || noRepair) {
      throw new ParameterException(
          spec.commandLine(), "--from, --to and --no-repair are for a new comparison");
    }
    return asked.list ? list() : show(Objects.requireNonNull(asked.show));
  }

  private int compare() {
    var api = management.api();
    var begun = api.posted(PATH, request());
    boolean isTerminal = Help.Ansi.AUTO.enabled() && !management.isJson();
    var bar = new ProgressBar(spec.commandLine().getErr(), isTerminal);
    var ended = until(begun, () -> api.data(path(begun.path("id").asText())), bar, PAUSE);
    return print(api, ended);
  }

  private String request() {
    var body = ApiClient.JSON.createObjectNode();
    if (from != null) body.put("from", from);
    if (to != null) body.put("to", to);
    return body.put("repair", !noRepair).toString();
  }

  /** A node that does not answer for a while is waited for. */
  static JsonNode until(JsonNode begun, Supplier<JsonNode> look, ProgressBar bar, Duration pause) {
    var run = begun;
    int failures = 0;
    while (run.path("state").asText().equals("RUNNING")) {
      bar.draw(run.path("checked").asLong(), run.path("toCheck").asLong(), line(run));
      pause(pause);
      try {
        run = look.get();
        failures = 0;
      } catch (ApiClient.Failure e) {
        if (++failures == MOST_FAILURES) throw e;
      }
    }
    bar.clear();
    return run;
  }

  private int list() {
    management.print(
        out(),
        management.api().data(PATH),
        page -> {
          for (var run : page.path("items")) {
            out()
                .printf(
                    Locale.ROOT,
                    "%s  %-11s %s  %s%n",
                    run.path("id").asText(),
                    run.path("cause").asText(),
                    run.path("startedAt").asText(),
                    line(run));
          }
        });
    return 0;
  }

  private int show(String id) {
    var api = management.api();
    return print(api, api.data(path(id)));
  }

  private int print(ApiClient api, JsonNode run) {
    var differences = differences(api, run);
    var all = ((ObjectNode) run.deepCopy()).set("items", differences);
    management.print(
        out(),
        all,
        shown -> {
          out().printf("%s  %s%n", run.path("id").asText(), line(run));
          for (var one : differences) printDifference(one);
          if (differences.size() < run.path("differences").asLong()) {
            out().println("and more, which are not listed");
          }
        });
    return exitCode(run);
  }

  private void printDifference(JsonNode one) {
    var detail = one.path("detail").asText();
    out()
        .printf(
            "%-8s %s %s%s%n         expected %s%n         found    %s%n",
            one.path("action").asText(),
            one.path("kind").asText(),
            one.path("subject").asText(),
            detail.isEmpty() ? "" : ": " + detail,
            one.path("expected").asText(),
            one.path("found").asText());
  }

  private static ArrayNode differences(ApiClient api, JsonNode run) {
    var all = ApiClient.JSON.createArrayNode();
    if (run.path("differences").asLong() == 0) return all;
    var path = path(run.path("id").asText()) + "/differences?limit=" + PAGE;
    var page = api.data(path);
    while (true) {
      page.path("items").forEach(all::add);
      if (!page.path("nextCursor").isNumber()) return all;
      page = api.data(path + "&cursor=" + page.path("nextCursor").asLong());
    }
  }

  private static int exitCode(JsonNode run) {
    if (run.path("state").asText().equals("FAILED")) return 1;
    return run.path("differences").asLong() > 0 ? FOUND_DIFFERENCES : 0;
  }

  private static String line(JsonNode run) {
    var detail = run.path("detail").asText();
    return String.format(
        Locale.ROOT,
        "%s, %d difference(s), %d repaired%s",
        run.path("state").asText(),
        run.path("differences").asLong(),
        run.path("repaired").asLong(),
        detail.isEmpty() ? "" : ": " + detail);
  }

  private static String path(String id) {
    return PATH + "/" + URLEncoder.encode(id, StandardCharsets.UTF_8);
  }

  private static void pause(Duration pause) {
    try {
      Thread.sleep(pause.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ApiClient.Failure("interrupted");
    }
  }
}
