package ordinal.faults;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for conditions, never for ever. */
final class Waiting {

  private static final long STEP_MILLIS = 50;

  private Waiting() {}

  static void until(String what, Duration limit, BooleanSupplier condition)
      throws InterruptedException {
    if (!isWithin(limit, condition)) {
      throw new IllegalStateException("waited " + limit.toSeconds() + " s in vain until " + what);
    }
  }

  static boolean isWithin(Duration limit, BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) return false;
      Thread.sleep(STEP_MILLIS);
    }
    return true;
  }
}
