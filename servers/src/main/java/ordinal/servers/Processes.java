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
  private static final long POLL_MILLIS = 50;

  private Processes() {}

  /** Returns when the process is gone; a process that is gone already is fine. */
  static void end(ProcessHandle process) {
    if (!runs(process)) {
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

  /**
   * Goes on waiting when interrupted: half a stop would leave the data locked. Looks for itself in
   * between, for the JDK looks after a process that is not its child ever more rarely.
   */
  private static boolean gone(ProcessHandle process, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    var exit = process.onExit();
    boolean interrupted = false;
    try {
      while (runs(process) && System.nanoTime() < deadline) {
        try {
          exit.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (TimeoutException e) {
          // Not yet.
        } catch (ExecutionException e) {
          throw new IllegalStateException("cannot wait for process " + process.pid(), e);
        }
      }
      return !runs(process);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * An ended process stays listed until its parent asks for its exit code. The parent of an orphan
   * is process 1, which in a container may never ask; a process without a program is gone for us.
   */
  private static boolean runs(ProcessHandle process) {
    return process.isAlive() && process.info().command().isPresent();
  }
}
