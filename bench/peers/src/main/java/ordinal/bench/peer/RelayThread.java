package ordinal.bench.peer;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks into the outbox again and again, and rests in between. */
public final class RelayThread implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RelayThread.class);

  private static final long AFTER_FAILURE_MILLIS = 500;
  private static final long STOP_MILLIS = 15_000;

  private final Relay relay;
  private final Duration interval;
  private final Thread thread = new Thread(this::run, "relay");
  private boolean paused;
  private boolean closed;

  public RelayThread(Relay relay, Duration interval) {
    this.relay = relay;
    this.interval = interval;
    thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  private void run() {
    try {
      while (mayGoOn()) {
        try {
          if (!relay.relay()) rest(interval.toNanos());
        } catch (SQLException | RuntimeException e) {
          LOG.warn("the relay failed and will try again: {}", e.toString());
          rest(TimeUnit.MILLISECONDS.toNanos(AFTER_FAILURE_MILLIS));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits while it is paused; false when it is over. */
  private synchronized boolean mayGoOn() throws InterruptedException {
    while (paused && !closed) wait();
    return !closed;
  }

  /** Ends early when the thread is to stop. */
  private synchronized void rest(long nanos) throws InterruptedException {
    long until = System.nanoTime() + nanos;
    for (long left = nanos; left > 0 && !closed; left = until - System.nanoTime()) {
      wait(Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
    }
  }

  public synchronized void pause() {
    paused = true;
  }

  public synchronized void unpause() {
    paused = false;
    notifyAll();
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    try {
      thread.join(STOP_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
