package ordinal.app;

import java.io.PrintWriter;
import java.util.Locale;

/** A line that moves, on a terminal; elsewhere nothing. */
final class ProgressBar {

  private static final int BAR = 30;
  private static final int REST = 60;

  private final PrintWriter out;
  private final boolean isTerminal;

  ProgressBar(PrintWriter out, boolean isTerminal) {
    this.out = out;
    this.isTerminal = isTerminal;
  }

  /** So many of so many, and words for people beside it. */
  void draw(long done, long all, String line) {
    if (!isTerminal) return;
    double share = all == 0 ? 0 : Math.min(1, (double) done / all);
    int filled = (int) Math.round(share * BAR);
    out.printf(
        Locale.ROOT,
        "\r[%s%s] %3.0f %%  %-50s",
        "#".repeat(filled),
        ".".repeat(BAR - filled),
        share * 100,
        line);
    out.flush();
  }

  void clear() {
    if (!isTerminal) return;
    out.print("\r" + " ".repeat(BAR + REST) + "\r");
    out.flush();
  }
}
