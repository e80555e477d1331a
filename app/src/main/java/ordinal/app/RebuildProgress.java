package ordinal.app;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Waits for the end of a rebuild; on a terminal, with a bar that moves. A node that does not answer
 * for a while is waited for: the rebuild does not depend on who watches it.
 */
final class RebuildProgress {

  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final int MOST_FAILURES = 60;
  private static final Set<String> ENDS = Set.of("SWITCHED", "FAILED");

  private final ProgressBar bar;
  private final Duration pause;

  RebuildProgress(PrintWriter out, boolean isTerminal) {
    this(out, isTerminal, PAUSE);
  }

  RebuildProgress(PrintWriter out, boolean isTerminal, Duration pause) {
    this.bar = new ProgressBar(out, isTerminal);
    this.pause = pause;
  }

  /**
   * The projection when its rebuild has ended.
   *
   * @param begun the projection when it began
   */
  JsonNode until(JsonNode begun, Supplier<JsonNode> look) {
    var startedAt = begun.path("rebuild").path("startedAt").asText();
    var projection = begun;
    int failures = 0;
    while (!ENDS.contains(projection.path("rebuild").path("state").asText())) {
      draw(projection.path("rebuild"));
      pause();
      try {
        projection = look.get();
        failures = 0;
      } catch (ApiClient.Failure e) {
        if (++failures == MOST_FAILURES) throw e;
      }
      if (!projection.path("rebuild").path("startedAt").asText().equals(startedAt)) {
        throw new ApiClient.Failure("the rebuild was given up, or another one has begun");
      }
    }
    bar.clear();
    return projection;
  }

  private void draw(JsonNode rebuild) {
    bar.draw(rebuild.path("handled").asLong(), rebuild.path("toHandle").asLong(), line(rebuild));
  }

  /** For people: where it stands, how far it is, what it found. */
  static String line(JsonNode rebuild) {
    var detail = rebuild.path("detail").asText();
    return String.format(
        Locale.ROOT,
        "%s, %d of %d events, %d difference(s)%s",
        rebuild.path("state").asText(),
        rebuild.path("handled").asLong(),
        rebuild.path("toHandle").asLong(),
        rebuild.path("differences").asLong(),
        detail.isEmpty() ? "" : ": " + detail);
  }

  private void pause() {
    try {
      Thread.sleep(pause.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ApiClient.Failure("interrupted");
    }
  }
}
