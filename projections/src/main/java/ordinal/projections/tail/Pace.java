package ordinal.projections.tail;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * How often the head looks: at its usual pace, or up to its busy one when many events come and the
 * machine's CPUs are nearly used up. Every look costs a query, a commit, a Kafka transaction and
 * what follows from them, whatever is in it; so when those who create orders want the CPU, fewer
 * and larger ones let more orders through, and each waits in a queue for longer than for the next
 * look anyway. With few events a busy machine is busy with something else, and they do not wait.
 *
 * <p>Used by one thread.
 */
final class Pace {

  private static final long SAMPLE_NANOS = Duration.ofMillis(100).toNanos();

  /** Of one sample; the rest is what was known before. */
  private static final double WEIGHT = 0.4;

  private static final double CALM = 0.6;
  private static final double BUSY = 0.9;

  /** Events per second. */
  private static final double FEW = 700;

  private static final double MANY = 1_400;

  private final long usualNanos;
  private final long busyNanos;
  private final DoubleSupplier cpuLoad;
  private double load;
  private double rate;
  private long events;
  private long sampledAt;

  /**
   * Samples from now on.
   *
   * @param cpuLoad of the whole machine since it was last asked, 0 to 1; below 0 when not known
   */
  Pace(Duration usual, Duration busy, DoubleSupplier cpuLoad, long now) {
    this.usualNanos = usual.toNanos();
    this.busyNanos = Math.max(usualNanos, busy.toNanos());
    this.cpuLoad = cpuLoad;
    this.sampledAt = now;
  }

  static Pace of(TailSettings settings) {
    var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return new Pace(settings.pace(), settings.busyPace(), system::getCpuLoad, System.nanoTime());
  }

  /** A look has found so many events. */
  void found(int count) {
    events += count;
  }

  /** The time from one look to the next. */
  long nanos(long now) {
    if (now - sampledAt >= SAMPLE_NANOS) {
      double sample = cpuLoad.getAsDouble();
      if (sample >= 0) load += WEIGHT * (sample - load);
      rate += WEIGHT * (events * 1e9 / (now - sampledAt) - rate);
      events = 0;
      sampledAt = now;
    }
    double busy = share(load, CALM, BUSY) * share(rate, FEW, MANY);
    return usualNanos + Math.round(busy * (busyNanos - usualNanos));
  }

  private static double share(double value, double none, double all) {
    return Math.max(0, Math.min(1, (value - none) / (all - none)));
  }
}
