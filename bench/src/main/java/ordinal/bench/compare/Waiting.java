package ordinal.bench.compare;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Waits for conditions, never for ever. */
final class Waiting {

  private static final long STEP_MILLIS = 20;

  private Waiting() {}

  static void until(String what, Duration limit, Callable<Boolean> condition) throws Exception {
    if (!isWithin(limit, condition)) {
      throw new IllegalStateException("waited " + limit.toSeconds() + " s in vain until " + what);
    }
  }

  /** False when the limit has passed. */
  static boolean isWithin(Duration limit, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!condition.call()) {
      if (System.nanoTime() - deadline > 0) return false;
      TimeUnit.MILLISECONDS.sleep(STEP_MILLIS);
    }
    return true;
  }
}
