package ordinal.bench.compare;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A Java program in a process of its own. Closing it ends it. */
public final class Program implements AutoCloseable {

  private static final int POLITE_SECONDS = 40;

  private final Process process;
  private final Path log;

  private Program(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /** Returns at once; the program has this one's class path. */
  static Program start(
      List<String> options,
      Class<?> main,
      List<String> arguments,
      Map<String, String> environment,
      Path log)
      throws IOException {
    return start(options, classPath(), main.getName(), arguments, environment, log);
  }

  /**
   * Returns at once.
   *
   * @param environment in place of all ORDINAL_ variables that there are here
   * @param log what it prints goes here, behind what was there before
   */
  static Program start(
      List<String> options,
      String classPath,
      String main,
      List<String> arguments,
      Map<String, String> environment,
      Path log)
      throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, main));
    command.addAll(arguments);
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("ORDINAL_"));
    builder.environment().putAll(environment);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    return new Program(builder.start(), log);
  }

  /** What the programs need, and nothing of tests, whose logging would else be theirs. */
  static String classPath() {
    return Pattern.compile(Pattern.quote(File.pathSeparator))
        .splitAsStream(System.getProperty("java.class.path"))
        .filter(entry -> !entry.contains("test-classes"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  long pid() {
    return process.pid();
  }

  ProcessUsage usage() throws IOException {
    return ProcessUsage.of(pid());
  }

  /** Fails when it has ended: whoever asks wants something of it. */
  public void requireAlive() {
    if (!process.isAlive()) {
      throw new IllegalStateException(
          "a program ended with code %d, see %s".formatted(process.exitValue(), log));
    }
  }

  /** Asked politely first. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (process.waitFor(POLITE_SECONDS, TimeUnit.SECONDS)) return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly().onExit().join();
  }
}
