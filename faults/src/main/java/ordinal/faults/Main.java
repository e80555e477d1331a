package ordinal.faults;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import ordinal.faults.checker.CheckFailure;
import ordinal.faults.checker.Checker;
import ordinal.faults.checker.Part;
import ordinal.faults.checker.Sources;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The commands of this module; {@code faults/README.md} shows them at work. */
@Command(name = "faults", description = "Kills Ordinal under load and checks what is left.")
public final class Main {

  private static final int FOUND_DIFFERENCES = 3;

  public static void main(String[] arguments) {
    System.exit(run(new PrintWriter(System.err, true, StandardCharsets.UTF_8), arguments));
  }

  /** 0 clean, 1 failed, 2 usage, 3 found differences, as the other commands of Ordinal. */
  static int run(PrintWriter errors, String... arguments) {
    return new CommandLine(new Main())
        .setErr(errors)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(
            (e, command, parsed) -> {
              if (isSaidInOneLine(e)) {
                command.getErr().println("faults: " + e.getMessage());
              } else {
                e.printStackTrace(command.getErr());
              }
              return e instanceof IllegalArgumentException ? 2 : 1;
            })
        .execute(arguments);
  }

  private static boolean isSaidInOneLine(Exception e) {
    return e instanceof IllegalArgumentException
        || e instanceof IllegalStateException
        || e instanceof CheckFailure
        || e instanceof IOException;
  }

  @Command(
      name = "campaign",
      mixinStandardHelpOptions = true,
      description = "Load, kills at random moments, and the checker afterwards.")
  int campaign(
      @Option(names = "--seed", description = "The same seed kills and asks the same; default any.")
          @Nullable Long seed,
      @Option(names = "--kills", defaultValue = "50") int kills,
      @Option(
              names = "--plan",
              split = ",",
              description = "What to kill in turn: ordinal, database, broker; in place of --kills.")
          @Nullable List<String> plan,
      @Option(names = "--seconds-between", defaultValue = "2..6") String secondsBetween,
      @Option(names = "--connections", defaultValue = "20") int connections,
      @Option(names = "--rate", defaultValue = "400", description = "Requests per second in all.")
          int rate,
      @Option(
              names = "--embedded",
              description = "Ordinal with its own servers, killed as a whole.")
          boolean embedded,
      @Option(
              names = "--only",
              split = ",",
              description = "Compare only these: ${COMPLETION-CANDIDATES}.")
          @Nullable Set<Part> only,
      @Option(names = "--settle", defaultValue = "120", description = "Seconds to come to rest.")
          int settleSeconds,
      @Option(names = "--folder", defaultValue = "target/campaign") Path folder,
      @Option(names = "--keep", description = "Keep data and logs also when all is well.")
          boolean keep)
      throws IOException, InterruptedException {
    long chosen = seed == null ? ThreadLocalRandom.current().nextInt(1_000_000) : seed;
    var settings =
        new CampaignSettings(
            chosen,
            plan(chosen, kills, plan, SecondsBetween.parse(secondsBetween), embedded),
            connections,
            rate,
            embedded,
            parts(only),
            folder,
            keep,
            Duration.ofSeconds(settleSeconds));
    System.out.println("campaign with --seed " + chosen);
    var progress = new Progress(System.out, Progress.isTerminal());
    CampaignResult result;
    try {
      result = Campaign.run(settings, progress);
    } finally {
      progress.end();
    }
    System.out.print(result.text());
    return result.exitCode();
  }

  private static KillPlan plan(
      long seed,
      int kills,
      @Nullable List<String> targets,
      SecondsBetween between,
      boolean embedded) {
    if (targets != null) {
      return KillPlan.of(seed, targets.stream().map(Target::of).toList(), between);
    }
    if (kills < 0 || kills > CampaignSettings.MOST_KILLS) {
      throw new IllegalArgumentException("--kills is 0 to " + CampaignSettings.MOST_KILLS);
    }
    return KillPlan.random(seed, kills, between, embedded);
  }

  private static Set<Part> parts(@Nullable Set<Part> only) {
    return only == null || only.isEmpty() ? EnumSet.allOf(Part.class) : EnumSet.copyOf(only);
  }

  @Command(
      name = "check",
      mixinStandardHelpOptions = true,
      description = "Compares journal, Kafka and views of a system at rest.")
  int check(
      @Option(names = "--jdbc", required = true) String jdbcUrl,
      @Option(names = "--user", defaultValue = "ordinal") String user,
      @Option(names = "--password-file") @Nullable Path passwordFile,
      @Option(names = "--kafka", description = "host:port of a broker.") @Nullable String bootstrap,
      @Option(names = "--topic", defaultValue = Sources.ORDER_EVENTS) String topic,
      @Option(names = "--acknowledged", description = "Answers that a campaign wrote down.")
          @Nullable Path acknowledged,
      @Option(
              names = "--only",
              split = ",",
              description = "Compare only these: ${COMPLETION-CANDIDATES}.")
          @Nullable Set<Part> only)
      throws IOException {
    var password = passwordFile == null ? "" : Files.readString(passwordFile).strip();
    var report =
        Checker.check(
            new Sources(jdbcUrl, user, password, bootstrap, topic, acknowledged, parts(only)));
    System.out.print(report.text());
    return report.isClean() ? 0 : FOUND_DIFFERENCES;
  }
}
