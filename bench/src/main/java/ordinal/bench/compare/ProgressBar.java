package ordinal.bench.compare;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;

/** How far a run is: one line that moves on a terminal, a line each anywhere else. */
final class ProgressBar {

  private static final int WIDTH = 24;
  private static final int LINE = 100;

  private final PrintStream out;
  private final boolean terminal;
  private final int steps;
  private final long started = System.nanoTime();
  private int done;

  ProgressBar(PrintStream out, boolean terminal, int steps) {
    this.out = out;
    this.terminal = terminal;
    this.steps = steps;
  }

  /** Whether what we print is read by a person now; false where the system does not tell. */
  static boolean isTerminal() {
    try {
      return Path.of("/proc/self/fd/1").toRealPath().startsWith("/dev/pts");
    } catch (IOException e) {
      return false;
    }
  }

  /** The next step begins. */
  void next(String what) {
    int filled = WIDTH * done / Math.max(1, steps);
    done++;
    double seconds = (System.nanoTime() - started) / 1e9;
    var line =
        String.format(
            Locale.ROOT,
            "[%s%s] %d/%d  %.0f s  %s",
            "#".repeat(filled),
            ".".repeat(WIDTH - filled),
            done,
            steps,
            seconds,
            what);
    if (terminal) {
      out.printf(Locale.ROOT, "\r%-" + LINE + "." + LINE + "s", line);
    } else {
      out.println(line);
    }
    out.flush();
  }

  /** What is printed next begins a line of its own. */
  void end() {
    if (terminal) out.println();
  }
}
