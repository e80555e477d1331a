package ordinal.app;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import ordinal.servers.StartFailure;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The {@code ordinal} command. Exit codes: 0 ok, 1 failed, 2 usage, 3 found differences. */
@Command(
    name = "ordinal",
    description = "An event-sourced order platform.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    subcommands = {
      StartCommand.class,
      StatusCommand.class,
      OrderCommands.class,
      InventoryCommands.class,
      OutboxCommands.class,
      ConsumerCommands.class,
      NotificationCommands.class,
      ProjectionCommands.class,
      ReconcileCommand.class
    })
public final class Main implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  public static void main(String[] args) {
    // Before anything touches the common pool: with two cores or fewer the JDK would else start a
    // new thread for every callback of a CompletionStage.
    System.setProperty("java.util.concurrent.ForkJoinPool.common.parallelism", "2");
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Main())
        .setExecutionExceptionHandler(
            (failure, command, parsed) -> {
              if (failure instanceof StartFailure || failure instanceof ApiClient.Failure) {
                String.valueOf(failure.getMessage())
                    .lines()
                    .forEach(line -> command.getErr().println("ordinal: " + line));
              } else {
                failure.printStackTrace(command.getErr());
              }
              command.getErr().flush();
              return CommandLine.ExitCode.SOFTWARE;
            });
  }

  /** No command given: say what there is. */
  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  /** What the build wrote down. */
  static final class Version implements CommandLine.IVersionProvider {
    static String text() {
      try (var file = Main.class.getResourceAsStream("version.txt")) {
        return file == null ? "unknown" : new String(file.readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException e) {
        return "unknown";
      }
    }

    @Override
    public String[] getVersion() {
      return new String[] {"ordinal " + text()};
    }
  }
}
