package ordinal.faults;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A Java program in a process of its own, which can be killed and started again. */
final class ChildJvm implements Victim {

  private static final int POLITE_SECONDS = 40;

  private final List<String> command;
  private final Map<String, String> environment;
  private final Path log;
  private @Nullable Process process;

  /**
   * Nothing starts yet.
   *
   * @param environment in place of all ORDINAL_ variables that there are here
   * @param log what it prints goes here, behind what it printed before
   */
  ChildJvm(
      List<String> options,
      Class<?> main,
      List<String> arguments,
      Map<String, String> environment,
      Path log) {
    this.command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", programClassPath(), main.getName()));
    command.addAll(arguments);
    this.environment = Map.copyOf(environment);
    this.log = log;
  }

  /** What the program has, and nothing of tests, whose logging would else be its own. */
  private static String programClassPath() {
    return Pattern.compile(Pattern.quote(File.pathSeparator))
        .splitAsStream(System.getProperty("java.class.path"))
        .filter(entry -> !entry.contains("test-classes"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** Returns at once. */
  @Override
  public void start() {
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("ORDINAL_"));
    builder.environment().putAll(environment);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void kill() {
    var running = process;
    if (running != null) running.destroyForcibly().onExit().join();
  }

  @Override
  public boolean isAlive() {
    var running = process;
    return running != null && running.isAlive();
  }

  @Override
  public String ending() {
    var ended = process;
    return ended == null || ended.isAlive() ? "not ended" : "with code " + ended.exitValue();
  }

  /** Asked politely first. */
  @Override
  public void close() {
    var running = process;
    if (running == null) return;
    running.destroy();
    try {
      if (running.waitFor(POLITE_SECONDS, TimeUnit.SECONDS)) return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    kill();
  }
}
