package ordinal.projections.kafka;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/** A publisher's waits between attempts, which others can end: to try at once, or to stop. */
final class Pauses {

  private final Backoff backoff;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private boolean waiting;
  private boolean ended;
  private boolean stopped;

  Pauses(Backoff backoff) {
    this.backoff = backoff;
  }

  Duration after(int failures, RandomGenerator random) {
    return backoff.after(failures, random);
  }

  /** Whether to go on; false when it was stopped. */
  boolean await(Duration pause) {
    lock.lock();
    try {
      waiting = true;
      ended = false;
      long left = pause.toNanos();
      while (!ended && !stopped && left > 0) left = changed.awaitNanos(left);
      return !stopped;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      waiting = false;
      lock.unlock();
    }
  }

  /** Ends a wait now; whether there was one. */
  boolean end() {
    return change(() -> ended = true);
  }

  boolean stop() {
    return change(() -> stopped = true);
  }

  void start() {
    change(() -> stopped = false);
  }

  private boolean change(Runnable change) {
    lock.lock();
    try {
      change.run();
      changed.signalAll();
      return waiting;
    } finally {
      lock.unlock();
    }
  }
}
