package ordinal.faults;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;

/** Says what is going on: one line that moves on a terminal, a line each anywhere else. */
final class Progress {

  private static final int WIDTH = 100;

  private final PrintStream out;
  private final boolean terminal;
  private final long started = System.nanoTime();

  Progress(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /** Whether what we print is read by a person now; false where the system does not tell. */
  static boolean isTerminal() {
    try {
      return Path.of("/proc/self/fd/1").toRealPath().startsWith("/dev/pts");
    } catch (IOException e) {
      return false;
    }
  }

  synchronized void say(String what) {
    var line = String.format(Locale.ROOT, "%6.1f s  %s", (System.nanoTime() - started) / 1e9, what);
    if (terminal) {
      out.printf(Locale.ROOT, "\r%-" + WIDTH + "." + WIDTH + "s", line);
    } else {
      out.println(line);
    }
    out.flush();
  }

  /** What is printed next begins a line of its own. */
  synchronized void end() {
    if (terminal) out.println();
  }
}
