package ordinal.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import ordinal.bench.compare.CompareCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The commands of this module; {@code bench/README.md} shows them at work. */
@Command(
    name = "bench",
    subcommands = {
      PublishCommand.class,
      DrainCommand.class,
      IdleCommand.class,
      FlashCommand.class,
      CompareCommand.class,
      ProfileCommand.class
    },
    description = "Measures Ordinal from outside, alone and beside others.")
public final class Main {

  public static void main(String[] arguments) {
    System.exit(run(new PrintWriter(System.err, true, StandardCharsets.UTF_8), arguments));
  }

  /** 0 done, 1 failed, 2 usage, as the other commands of Ordinal. */
  public static int run(PrintWriter errors, String... arguments) {
    return new CommandLine(new Main())
        .setErr(errors)
        .setExecutionExceptionHandler(
            (e, command, parsed) -> {
              command.getErr().println("bench: " + e.getMessage());
              return e instanceof IllegalArgumentException ? 2 : 1;
            })
        .execute(arguments);
  }

  @Command(
      name = "load",
      mixinStandardHelpOptions = true,
      description = "Creates orders as fast as they are answered, or at a fixed rate.")
  int load(
      @Option(names = "--url", defaultValue = "http://127.0.0.1:8080") URI url,
      @Option(names = "--connections", defaultValue = "100") int connections,
      @Option(names = "--threads", defaultValue = "1") int threads,
      @Option(names = "--seconds", defaultValue = "10") int seconds,
      @Option(names = "--warmup", defaultValue = "5", description = "Seconds before it counts.")
          int warmup,
      @Option(
              names = "--requests",
              defaultValue = "10000000",
              description = "At most this many, warm-up included.")
          long requests,
      @Option(
              names = "--rate",
              defaultValue = "0",
              description = "Requests per second at fixed times; 0 sends when an answer came.")
          int rate,
      @Mixin DatabaseOptions options)
      throws IOException, SQLException, InterruptedException {
    var plan = new LoadPlan(url, connections, threads, seconds, warmup, requests, rate);
    System.out.println(plan.describe());
    if (!options.isGiven()) {
      System.out.print(Load.run(plan).report());
      return 0;
    }
    try (var database = options.connect()) {
      var before = database.read();
      var result = Load.run(plan);
      System.out.print(result.report());
      System.out.print(database.report(before, result.createdInAll()));
      return 0;
    }
  }
}
