package ordinal.app;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;

/** Tells a person what is being started, what it took, and what to do next. */
final class Progress {

  private final PrintStream out;
  private final long started = System.nanoTime();

  Progress(PrintStream out) {
    this.out = out;
  }

  void say(String line) {
    out.println(line);
    out.flush();
  }

  /** Runs one step and prints a line for it: what, how it went, how long it took. */
  <T> T step(String name, Supplier<T> work, Function<T, String> outcome) {
    long begun = System.nanoTime();
    var result = work.get();
    line(name, outcome.apply(result), System.nanoTime() - begun);
    return result;
  }

  synchronized void line(String name, String outcome, long nanos) {
    say(String.format(Locale.ROOT, "  %-9s %-52s %6.1f s", name, outcome, nanos / 1e9));
  }

  String total() {
    return String.format(Locale.ROOT, "%.1f s", (System.nanoTime() - started) / 1e9);
  }
}
