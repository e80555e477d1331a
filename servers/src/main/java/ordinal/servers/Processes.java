package ordinal.servers;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends processes: asked politely first, by force only when they do not answer. */
final class Processes {

  private static final Logger log = LoggerFactory.getLogger(Processes.class);

  /** A database with a full buffer pool writes it out first. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final Duration PATIENCE_AFTER_KILL = Duration.ofSeconds(10);

  private Processes() {}

  /** Returns when the process is gone; a process that is gone already is fine. */
  static void end(ProcessHandle process) {
    if (!process.isAlive()) {
      return;
    }
    process.destroy();
    if (gone(process, PATIENCE)) {
      return;
    }
    log.warn("process {} did not stop within {}, killing it", process.pid(), PATIENCE);
    process.destroyForcibly();
    if (!gone(process, PATIENCE_AFTER_KILL)) {
      throw new IllegalStateException("process " + process.pid() + " cannot be killed");
    }
  }

  /** Goes on waiting when interrupted: half a stop would leave the data locked. */
  private static boolean gone(ProcessHandle process, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          process.onExit().get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
          return true;
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (TimeoutException e) {
          return false;
        } catch (ExecutionException e) {
          throw new IllegalStateException("cannot wait for process " + process.pid(), e);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
