package ordinal.faults;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Lets so many through per second. Who was held up may catch up on one second, no more. */
final class Pace {

  private static final long CATCH_UP_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final long intervalNanos;
  private final AtomicLong next = new AtomicLong(System.nanoTime());

  Pace(int perSecond) {
    this.intervalNanos = TimeUnit.SECONDS.toNanos(1) / perSecond;
  }

  void await() throws InterruptedException {
    long now = System.nanoTime();
    long slot =
        next.updateAndGet(last -> Math.max(last, now - CATCH_UP_NANOS) + intervalNanos)
            - intervalNanos;
    if (slot - now > 0) TimeUnit.NANOSECONDS.sleep(slot - now);
  }
}
