package ordinal.app;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ordinal projection …}: how far the projections are, and how to hold and renew them. */
@Command(
    name = "projection",
    description = "Shows, holds and rebuilds what follows from the journal.",
    mixinStandardHelpOptions = true)
final class ProjectionCommands implements Runnable {

  private static final String PROJECTIONS = "/admin/projections";
  private static final int FOUND_DIFFERENCES = 3;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  @Command(description = "How far each of them is.", mixinStandardHelpOptions = true)
  void list(@Mixin ManagementOptions management) {
    management.print(
        out(),
        management.api().data(PROJECTIONS),
        all -> {
          out().printf("%-12s %-8s %10s  %s%n", "name", "state", "lag", "last rebuild");
          for (var one : all) {
            out()
                .printf(
                    Locale.ROOT,
                    "%-12s %-8s %10d  %s%n",
                    one.path("name").asText(),
                    one.path("state").asText(),
                    one.path("lag").asLong(),
                    one.has("rebuild") ? RebuildProgress.line(one.path("rebuild")) : "-");
          }
        });
  }

  @Command(description = "Holds a projection.", mixinStandardHelpOptions = true)
  void pause(@Parameters(paramLabel = "NAME") String name, @Mixin ManagementOptions management) {
    change(name, "pause", management);
  }

  @Command(description = "Lets a projection go on.", mixinStandardHelpOptions = true)
  void resume(@Parameters(paramLabel = "NAME") String name, @Mixin ManagementOptions management) {
    change(name, "resume", management);
  }

  private void change(String name, String verb, ManagementOptions management) {
    management.print(
        out(),
        management.api().posted(path(name, verb), ""),
        one -> out().println(one.path("name").asText() + " is " + one.path("state").asText()));
  }

  @Command(
      description = {
        "Makes a view anew beside the live one, and switches when it is there.",
        "With --wait the exit code tells how it ended: 0 well, 1 failed, 3 the live view had"
            + " differed."
      },
      mixinStandardHelpOptions = true)
  int rebuild(
      @Parameters(paramLabel = "NAME") String name,
      @Option(names = "--wait", description = "Waits until it has ended.") boolean wait,
      @Mixin ManagementOptions management) {
    var api = management.api();
    var begun = api.posted(path(name, "rebuild"), "");
    if (!wait) {
      management.print(out(), begun, one -> out().println("the rebuild of " + name + " has begun"));
      return 0;
    }
    boolean isTerminal = Help.Ansi.AUTO.enabled() && !management.isJson();
    var progress = new RebuildProgress(spec.commandLine().getErr(), isTerminal);
    var ended = progress.until(begun, () -> find(api, name));
    management.print(out(), ended, one -> out().println(RebuildProgress.line(one.path("rebuild"))));
    return exitCode(ended.path("rebuild"));
  }

  private static JsonNode find(ApiClient api, String name) {
    for (var one : api.data(PROJECTIONS)) {
      if (one.path("name").asText().equals(name)) return one;
    }
    throw new ApiClient.Failure("there is no projection " + name + " any more");
  }

  private static int exitCode(JsonNode rebuild) {
    if (!rebuild.path("state").asText().equals("SWITCHED")) return 1;
    return rebuild.path("differences").asLong() > 0 ? FOUND_DIFFERENCES : 0;
  }

  private static String path(String name, String verb) {
    return PROJECTIONS + "/" + URLEncoder.encode(name, StandardCharsets.UTF_8) + "/" + verb;
  }
}
