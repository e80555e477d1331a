package ordinal.order;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leaves the journal alone for a while after it did not answer, so that nobody waits for it in vain
 * and nothing piles up before it. Once in every pause one read tries whether it is back; the first
 * answer ends the pause for all. Says once that it begins, and once that it ends.
 */
final class ReadPause {

  private static final Logger LOG = LoggerFactory.getLogger(ReadPause.class);

  private final long pauseNanos;
  private final LongSupplier nanoTime;
  private final AtomicLong nextTry = new AtomicLong();
  private volatile boolean paused;

  ReadPause(Duration pause, LongSupplier nanoTime) {
    this.pauseNanos = pause.toNanos();
    this.nanoTime = nanoTime;
  }

  /** Whether the journal may be read now. Who is told so says afterwards whether it answered. */
  boolean mayRead() {
    if (!paused) return true;
    long now = nanoTime.getAsLong();
    long next = nextTry.get();
    return now - next >= 0 && nextTry.compareAndSet(next, now + pauseNanos);
  }

  void answered() {
    if (paused && end()) LOG.warn("[Order] the journal answers again");
  }

  void failed(Throwable failure) {
    if (!paused && begin()) {
      LOG.warn("[Order] orders are asked until the journal answers again: {}", failure.toString());
    }
  }

  private synchronized boolean begin() {
    if (paused) return false;
    nextTry.set(nanoTime.getAsLong() + pauseNanos);
    paused = true;
    return true;
  }

  private synchronized boolean end() {
    boolean had = paused;
    paused = false;
    return had;
  }
}
