package ordinal.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Says where a recorded program spent its CPU time. Every sample counts once in each table: for the
 * method that ran, for its thread's pool, for the innermost frame that belongs to a library or a
 * module of ours, and for every such part that is anywhere on its stack.
 */
@Command(
    name = "profile",
    mixinStandardHelpOptions = true,
    description = "Says where a program spent its time, from a JFR recording of compare --profile.")
final class ProfileCommand implements Callable<Integer> {

  /** Longer prefixes first. What is none of these is the JDK's, or somebody's small library. */
  private static final List<Map.Entry<String, String>> PARTS =
      List.of(
          Map.entry("com.mysql.", "database driver"),
          Map.entry("com.zaxxer.", "connection pool"),
          Map.entry("slick.", "Slick"),
          Map.entry("com.fasterxml.", "Jackson"),
          Map.entry("org.apache.kafka.", "Kafka client"),
          Map.entry("ch.qos.", "logging"),
          Map.entry("org.slf4j.", "logging"),
          Map.entry("io.micrometer.", "metrics"),
          Map.entry("org.apache.pekko.http.", "Pekko HTTP"),
          Map.entry("org.apache.pekko.stream.", "Pekko streams"),
          Map.entry("org.apache.pekko.io.", "Pekko TCP"),
          Map.entry("org.apache.pekko.persistence.", "Pekko persistence"),
          Map.entry("org.apache.pekko.projection.", "Pekko projections"),
          Map.entry("org.apache.pekko.cluster.", "Pekko cluster and sharding"),
          Map.entry("org.apache.pekko.serialization.", "Pekko serialization"),
          Map.entry("org.apache.pekko.", "Pekko actors"),
          Map.entry("com.typesafe.config.", "configuration"),
          Map.entry("scala.", "Scala library"));

  private static final String OURS = "ordinal.";

  @Parameters(paramLabel = "FILE", description = "A recording.")
  private Path file = Path.of("");

  @Option(names = "--most", description = "Rows of each table; ${DEFAULT-VALUE} if not given.")
  private int most = 30;

  private final Map<String, Integer> methods = new HashMap<>();
  private final Map<String, Integer> pools = new HashMap<>();
  private final Map<String, Integer> innermost = new HashMap<>();
  private final Map<String, Integer> anywhere = new HashMap<>();
  private final Map<String, Integer> ours = new HashMap<>();
  private int samples;

  @Override
  public Integer call() throws IOException {
    try (var recording = new RecordingFile(file)) {
      while (recording.hasMoreEvents()) {
        var event = recording.readEvent();
        if (isSample(event)) count(event);
      }
    }
    System.out.printf("%d samples%n", samples);
    print(System.out, "Threads", pools);
    print(System.out, "By the innermost part on the stack", innermost);
    print(System.out, "Anywhere on the stack", anywhere);
    print(System.out, "Methods of ours, anywhere on the stack", ours);
    print(System.out, "Methods that ran", methods);
    return samples == 0 ? 1 : 0;
  }

  private static boolean isSample(RecordedEvent event) {
    var name = event.getEventType().getName();
    return (name.equals("jdk.ExecutionSample") || name.equals("jdk.NativeMethodSample"))
        && event.getStackTrace() != null
        && !isWaiting(event.getStackTrace().getFrames());
  }

  /** Native samples are taken of threads that wait for the network too. */
  private static boolean isWaiting(List<RecordedFrame> frames) {
    if (frames.isEmpty()) return true;
    var method = frames.get(0).getMethod().getName();
    return method.equals("epollWait")
        || method.equals("wait")
        || method.equals("accept")
        || method.equals("poll")
        || method.startsWith("read0")
        || method.startsWith("socketRead");
  }

  private void count(RecordedEvent event) {
    samples++;
    var frames = event.getStackTrace().getFrames();
    add(methods, method(frames.get(0)));
    var thread = event.getThread("sampledThread");
    add(pools, thread == null ? "?" : pool(String.valueOf(thread.getJavaName())));
    var parts = new HashSet<String>();
    var mine = new HashSet<String>();
    String first = null;
    for (var frame : frames) {
      var type = frame.getMethod().getType().getName();
      var part = part(type);
      if (part == null) continue;
      if (first == null) first = part;
      parts.add(part);
      if (type.startsWith(OURS)) mine.add(method(frame));
    }
    add(innermost, first == null ? "JDK alone" : first);
    for (var part : parts) add(anywhere, part);
    for (var one : mine) add(ours, one);
  }

  private static String pool(String thread) {
    return thread.replaceAll("[-@#]?[0-9]+", "");
  }

  private static @Nullable String part(String type) {
    if (type.startsWith(OURS)) {
      var end = type.indexOf('.', OURS.length());
      return end < 0 ? OURS : type.substring(0, end);
    }
    for (var part : PARTS) {
      if (type.startsWith(part.getKey())) return part.getValue();
    }
    return null;
  }

  private static String method(RecordedFrame frame) {
    return frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
  }

  private static void add(Map<String, Integer> counts, String name) {
    counts.merge(name, 1, Integer::sum);
  }

  private void print(PrintStream out, String title, Map<String, Integer> counts) {
    out.printf("%n%s%n", title);
    counts.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .limit(most)
        .forEach(
            one ->
                out.printf(
                    Locale.ROOT,
                    "%6.1f %%  %s%n",
                    100.0 * one.getValue() / Math.max(1, samples),
                    one.getKey()));
  }
}
